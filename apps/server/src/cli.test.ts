// The commands as an operator types them: a process each, what it says and how it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { USAGE } from './commands/usage.ts';
import { writeTestFile } from './features/harvest/testing/write-file.ts';
import { freshDatabase, startPostgresServer } from './store/testing/postgres-server.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

let folder: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  folder = temporaryFolder();
  for (const site of ['sgp', 'nsa'])
    await writeTestFile(join(folder, site, `${site}metC1.b1.20190101.000000.nc`));
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts a command in a home of its own, or in the one that `env` names. */
function start(args: readonly string[], env: Record<string, string>) {
  const home = env.ISOBAR_HOME ?? mkdtempSync(join(folder, 'home-'));
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ISOBAR_LOG: 'silent', ...env, ISOBAR_HOME: home },
  });
  running.add(child);
  return child;
}

/** Runs a command to its end. */
function isobar(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = start(args, env);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, out, err });
    });
  });
}

it('an unknown command is answered with those that there are, and none of them is loaded for that', async () => {
  const lister = join(folder, 'lister.mjs');
  writeFileSync(
    lister,
    `import { registerHooks } from 'node:module';
    const load = (url, context, next) => {
      if (url.includes('/src/commands/')) console.log(url.split('/').at(-1));
      return next(url, context);
    };
    registerHooks({ load });`,
  );
  const { code, out, err } = await isobar(['havrest'], { NODE_OPTIONS: `--import=${lister}` });
  expect(code).toBe(2);
  expect(out.trim().split('\n').toSorted()).toEqual([
    'arguments.ts',
    'commands.ts',
    'failure.ts',
    'usage.ts',
  ]);
  expect(err).toMatch(/^There is no command havrest\.\n/);
  for (const [name, { summary }] of Object.entries(USAGE)) {
    expect(err).toContain(`\n  ${name} `);
    expect(err).toContain(summary);
  }
});

it('what is typed wrong is answered with the usage of the command', async () => {
  const { code, err } = await isobar(['harvest', 'x', '--wach']);
  expect(code).toBe(2);
  expect(err).toBe(`Unknown option '--wach'\n\nisobar harvest ${USAGE.harvest.arguments}\n`);
});

describe('a command that cannot be run fails with one line', () => {
  const oneLine = (text: string): string => {
    expect(text.trim().split('\n')).toHaveLength(1);
    return text;
  };

  it('an archive that is not there', async () => {
    const { code, err } = await isobar(['harvest', join(folder, 'nowhere')]);
    expect([code, oneLine(err)]).toEqual([1, expect.stringContaining('nowhere cannot be read')]);
  });

  it.each(['0', '1.5', 'often'])('a time between listings that is none: %s', async (minutes) => {
    const { code, err } = await isobar(['harvest', folder, '--watch', '--every', minutes]);
    expect([code, oneLine(err)]).toEqual([1, expect.stringContaining(`not ${minutes}.`)]);
  });

  it('a port that another program has', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, err } = await isobar(['serve'], {
      ISOBAR_PORT: port,
      ISOBAR_ARCHIVE: join(folder, 'sgp'),
    });
    other.close();
    expect([code, oneLine(err)]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)]);
  });

  it('a curated table that is broken: which, and where', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    mkdirSync(join(home, 'tables'));
    const good = readFileSync(new URL('../tables/facilities.csv', import.meta.url), 'utf8');
    const lines = good.split('\n');
    const columns = lines[0]?.split(',') ?? [];
    lines[2] = columns.map((column) => (column === 'latitude' ? 'north' : 'x')).join(',');
    writeFileSync(join(home, 'tables', 'facilities.csv'), lines.join('\n'));
    const { code, err } = await isobar(['index'], { ISOBAR_HOME: home });
    expect(code).toBe(1);
    expect(err).toMatch(/facilities\.csv.*line 3.*latitude/);
  });
});

it('a harvest of another folder than before says what has to be started again', async () => {
  const home = { ISOBAR_HOME: mkdtempSync(join(folder, 'home-')) };
  const first = await isobar(['harvest', join(folder, 'sgp')], home);
  expect(first).toMatchObject({ code: 0, out: expect.not.stringContaining('was over') });
  const report = join(folder, 'report.csv');
  const second = await isobar(['harvest', join(folder, 'nsa'), '--report', report], home);
  expect(second.code).toBe(0);
  expect(second.out).toContain(`was over ${join(folder, 'sgp')} before`);
  expect(second.out).toMatch(/1 files: 1 new, .*\n1 headers read/);
  expect(readFileSync(report, 'utf8')).toMatch(
    /^path,datastream,problem,what,to_do,costs,files,table,line\n/,
  );
});

it('a running server shows what a concurrent harvest found, and what a new index has', async () => {
  const archive = join(folder, 'growing');
  await writeTestFile(join(archive, 'sgpmetE13.b1.20190101.000000.nc'));
  const home = { ISOBAR_HOME: mkdtempSync(join(folder, 'home-')) };
  const server = start(['serve'], { ...home, ISOBAR_PORT: '0', ISOBAR_ARCHIVE: archive });
  const url = await new Promise<string>((resolve) => {
    server.stdout.on('data', (chunk) => {
      const [address] = /http:\S+/.exec(String(chunk)) ?? [];
      if (address) resolve(address);
    });
  });
  const found = async (site: string): Promise<number> => {
    const query = new URLSearchParams({ q: `site_code:${site}`, size: '0' });
    const reply = await fetch(`${url}/services/metadata/_search?${query}`);
    // as the call table says
    const body = (await reply.json()) as { hits: { total: { value: number } } };
    return body.hits.total.value;
  };
  expect([(await found('sgp')) > 0, await found('nsa')]).toEqual([true, 0]);
  await writeTestFile(join(archive, 'nsametC1.b1.20190101.000000.nc'));
  const harvested = await isobar(['harvest', archive], home);
  expect(harvested.out).toContain('The changes can be searched (1 datastreams).');
  await expect.poll(() => found('nsa'), { timeout: 60_000, interval: 100 }).toBeGreaterThan(0);
  expect((await isobar(['index'], home)).code).toBe(0);
  await expect.poll(() => found('sgp'), { timeout: 60_000, interval: 100 }).toBeGreaterThan(0);
  server.kill('SIGTERM');
});

it('harvest takes up the changes that lines name, tells how many are done, and refuses what does not go together', async () => {
  const archive = mkdtempSync(join(folder, 'changing-'));
  const home = { ISOBAR_HOME: mkdtempSync(join(folder, 'home-')) };
  await writeTestFile(join(archive, 'sgpmetC1.b1.20190101.000000.nc'));
  const early = await isobar(['harvest', archive, '--changes', '-'], home);
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('without --changes')]);
  expect((await isobar(['harvest', archive], home)).code).toBe(0);
  await writeTestFile(join(archive, 'nsametC1.b1.20190101.000000.nc'));
  const child = start(['harvest', archive, '--changes', '-'], home);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stdin.write('nsametC1.b1.20190101.000000.nc\n');
  await expect.poll(() => out, { timeout: 60_000 }).toBe('done: 1\n'); // while more may come
  if (process.platform === 'linux') {
    // It may go on for months, and restarts itself with what gives memory back.
    const told = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
    expect(told).toContain('--max-semi-space-size=8');
    expect(told).toContain('--heap-growing-percent=50');
  }
  child.stdin.end('/elsewhere/x.nc\n');
  await new Promise((resolve) => child.once('close', resolve));
  running.delete(child);
  expect(out).toBe('done: 1\ndone: 2\n1 of 2 lines name no file of this archive.\n');
  const again = await isobar(['harvest', archive], home);
  expect(again.out).toContain('2 files: 0 new, 0 changed');
  const list = join(folder, 'list.txt');
  for (const [args, why] of [
    [['--changes', list], `There is no file ${list}`],
    [['--changes', '-', '--watch'], '--changes takes no --watch'],
    [['--share', '1/2'], 'PostgreSQL'],
    [['--share', '3/2'], '--share takes a number and how many there are'],
    [['--inventory', list], 'for an archive in a bucket'],
  ] as const) {
    const refused = await isobar(['harvest', archive, ...args], home);
    expect([args, refused.code, refused.err]).toEqual([args, 1, expect.stringContaining(why)]);
  }
});

describe('harvests in shares', async () => {
  const server = await startPostgresServer();
  afterAll(() => server?.stop());

  it.skipIf(!server)(
    'harvests in shares run at once, each a process of its own, and one that was killed is made up for by the next',
    async () => {
      const archive = mkdtempSync(join(folder, 'shared-'));
      const { url } = await freshDatabase(server?.url ?? '');
      const SITES = ['sgp', 'nsa', 'ena', 'twp', 'grw', 'mao'];
      const write = (site: string, day: number) =>
        writeTestFile(join(archive, site, `${site}metC1.b1.2019010${day}.000000.nc`));
      for (const site of SITES) await write(site, 1);
      const share = (n: number) =>
        isobar(['harvest', archive, '--share', `${n}/3`], { DATABASE_URL: url });
      const all = await Promise.all([1, 2, 3].map(share));
      expect(all.map(({ code, err }) => [code, err])).toEqual([1, 2, 3].map(() => [0, '']));
      const added = all.map(({ out }) => Number(/(\d+) new/.exec(out)?.[1]));
      expect(added.reduce((sum, one) => sum + one)).toBe(6);
      for (const site of SITES) await write(site, 2);
      const killed = start(['harvest', archive, '--share', '1/3'], { DATABASE_URL: url });
      setTimeout(() => killed.kill('SIGKILL'), 1500);
      const both = await Promise.all([share(2), share(3)]);
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      expect((await share(1)).code).toBe(0);
      const whole = await isobar(['harvest', archive], { DATABASE_URL: url });
      expect(whole.out).toContain('12 files: 0 new, 0 changed, 12 unchanged, 0 removed');
    },
  );
});
