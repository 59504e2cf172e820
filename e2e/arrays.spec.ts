// Arrays of drifting files, read by third-party programs: every value equals that of the files,
// whole, clean and strict.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeArrays } from '@isobar/contract/calls/array-calls.ts';
import { type ArrayInfo, cellsOf, onGrid } from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { ARRAY_LANGUAGES, exampleVariable } from '@isobar/contract/code/array-code.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  canRun,
  has,
  hasPython,
  isHere,
  MANY_ROWS,
  PYTHON_ENV,
  pythonLines,
  ROW_BY_ROW,
} from './array-readers.ts';
import { DRIFTING, writeDriftingArchive, writeDriftingReports } from './drifting-archive.ts';
import { type Isobar, isobar, NO_ORDERS, root } from './server.ts';

const run = promisify(execFile);
const TABLES = join(root, 'apps/server/tables');

/** A server over drifting files, with reports. */
interface Drifting {
  readonly folder: string;
  readonly server: Isobar;
  readonly info: ArrayInfo;
}

let folder: string;
let server: Isobar;
let info: ArrayInfo;
/**
 * What the comparing program printed of all readers: what the files mean is worked out once for all
 * of them.
 */
let lines: readonly string[];

const SLABS = [
  ['R', 'r'],
  ['Octave', 'octave'],
] as const;

beforeAll(async () => {
  const drifting = await driftingServer(288);
  ({ folder, server, info } = drifting);
  const readers = MANY_ROWS.flatMap(({ key }) => (isHere(key) ? [key] : []));
  const slabs = SLABS.flatMap(([, key]) => (isHere(key) ? [`${key}-slabs`] : []));
  lines = await compared(drifting, ...readers, ...slabs);
}, 600_000);
afterAll(() => removed({ folder, server }));

async function driftingServer(rows: number): Promise<Drifting> {
  const made = mkdtempSync(join(tmpdir(), 'isobar-arrays-'));
  await writeDriftingArchive(made, { days: 24, rows });
  const tables = join(made, 'tables');
  cpSync(join(TABLES, 'own'), tables, { recursive: true });
  const [head = ''] = readFileSync(join(TABLES, 'quality-reports.csv'), 'utf8').split('\n');
  await writeDriftingReports(tables, head);
  // Its readers would be as many callers, but all ask from one address.
  const begun = await isobar({ ...NO_ORDERS, ISOBAR_RATE: '1000000' }, async (command) => {
    await command('harvest', join(made, 'archive'));
  });
  cpSync(tables, join(begun.home, 'tables'), { recursive: true });
  const reply = await fetch(begun.url + addressOf(describeArrays, { datastream: DRIFTING }));
  expect(reply.status).toBe(200);
  // The server checks its answers in flows.
  return { folder: made, server: begun, info: (await reply.json()) as ArrayInfo };
}

async function removed(drifting: Partial<Pick<Drifting, 'folder' | 'server'>>): Promise<void> {
  await drifting.server?.remove();
  if (drifting.folder) rmSync(drifting.folder, { recursive: true, force: true });
}

const compared = async (
  drifting: Pick<Drifting, 'folder' | 'server'>,
  ...readers: readonly string[]
): Promise<readonly string[]> => {
  const reports = join(drifting.server.home, 'tables/quality-reports.csv');
  const archive = join(drifting.folder, 'archive');
  return await pythonLines(
    ...['arrays_equal.py', drifting.server.url, DRIFTING, archive, reports],
    ...readers,
  ).catch(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n')); // where any of them differs
};

const VARIANTS = ['whole', 'clean', 'strict'];

/** With what differs, of one reader. */
const printedOf = (reader: string): readonly string[] =>
  lines.filter((line) => new RegExp(`^([A-Z]+ )?${reader} `).test(line));

describe('every value equals that of the files', () => {
  it.each(MANY_ROWS.filter((reader) => isHere(reader.key)))(
    'through $label, whole, clean and strict [AR4] [AR8] [AR9] [AR11] [DP1] [DP4]',
    ({ key }) => {
      expect(printedOf(key)).toEqual(
        VARIANTS.map((variant) => `${key} ${variant}: 16 variables, 179723 values compared`),
      );
    },
  );
});

describe.skipIf(!isHere(ROW_BY_ROW))('the same days with fewer rows', () => {
  let few: Drifting | undefined;
  afterAll(() => removed(few ?? {}));

  it('the same days with fewer rows are read whole by ncdump, each value equal to that of the files, whole, clean and strict [DP1] [DP4]', async () => {
    few = await driftingServer(16);
    const { rows, variables } = few.info;
    const values = variables.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
    expect(rows).toBeGreaterThan(300);
    expect(await compared(few, ROW_BY_ROW)).toEqual(
      VARIANTS.map((each) => `${ROW_BY_ROW} ${each}: 16 variables, ${values} values compared`),
    );
  }, 120_000);
});

describe('slabs that other programs read by DAP2', () => {
  for (const [label, reader] of SLABS)
    it.skipIf(!isHere(reader))(
      `slabs that other programs read by DAP2 equal the files in ${label}: 100 of whole, clean and strict each [DP1] [DP4]`,
      () => {
        expect(printedOf(`${reader}-slabs`)).toEqual(
          VARIANTS.map((variant) => `${reader}-slabs ${variant}: 100 slabs compared`),
        );
      },
    );
});

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly isHere: boolean;
}

/** How code of each language is run. */
const RUNS: Readonly<Record<string, Run>> = {
  python: { program: 'python3', args: ['-c'], isHere: hasPython },
  r: { program: 'Rscript', args: ['-e'], isHere: isHere('r') },
  matlab: { program: 'octave-cli', args: ['--eval'], isHere: isHere('octave') },
  julia: { program: 'julia', args: ['-e'], isHere: canRun('julia', '-e', 'using NCDatasets') },
  // GDL reads the language of IDL; its text comes as a file, which the shell writes.
  idl: {
    program: 'sh',
    args: ['-c', 'printf %s "$0" >code.pro; gdl -q code.pro </dev/null'],
    isHere: has('gdl'),
  },
  curl: { program: 'sh', args: ['-c'], isHere: canRun('curl', '--version') },
};
const isRunHere = (key: string): boolean => RUNS[key]?.isHere ?? false;
const runs = (key: string, code: string) => {
  const how = RUNS[key];
  if (!how) throw new Error(`${key} is not run`);
  return run(how.program, [...how.args, code], { env: PYTHON_ENV, cwd: folder });
};

const notRun = ARRAY_LANGUAGES.filter(({ key }) => !isRunHere(key)).map(({ label }) => label);
if (notRun.length > 0) console.warn(`Code of arrays is not run in: ${notRun.join(', ')}.`);

describe('code that opens an array', () => {
  it.each(
    ARRAY_LANGUAGES.filter(({ key }) => isRunHere(key)).map(
      ({ key, label, write }) => [label, key, write] as const,
    ),
  )(
    'code that opens an array runs as it was copied in %s, and prints values [AR1]',
    async (_, key, write) => {
      const variable = exampleVariable(info.variables);
      const code = write({ ...info.variants.clean, variable, rows: info.rows });
      expect(code.trim().split('\n').length).toBeLessThanOrEqual(3);
      const { stdout, stderr } = await runs(key, code);
      if (key === 'python') expect(stderr).toBe(''); // it warns of nothing
      if (key === 'curl')
        expect(readFileSync(join(folder, 'values.dods')).length).toBeGreaterThan(17_000);
      else expect(stdout).toMatch(/-?\d+\.\d+/);
    },
  );

  it.each(
    ARRAY_LANGUAGES.filter(({ key }) => isRunHere(key)).map(
      ({ key, label, write }) => [label, key, write] as const,
    ),
  )(
    'code that opens an array of means runs as it was copied in %s, and prints values [AR1] [AR17]',
    async (_, key, write) => {
      const { zarr, dap } = info.variants.strict;
      const rows = cellsOf(info, 3600);
      const addresses = { zarr: onGrid(zarr, 3600), dap: onGrid(dap, 3600), rows };
      const code = write({ ...addresses, variable: exampleVariable(info.variables, true) });
      const { stdout } = await runs(key, code);
      if (key === 'curl')
        expect(readFileSync(join(folder, 'values.dods')).length).toBeGreaterThan(12 * rows);
      else expect(stdout).toMatch(/-?\d+\.\d+/);
    },
  );
});

describe('the page on data without an order', () => {
  const page = readFileSync(join(root, 'docs/data-without-orders.md'), 'utf8');
  const examples = [...page.matchAll(/```(python|r|sh)\n(.*?)```/gs)].map(
    ([, language = '', code = '']) =>
      [{ python: 'python', r: 'r', sh: 'curl' }[language] ?? language, code] as const,
  );

  it('the page on data without an order has an example of each language that its tests run', () => {
    expect(examples.map(([language]) => language)).toEqual(['python', 'python', 'r', 'curl']);
  });

  it.each(examples.filter(([key]) => isRunHere(key)))(
    'the page on data without an order has an example in %s that runs',
    async (key, code) => {
      const filled = code
        .replaceAll('ZARR', info.variants.clean.zarr)
        .replaceAll('DAP', info.variants.clean.dap)
        .replaceAll('VARIABLE', 'temp');
      const { stdout } = await runs(key, filled);
      if (key !== 'curl') expect(stdout).toMatch(/-?\d+\.\d+/);
    },
  );
});
