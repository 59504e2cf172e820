// Programs to copy, run by their languages against a server that records what they request: each
// fetches the same files with the same choices.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import type { CodeItem, CodeRequest } from './plan.ts';

const TOKEN = 'ada:secret';
const ORDER = 1017;
/** Programs by language; Python also needs requests, which only the flows install. */
const RUN: Readonly<Record<string, readonly string[]>> = {
  python: ['python3', '-'],
  xarray: ['python3', '-'],
  act: ['python3', '-'],
  r: ['Rscript', '-'],
  matlab: ['octave-cli', '--norc', '--quiet'],
  curl: ['sh', '-s'],
  wget: ['sh', '-s'],
};
const works = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;
const hasRequests = works('python3', '-c', 'import requests');
const isHere: Readonly<Record<string, boolean>> = {
  ...{ python: hasRequests, xarray: hasRequests, act: hasRequests },
  r: works('Rscript', '--version'),
  matlab: works('octave-cli', '--version'),
  curl: works('curl', '--version'),
  wget: works('wget', '--version'),
};

let server: Server;
let address = '';

/**
 * In place of the packages that read and draw NetCDF files, which only the flows install: what is
 * opened and drawn is written into files of these names. A file has a quality variable, a text, a
 * variable along height, and `rh`.
 */
const READERS: Readonly<Record<string, string>> = {
  'xarray.py': `
class Values:
    def __init__(self, name, dim, kind):
        self.name, self.dims, self.dtype = name, (dim, "x"), type("Type", (), {"kind": kind})
    def plot(self, figsize):
        open(self.name + ".drawn", "w").write(str(figsize))
class Data(dict):
    def __init__(self, *all):
        super().__init__({name: Values(name, dim, kind) for name, dim, kind in all})
        self.data_vars = self
    def cleanup(self):
        open("cleaned", "w").write("")
def open_dataset(name):
    open("opened", "w").write(name + ": " + open(name).read())
    data = Data(("qc_rh", "time", "f"), ("text", "time", "S"), ("z", "height", "f"), ("rh", "time", "f"))
    data.clean = data
    return data
`,
  'pandas.py': '',
  'matplotlib/__init__.py': '',
  'matplotlib/pyplot.py': 'def savefig(name):\n    open(name, "w").write("")\n',
  'act/__init__.py': `
import xarray
class io:
    read_arm_netcdf = staticmethod(xarray.open_dataset)
class plotting:
    class TimeSeriesDisplay:
        def __init__(self, data, figsize):
            self.data, self.figsize = data, figsize
        def plot(self, name):
            self.data[name].plot(self.figsize)
`,
};
let readers = '';

/** What a file holds tells how it was requested. */
const contentOf = (name: string): string => `file ${name}`;
const extractOf = (parameters: Readonly<Record<string, string>>): string =>
  `extract ${JSON.stringify(Object.fromEntries(Object.entries(parameters).sort()))}`;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function answer({ headers, url = '' }: IncomingMessage): string | number {
  if (headers.authorization !== `Bearer ${TOKEN}`) return 401;
  const { pathname, searchParams } = new URL(url, address);
  const asked = Object.fromEntries(searchParams);
  const [service, , ...rest] = pathname.slice(1).split('/');
  if (pathname === '/live/query') {
    if (asked.ds !== 'sgpmetE13.b1' || asked.start !== '2019-01-01' || asked.end !== '2019-01-02')
      return 404;
    const names = ['one.nc', 'two.nc'];
    if (asked.wt === 'text') return `${names.join('\n')}\n`;
    if (asked.wt !== 'urls') return 400;
    return `${names.map((name) => `${address}/live/data/${name}?wt=urls`).join('\n')}\n`;
  }
  if (pathname === '/live/saveData' && asked.file !== undefined) return contentOf(asked.file);
  // Addresses of lists name the file in the path, as a file is saved under the end of its address.
  if (/^\/live\/(data|saveData)\/./.test(pathname)) return contentOf(rest.join('/'));
  if (pathname === '/live/mod') return extractOf(asked);
  if (service !== 'order' || !pathname.startsWith(`/order/delivery/${ORDER}/`)) return 404;
  return delivered(pathname.slice(`/order/delivery/${ORDER}/`.length));
}

const SUMS = `${digestOf(contentOf('a.nc'))}  a.nc\n`;

function delivered(name: string): string | number {
  const folder = `${address}/order/delivery/${ORDER}/`;
  if (name === 'a.nc') return contentOf(name);
  if (name === 'SHA256SUMS') return SUMS;
  if (name === 'transfer.txt') return `${folder}a.nc?t=1\n${folder}SHA256SUMS?t=1\n`;
  if (name === 'helper.sh') return `printf '%s' '${contentOf('a.nc')}' > "$1/a.nc"\n`;
  const files = [['a.nc', contentOf('a.nc')] as const, ['SHA256SUMS', SUMS] as const];
  return name === 'index.json'
    ? JSON.stringify({
        files: files.map(([file, text]) => ({ name: file, sha256: digestOf(text) })),
      })
    : 404;
}

beforeAll(async () => {
  readers = await mkdtemp(join(tmpdir(), 'isobar-readers-'));
  for (const [name, text] of Object.entries(READERS)) {
    await mkdir(join(readers, name, '..'), { recursive: true });
    await writeFile(join(readers, name), text);
  }
  server = createServer((request, reply) => {
    const text = answer(request);
    if (typeof text === 'number') reply.writeHead(text).end(`refused: ${request.url}`);
    else reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`;
});
afterAll(async () => {
  await rm(readers, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});

const item: CodeItem = {
  datastream: 'sgpmetE13.b1',
  ranges: [{ start: '2019-01-01', end: '2019-01-02' }],
  ...{ variables: [], fileNames: [], reportClasses: [], assessments: [] },
};
const chosen = { variables: ['qc_rh', 'rh'], reportClasses: ['incorrect'], assessments: ['Bad'] };
const raw = {
  ...{ ...item, datastream: 'sgprawE13.00', fileNames: ['raw.00.tar'], variables: ['rh'] },
};
const ITEMS: readonly CodeItem[] = [
  item,
  { ...item, datastream: 'sgpaosE13.b1', ...chosen },
  { ...item, fileNames: ['c.nc'] },
  raw,
  { ...item, fileNames: ['d.cdf'], variables: ['temp'] },
];
/** Files whose names and contents every program has to leave. */
const WANTED: Readonly<Record<string, string>> = {
  'one.nc': contentOf('one.nc'),
  'two.nc': contentOf('two.nc'),
  'c.nc': contentOf('c.nc'),
  'raw.00.tar': contentOf('raw.00.tar'),
  'sgpaosE13.b1.20190101.20190102.custom.cdf': extractOf({
    ...{ ds: 'sgpaosE13.b1', start: '2019-01-01', end: '2019-01-02' },
    ...{ variables: 'qc_rh,rh', dqr: 'incorrect', qc: 'Bad', wt: 'cdf' },
  }),
  'd.custom.cdf': extractOf({ file: 'd.cdf', variables: 'temp', wt: 'cdf' }),
};

async function fetched(key: string, about: CodeRequest['about']): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-code-'));
  const request: CodeRequest = {
    ...{ title: 'A test', from: '', tokenPage: `${address}/token`, about },
    ...{ live: `${address}/live`, order: `${address}/order` },
  };
  const code = LANGUAGES.find((language) => language.key === key)?.write(request) ?? '';
  const [program = '', ...args] = RUN[key] ?? [];
  try {
    const running = promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...process.env, ISOBAR_TOKEN: TOKEN, LC_ALL: 'C.UTF-8', PYTHONPATH: readers },
    });
    running.child.stdin?.end(code);
    // Looking at the values of the last file ends some programs, since these files are no NetCDF.
    await running.catch(() => undefined);
    const found: Record<string, string> = {};
    for (const name of await readdir(folder))
      if (!/^(addresses\.txt|order-\d+\.sh)$/.test(name))
        found[name] = await readFile(join(folder, name), 'utf8');
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.each(['python', 'r', 'matlab', 'curl', 'wget'])('the program in %s', (key) => {
  it.skipIf(!isHere[key])(
    'the program fetches the files of ranges and names, and extracts with the choices',
    async () => {
      expect(await fetched(key, { items: ITEMS })).toEqual(WANTED);
    },
  );

  it.skipIf(!isHere[key])('the program fetches all files of an order', async () => {
    const { SHA256SUMS: sums = SUMS, ...files } = await fetched(key, { orderId: ORDER });
    expect(files).toEqual({ 'a.nc': contentOf('a.nc') });
    expect(sums).toBe(SUMS);
  });
});

describe.each(['xarray', 'act'])('the program with %s', (key) => {
  const DRAWN = { 'rh.drawn': '(10, 4)', 'rh.png': '', ...(key === 'act' && { cleaned: '' }) };
  const RAW = { 'raw.00.tar': contentOf('raw.00.tar') };
  const METHOD = { ds: 'sgpaosE13.b1', start: '2019-01-01', end: '2019-01-02', wt: 'cdf' };
  const NAME = 'sgpaosE13.b1.20190101.20190102.custom.cdf';

  it.skipIf(!isHere[key])(
    'the program with a plot extracts, opens the first NetCDF file, and draws the choice',
    async () => {
      const items = [raw, { ...item, datastream: 'sgpaosE13.b1', ...chosen }];
      const text = extractOf({ ...METHOD, variables: 'qc_rh,rh', dqr: 'incorrect', qc: 'Bad' });
      const opened = `${NAME}: ${text}`;
      expect(await fetched(key, { items })).toEqual({ ...RAW, ...DRAWN, [NAME]: text, opened });
    },
  );

  it.skipIf(!isHere[key])(
    'the program with a plot draws the first numbers along time where no variable was chosen',
    async () => {
      const items = [{ ...item, datastream: 'sgpaosE13.b1' }, raw];
      const opened = `${NAME}: ${extractOf(METHOD)}`;
      expect(await fetched(key, { items })).toMatchObject({ ...RAW, ...DRAWN, opened });
    },
  );

  it.skipIf(!isHere[key])(
    'the program with a plot opens and draws the first file of an order',
    async () => {
      const opened = `a.nc: ${contentOf('a.nc')}`;
      expect(await fetched(key, { orderId: ORDER })).toMatchObject({ ...DRAWN, opened });
    },
  );
});

describe('the program in Julia', () => {
  it('the program in Julia defines each function that it calls, and calls each that it defines', () => {
    const julia = LANGUAGES.find(({ key }) => key === 'julia');
    const about: readonly CodeRequest['about'][] = [
      { orderId: ORDER },
      ...ITEMS.map((one) => ({ items: [one] })),
      { items: ITEMS },
    ];
    const codes = about.map((each) =>
      julia?.write({ title: '', from: '', live: 'l', order: 'o', tokenPage: 't', about: each }),
    );
    const defined = (code = ''): string[] =>
      [...code.matchAll(/^function (\w+)\(|^(\w+)\([^)]*\) = /gm)].map(
        ([, long, short]) => long ?? short ?? '',
      );
    const names = [...new Set(codes.flatMap(defined))];
    expect(names.toSorted()).toEqual(
      ['ask', 'escaped', 'fetchall', 'fetchfile', 'fetchorder', 'plain'].toSorted(),
    );
    for (const code of codes) {
      const uses = names.filter(
        (name) =>
          [...(code ?? '').matchAll(new RegExp(`\\b${name}\\(`, 'g'))].length >
          Number(defined(code).includes(name)),
      );
      expect(uses.toSorted()).toEqual(defined(code).toSorted());
    }
  });

  it('the program in Julia sends the parameters of each extract and range', () => {
    const julia = LANGUAGES.find(({ key }) => key === 'julia');
    const code = julia?.write({
      ...{ title: '', from: '', live: 'l', order: 'o', tokenPage: 't' },
      about: { items: ITEMS },
    });
    expect(code).toContain('const base = "l"');
    expect(code?.split('\n')).toEqual(
      expect.arrayContaining([
        'fetchall(ds = "sgpmetE13.b1", start = "2019-01-01", stop = "2019-01-02")',
        'fetchfile("c.nc")',
        'fetchfile("raw.00.tar")',
        'ask("/mod", "d.custom.cdf", "file" => "d.cdf", "variables" => "temp", "wt" => "cdf")',
      ]),
    );
  });
});
