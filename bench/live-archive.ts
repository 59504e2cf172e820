// A real server over an archive of a few large files and many days, for the benches of live data.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClassicWriter } from '@isobar/netcdf';

const CLI = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps/server/src/cli.ts');
const PORT = 8176;

export interface LiveArchive {
  readonly url: string;
  readonly folder: string;
  /** USERID:TOKEN. */
  readonly user: string;
  /** Megabytes that the server has in memory now. */
  memory(): number;
  close(): Promise<void>;
}

/** `files`: name of each, and its records; a record has 24 floats. */
export async function openLiveArchive(files: ReadonlyMap<string, number>): Promise<LiveArchive> {
  const root = mkdtempSync(join(tmpdir(), 'isobar-bench-live-'));
  const folder = join(root, 'archive');
  mkdirSync(folder);
  for (const [name, records] of files) await writeDay(join(folder, name), name, records);
  const env = {
    ...process.env,
    ISOBAR_HOME: join(root, 'home'),
    ISOBAR_PORT: String(PORT),
    ISOBAR_ARCHIVE: folder,
    ISOBAR_LOG: 'warn',
    ISOBAR_RATE: '1000000',
  };
  const command = (...args: string[]) => {
    const done = spawnSync(process.execPath, [CLI, ...args], { env, input: 'bench-password-1\n' });
    if (done.status !== 0) throw new Error(`isobar ${args.join(' ')}: ${done.stderr}`);
    return String(done.stdout);
  };
  command('harvest', folder);
  command('user', 'add', 'bench', '--email', 'bench@example.org');
  const token = command('user', 'token', 'bench').trim().split(' ').at(-1);
  const server: ChildProcess = spawn(process.execPath, [CLI, 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${PORT}`;
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    url,
    folder,
    user: `bench:${token}`,
    memory: () => {
      const [, kilobytes] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
      return Math.round(Number(kilobytes) / 1000);
    },
    async close() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const VARIABLES = Array.from({ length: 24 }, (_, n) => `field_${n}`);

async function writeDay(path: string, name: string, records: number): Promise<void> {
  const [, datastream = '', day = ''] = /^(\w+\.\w\d)\.(\d{8})/.exec(name) ?? [];
  const units = `seconds since ${day.replace(/(....)(..)(..)/, '$1-$2-$3')} 00:00:00 0:00`;
  const text = (key: string, value: string) => ({ name: key, type: 'char' as const, value });
  const variable = (key: string, type: 'float' | 'double', unit: string) => ({
    name: key,
    type,
    dimensions: ['time'],
    attributes: [text('units', unit), text('long_name', key)],
  });
  const writer = await ClassicWriter.create(
    path,
    {
      dimensions: [{ name: 'time', length: 0, unlimited: true }],
      attributes: [text('datastream', datastream)],
      variables: [
        variable('time', 'double', units),
        ...VARIABLES.map((one) => variable(one, 'float', 'K')),
      ],
    },
    records,
  );
  const step = 86_400 / records;
  for (let at = 0; at < records; at += 10_000) {
    const count = Math.min(10_000, records - at);
    const columns = new Map<string, Float64Array | Float32Array>([
      ['time', Float64Array.from({ length: count }, (_, n) => (at + n) * step)],
    ]);
    for (const [v, one] of VARIABLES.entries())
      columns.set(
        one,
        Float32Array.from({ length: count }, (_, n) => 250 + v + Math.sin((at + n) / 500)),
      );
    await writer.writeRecords(columns, count);
  }
  await writer.close();
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
