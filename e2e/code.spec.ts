// Code to copy, run as it is against the real server: every language that is installed here, on
// twenty datastreams, and for an order.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeAddresses } from '@isobar/contract/code/address-of.ts';
import { ARRAY_LANGUAGES } from '@isobar/contract/code/array-code.ts';
import { LANGUAGES, type LanguageKey } from '@isobar/contract/code/languages.ts';
import type { CodeItem, CodeRequest } from '@isobar/contract/code/plan.ts';
import { openDataset } from '@isobar/netcdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, root } from './server.ts';

const run = promisify(execFile);
const PROGRAMS = join(root, 'node_modules/.cache/python-programs');
const NOTEBOOK = join(root, 'e2e/programs/notebook.py');
const TOKEN = 'demo:demo-token';

/** How each is run; `folder`: what Python needs. */
const RUNS: Readonly<
  Record<
    LanguageKey,
    { readonly program: string; readonly args?: readonly string[]; readonly folder?: string }
  >
> = {
  python: { program: 'python3', folder: 'code' },
  xarray: { program: 'python3', folder: 'code' },
  notebook: { program: 'python3', args: [NOTEBOOK], folder: 'code' },
  act: { program: 'python3', folder: 'act' },
  r: { program: 'Rscript' },
  matlab: { program: 'octave-cli', args: ['--norc', '--quiet'] },
  julia: { program: 'julia' },
  curl: { program: 'sh' },
  wget: { program: 'sh' },
};

const NEEDS: Readonly<Record<string, string>> = { curl: 'curl', wget: 'wget' };
const has = (key: LanguageKey): boolean => {
  const { program, folder } = RUNS[key];
  const isThere = spawnSync('which', [NEEDS[key] ?? program]).status === 0;
  return isThere && (folder === undefined || existsSync(join(PROGRAMS, folder)));
};
const absent = LANGUAGES.filter(({ key }) => !has(key)).map(({ label }) => label);
if (absent.length > 0)
  console.warn(
    `Code is not run in ${absent.length} languages that are not installed: ${absent.join(', ')}.`,
  );

let server: Isobar;
let folder: string;
let streams: readonly CodeItem[];
beforeAll(async () => {
  server = await demoIsobar();
  folder = mkdtempSync(join(tmpdir(), 'isobar-code-'));
  streams = await twenty();
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const requestOf = (about: CodeRequest['about'], origin = server.url): CodeRequest => ({
  title: `Twenty datastreams, "quoted" it's $HOME \\ %s`,
  from: `${origin}/discovery/#/results/s::met`,
  ...codeAddresses(origin),
  about,
});

/** Runs the code of a language in a folder of its own; answers what is there afterwards. */
async function runs(
  key: LanguageKey,
  name: string,
  about: CodeRequest['about'],
  origin?: string,
): Promise<string[]> {
  const language = LANGUAGES.find((one) => one.key === key);
  if (!language) throw new Error(`no language ${key}`);
  const cwd = join(folder, name, key);
  mkdirSync(cwd, { recursive: true });
  const text = language.write(requestOf(about, origin));
  expect(text).not.toContain('demo-token');
  writeFileSync(join(cwd, language.fileName), text);
  const { program, args = [], folder: needs } = RUNS[key];
  const env = {
    ...process.env,
    ISOBAR_TOKEN: TOKEN,
    MPLBACKEND: 'Agg',
    PYTHONWARNINGS: 'ignore',
    ...(needs ? { PYTHONPATH: join(PROGRAMS, needs) } : {}),
  };
  if (key === 'matlab') await untilCalm();
  await run(program, [...args, language.fileName], { cwd, env, maxBuffer: 1 << 26 });
  return readdirSync(cwd);
}

/**
 * Waits until the server takes calls again: the other languages may have used up those of this
 * minute. Octave's code does not repeat a refused first call, since Octave does not show why it was
 * refused.
 */
async function untilCalm(): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  for (let tries = 0; tries < 90; tries++) {
    const { status } = await fetch(`${server.url}/services/live/mod`, { headers });
    if (status !== 429) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/**
 * Twenty data products at different places, each with one day and one variable that has numbers
 * along time.
 */
async function twenty(): Promise<readonly CodeItem[]> {
  const body = {
    size: 200,
    query: { terms: { 'dataLevel.keyword': ['b1', 'c1'] } },
    collapse: { field: 'datastream.keyword' },
    sort: [{ 'datastream.keyword': 'asc' }],
  };
  const reply = await fetch(`${server.url}/services/metadata/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  const { hits } = (await reply.json()) as {
    hits: { hits: { _source: { datastream: string; end_date: string } }[] };
  };
  const every = Math.floor(hits.hits.length / 60);
  const small: CodeItem[] = [];
  for (const [place, { _source }] of hits.hits.entries())
    if (place % every === 0 && small.length < 20 && (await bytesOfDay(_source)) < MOST_BYTES)
      small.push(await itemOf(_source.datastream, _source.end_date));
  expect(small).toHaveLength(20);
  return small;
}

/** Days smaller than this are made quickly, however busy the machine is. */
const MOST_BYTES = 1e6;

async function bytesOfDay(source: { datastream: string; end_date: string }): Promise<number> {
  const day = source.end_date.slice(0, 10);
  const query = new URLSearchParams({ ds: source.datastream, start: day, end: day, wt: 'json' });
  const reply = await fetch(`${server.url}/services/live/query?${query}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return ((await reply.json()) as { total_size: number }).total_size;
}

async function itemOf(datastream: string, end: string): Promise<CodeItem> {
  const day = end.slice(0, 10);
  const reply = await fetch(`${server.url}/services/files/variables/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([datastream]),
  });
  const [found] = (await reply.json()) as {
    variables: { variable: string; default: boolean }[];
  }[];
  const variable = found?.variables.find(
    (one) => !one.default && !/^(qc_|base_time|time)/.test(one.variable),
  )?.variable;
  return {
    datastream,
    ranges: [{ start: day, end: day }],
    variables: variable ? [variable] : [],
    fileNames: [],
    reportClasses: ['incorrect'],
    assessments: [],
  };
}

describe.each(LANGUAGES.map(({ key, label }) => [label, key] as const))('%s', (_, key) => {
  it.skipIf(!has(key))(
    'the copied code gets a day and a variable of twenty datastreams, and asks again when the service is busy',
    async () => {
      const { origin, asked, refused, close } = await busyAtSecondCall(server.url);
      const files = await runs(key, 'extracts', { items: streams }, origin);
      await close();
      expect(asked() - refused()).toBe(streams.length); // a busy machine refuses more than the one
      for (const { datastream, variables } of streams) {
        const name = files.find(
          (file) => file.startsWith(`${datastream}.`) && file.endsWith('.cdf'),
        );
        expect([datastream, name]).toEqual([datastream, expect.any(String)]);
        const dataset = await openDataset(join(folder, 'extracts', key, name ?? ''));
        const names = dataset.variables.map((variable) => variable.name);
        await dataset.close();
        expect(names).toEqual(expect.arrayContaining([...variables, 'time']));
      }
      if (['xarray', 'act', 'notebook'].includes(key))
        expect(files).toContain(`${streams[0]?.variables[0]}.png`);
    },
  );

  it.skipIf(!has(key))(
    'the copied code gets whole files, and single ones by their names',
    async () => {
      const item = {
        datastream: 'sgpmetE13.b1',
        variables: [],
        reportClasses: [],
        assessments: [],
      };
      const files = await runs(key, 'whole', {
        items: [
          { ...item, fileNames: [], ranges: [{ start: '2019-01-01', end: '2019-01-02' }] },
          { ...item, fileNames: ['sgpmetE13.b1.20190105.000000.cdf'], ranges: [] },
        ],
      });
      const opens = ['xarray', 'act', 'notebook'].includes(key);
      expect(files).toEqual(
        expect.arrayContaining(
          opens
            ? [
                'sgpmetE13.b1.20190101.20190102.custom.cdf',
                'sgpmetE13.b1.20190105.000000.custom.cdf',
              ]
            : ['20190101', '20190102', '20190105'].map((day) => `sgpmetE13.b1.${day}.000000.cdf`),
        ),
      );
    },
  );

  it.skipIf(!has(key))('the copied code gets what an order delivered', async () => {
    const files = await runs(key, 'order', { orderId: await placed() });
    expect(files).toEqual(
      expect.arrayContaining(['SHA256SUMS', 'sgpmetE13.b1.20190101.000000.custom.cdf']),
    );
  });

  it.skipIf(!has(key))(
    'the copied code says no where the token is wrong, and writes no data',
    async () => {
      const cwd = join(folder, 'wrong', key);
      const item = { variables: ['temp_mean'], fileNames: [], reportClasses: [], assessments: [] };
      const ranges = [{ start: '2019-01-01', end: '2019-01-01' }];
      const about = { items: [{ ...item, datastream: 'sgpmetE13.b1', ranges }] };
      const language = LANGUAGES.find((one) => one.key === key);
      mkdirSync(cwd, { recursive: true });
      writeFileSync(join(cwd, language?.fileName ?? ''), language?.write(requestOf(about)) ?? '');
      const { program, args = [], folder: needs } = RUNS[key];
      const env = {
        ...process.env,
        ISOBAR_TOKEN: 'demo:wrong',
        ...(needs ? { PYTHONPATH: join(PROGRAMS, needs) } : {}),
      };
      const failed = run(program, [...args, language?.fileName ?? ''], { cwd, env });
      await expect(failed).rejects.toMatchObject({ code: expect.any(Number) });
      for (const file of readdirSync(cwd))
        if (file.endsWith('.cdf')) await expect(openDataset(join(cwd, file))).rejects.toThrow();
    },
  );
});

// Few machines have Julia itself; with its grammar the code is at least parsed.
const GRAMMAR = join(PROGRAMS, 'julia');
describe.skipIf(!existsSync(GRAMMAR))('the grammar of Julia', () => {
  const script = join(root, 'e2e/programs/julia_syntax.py');
  const complaints = (text: string) => {
    const env = { ...process.env, PYTHONPATH: GRAMMAR };
    const { stdout, status } = spawnSync('python3', [script], { input: text, env });
    expect(status).toBe(0);
    return String(stdout);
  };
  const written = (about: CodeRequest['about']) =>
    LANGUAGES.find(({ key }) => key === 'julia')?.write(requestOf(about)) ?? '';
  const whole = { datastream: 'sgpmetE13.b1', variables: [], reportClasses: [], assessments: [] };
  const ranges = [{ start: '2019-01-01', end: '2019-01-02' }];
  const fileNames = ['sgpmetE13.b1.20190105.000000.cdf'];

  it.each<[string, () => CodeRequest['about']]>([
    ['extracts of twenty datastreams', () => ({ items: streams })],
    ['whole files', () => ({ items: [{ ...whole, ranges, fileNames: [] }] })],
    ['files by name', () => ({ items: [{ ...whole, ranges: [], fileNames }] })],
    ['an order', () => ({ orderId: 1 })],
  ])('the grammar of Julia knows the code of %s', (_, about) => {
    const text = written(about());
    expect(text).toContain('ENV["ISOBAR_TOKEN"]');
    expect(complaints(text)).toBe('');
  });

  it('the grammar of Julia knows the code that opens an array', () => {
    const address = { zarr: 'https://data.example/a.zarr', dap: 'https://data.example/a$"b.dap' };
    const julia = ARRAY_LANGUAGES.find(({ key }) => key === 'julia');
    const text = julia?.write({ ...address, variable: 'temp', rows: 9000 }) ?? '';
    expect(text).toContain('data["temp"][7561:end]');
    expect(complaints(text)).toBe('');
  });

  it('the grammar of Julia would tell what is not well formed', () => {
    const text = written({ items: streams });
    expect(complaints(text.replace(/\nend\n/, '\n'))).not.toBe('');
  });
});

/**
 * A proxy before the server that refuses the second call, as a service does that is called too
 * often.
 */
async function busyAtSecondCall(target: string) {
  let asked = 0;
  let refused = 0;
  const door = createServer((request, reply) => {
    asked++;
    if (asked === 2) {
      refused++;
      return reply.writeHead(429, { 'retry-after': '1', 'content-length': 10 }).end('Try again.');
    }
    const { authorization = '' } = request.headers;
    const passed = get(`${target}${request.url}`, { headers: { authorization } }, (answer) => {
      if ([429, 503].includes(answer.statusCode ?? 0)) refused++;
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.once('error', () => reply.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo; // it listens
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: () => asked,
    refused: () => refused,
    close: async () => {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}

/** One order for all languages. */
let ordering: Promise<number> | undefined;
function placed(): Promise<number> {
  ordering ??= order();
  return ordering;
}

async function order(): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const dates = [{ startDate: '2019-01-01', endDate: '2019-01-01' }];
  const created = await fetch(`${server.url}/services/order/orders/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      selectedData: {
        selectedDatastreams: [{ datastream: 'sgpmetE13.b1', variables: ['temp_mean'], dates }],
        outputFormat: ['ANDR'],
      },
    }),
  });
  const { orderId } = (await created.json()) as { orderId: number };
  for (let tries = 0; tries < 600; tries++) {
    const status = await fetch(`${server.url}/services/order/status/${orderId}`, { headers });
    const { curStep } = (await status.json()) as { curStep: string };
    if (curStep === 'complete') return orderId;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The order was not completed.');
}
