// Mutation testing: every source is in a module, mutants whose places are gone are refused, and
// what a sample says of all.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
/** The scripts have no types; they run in a process of their own and answer JSON. */
const answerOf = (program: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
    }),
  );
const paths = z.array(z.string());

/** The nearest tests of a source in a project of these files. */
function nearestIn(files: Readonly<Record<string, string>>, source: string): string[] {
  const root = folderOf('isobar-reach-', files);
  const nearest = answerOf(`import { reach } from './mutation/reach.mjs';
    const found = reach(${JSON.stringify(root)}).nearest(${JSON.stringify(source)});
    console.log(JSON.stringify(found.map(({ path }) => path)));`);
  rmSync(root, { recursive: true });
  return paths.parse(nearest);
}

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it('every source of packages and apps is in a module or left out with a reason, and nothing that is left out is missing', () => {
  const { measured, leftOut } = z
    .object({ measured: paths, leftOut: z.record(z.string(), z.string().min(10)) })
    .parse(
      answerOf(`import { LEFT_OUT, modules } from './mutation/modules.mjs';
        const measured = [...modules(${JSON.stringify(ROOT)}).values()].flat();
        console.log(JSON.stringify({ measured, leftOut: LEFT_OUT }));`),
    );
  const all = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$|\/testing\/|suite\.ts$|\.d\.ts$/.test(path),
  );
  expect([...measured, ...Object.keys(leftOut)].toSorted()).toEqual(all.toSorted());
});

it('a module is a folder, deeper where folders only divide, and its goal is that of the longest path', () => {
  const path = 'apps/server/src/features/orders/steps/finalise.ts';
  expect(
    answerOf(`import { goalOf, moduleOf } from './mutation/modules.mjs';
      const of = (path) => [moduleOf(path), goalOf(path)];
      console.log(JSON.stringify(['${path}', 'packages/contract/src/time.ts', 'apps/portal/src/ui/new/a.tsx'].map(of)));`),
  ).toEqual([
    ['server/features/orders', 90],
    ['contract', 85],
    ['portal/ui', 80],
  ]);
});

it('the nearest tests of a source are its own first, then those with fewer imports between', () => {
  const nearest = paths.parse(
    answerOf(`import { reach } from './mutation/reach.mjs';
      const found = reach(${JSON.stringify(ROOT)}).nearest('packages/search-engine/src/aggregate/aggregation-cache.ts');
      console.log(JSON.stringify(found.map(({ path }) => path)));`),
  );
  // What a cluster answered shows more than any test of its own.
  expect(nearest.slice(0, 2)).toEqual([
    'apps/server/src/adapters/search-direct.test.ts',
    'packages/search-engine/src/aggregate/aggregation-cache.test.ts',
  ]);
  expect(nearest).toContain('apps/server/src/adapters/search-embedded/search-embedded.test.ts');
});

it('a test that needs only types of a source does not reach it, and one of the same folder is nearer than one elsewhere with fewer imports', () => {
  const files = {
    'packages/a/src/one/source.ts': 'export const source = 1;',
    'packages/a/src/one/uses.ts': "import { source } from './source.ts';",
    'packages/a/src/one/beside.test.ts': "import { a } from './uses.ts';",
    'packages/a/src/two/elsewhere.test.ts': "import { source } from '../one/source.ts';",
    'packages/a/src/one/types.test.ts':
      "import type {\n  Source,\n} from './source.ts';\nexport type { Other } from './uses.ts';",
  };
  expect(nearestIn(files, 'packages/a/src/one/source.ts')).toEqual([
    'packages/a/src/one/beside.test.ts',
    'packages/a/src/two/elsewhere.test.ts',
  ]);
});

it('a test that loads all sources of a folder by name reaches each of them', () => {
  const files = {
    'packages/a/src/calls/one.ts': 'export const one = 1;',
    'packages/a/src/testing/all.ts':
      'export const load = (name: string) => import(`../calls/$' + '{name}.ts`);',
    'packages/a/src/calls/all.test.ts': "import { load } from '../testing/all.ts';",
  };
  expect(nearestIn(files, 'packages/a/src/calls/one.ts')).toEqual([
    'packages/a/src/calls/all.test.ts',
  ]);
});

it('a mutant is noticed by the compiler where the source, or one that imports it for its types only, does not compile with it', () => {
  const source = 'export const made = () => ({ day: 1 });\nexport const size = 2;\n';
  const root = folderOf('isobar-types-', {
    'packages/a/tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, lib: ['ES2024'], types: [], noEmit: true, module: 'ESNext' },
      include: ['src'],
    }),
    'packages/a/src/source.ts': source,
    'packages/a/src/uses.ts':
      "import type { made } from './source.ts';\nexport const day = (of: ReturnType<typeof made>): number => of.day;\n",
  });
  const mutant = (was: string, replacement: string) => {
    const at = source.indexOf(was);
    const line = source.slice(0, at).split('\n').length - 1;
    const column = at - source.lastIndexOf('\n', at - 1) - 1;
    const location = { start: { line, column }, end: { line, column: column + was.length } };
    return { path: 'packages/a/src/source.ts', location, replacement };
  };
  const mutants = [mutant('{ day: 1 }', '{}'), mutant('2', '3'), mutant('2', ';')];
  expect(
    answerOf(`import { reach } from './mutation/reach.mjs';
      import { compiler } from './mutation/types.mjs';
      const root = ${JSON.stringify(root)};
      const { refusing } = compiler(root, reach(root).importersWithTypes());
      console.log(JSON.stringify(${JSON.stringify(mutants)}.map((one) => refusing(one) ?? null)));`),
  ).toEqual(['packages/a/src/uses.ts', null, 'packages/a/src/source.ts']);
  rmSync(root, { recursive: true });
});

it('a larger sample begins with the smaller one, whatever ids mutants have, and its interval is narrower', () => {
  const { small, large, wide, narrow } = z
    .object({
      small: z.array(z.number()),
      large: z.array(z.number()),
      wide: z.tuple([z.number(), z.number()]),
      narrow: z.tuple([z.number(), z.number()]),
    })
    .parse(
      answerOf(`import { inRandomOrder, interval } from './mutation/sample.mjs';
        const mutants = (first) => Array.from({ length: 50 }, (_, line) => ({ id: first + line, location: { start: { line } }, mutatorName: 'a', replacement: 'b' }));
        const lines = (first, size) => inRandomOrder(mutants(first), 1).slice(0, size).map(({ location }) => location.start.line);
        console.log(JSON.stringify({ small: lines(0, 5), large: lines(900, 20), wide: interval(9, 10), narrow: interval(90, 100) }));`),
    );
  expect(large.slice(0, 5)).toEqual(small);
  expect(small).not.toEqual([0, 1, 2, 3, 4]);
  expect(wide[0]).toBeCloseTo(59.6, 1); // as tables of the Wilson interval have it
  expect(wide[1]).toBeCloseTo(98.2, 1);
  expect(narrow[1] - narrow[0]).toBeLessThan(wide[1] - wide[0]);
});

it('a mutant needs no further test file once one noticed it, or enough of them ran it and noticed nothing; loading it is less', () => {
  expect(
    answerOf(`import { settledOf } from './mutation/settled.mjs';
      const lines = ['a killed', 'b late', 'c survived', 'c survived', 'd survived', 'd untried', 'e survived', 'e killed', 'f survived loaded', 'f survived loaded'];
      const found = settledOf(lines.map((line) => line.split(' ')).map(([id, status, loaded]) => ({ id, status, isLoadedOnly: loaded !== undefined })), 2);
      console.log(JSON.stringify([...found]));`),
  ).toEqual(['a', 'b', 'c', 'e']);
});

it('mutants that are named equivalent are in place and have a reason', () => {
  expect(
    answerOf(`import { readEquivalents } from './mutation/scores.mjs';
      console.log(JSON.stringify(typeof readEquivalents(${JSON.stringify(ROOT)})));`),
  ).toBe('function');
});

it('the table has a row of each measured file, with the interval of a sample, the first score and what is below the floor', () => {
  const root = mkdtempSync(join(tmpdir(), 'isobar-scores-'));
  const score = { key: 'a', late: 0, unreached: 0, tests: [2, 5], date: '2026-11-27' };
  const scores = {
    'packages/contract/src/a.ts': { ...score, of: 40, tried: 10, killed: 9, first: [5, 10] },
    'packages/contract/src/b.ts': { ...score, of: 10, tried: 10, killed: 5, first: [5, 10] },
    'packages/contract/src/types.ts': { ...score, of: 0, tried: 0, killed: 0, first: [0, 0] },
  };
  mkdirSync(join(root, 'packages/contract/src'), { recursive: true });
  mkdirSync(join(root, 'mutation'));
  for (const path of [...Object.keys(scores), 'packages/contract/src/new.ts'])
    writeFileSync(join(root, path), '');
  writeFileSync(join(root, 'mutation/scores.json'), JSON.stringify(scores));
  const text = z.string().parse(
    answerOf(`import { tableOf } from './mutation/scores.mjs';
      console.log(JSON.stringify(tableOf(${JSON.stringify(root)}, (path) => !path.endsWith('b.ts')).text));`),
  );
  rmSync(root, { recursive: true });
  expect(text.split('\n').filter((line) => /^\| [a-z]/.test(line))).toEqual([
    '| contract | 85 % | 3 of 4 | 50 | 20 | 50 % | 82 % | 1 |', // 40 at 90 % and 10 at 50 %
    '| a.ts | 40 | 10 | 9 | 0 | 2 of 5 | 50 % | 90 % (60 to 98) |',
    '| b.ts | 10 | 10 | 5 | 0 | 2 of 5 | 50 % | 50 % |',
  ]);
  expect(text).toMatch(
    /3 of 4 sources are\s+measured; 1 of them, or tests that noticed their mutants, changed since/,
  );
});

it('a test that opens a part which is loaded later is nearer than those that open the program at another address', () => {
  const files = {
    'apps/portal/src/app/routes.ts':
      "export const routes = [() => import('../screens/two/two-screen.ts'), () => import('../screens/one/one-screen.ts')];",
    'apps/portal/src/screens/two/two-screen.ts': "export const panel = () => import('./panel.ts');",
    'apps/portal/src/screens/two/panel.ts': "import { part } from '../../parts/map/part.ts';",
    'apps/portal/src/screens/one/one-screen.ts': "import { other } from './other.ts';",
    'apps/portal/src/screens/one/other.ts': 'export const other = 2;',
    'apps/portal/src/parts/map/part.ts': 'export const part = 1;',
    'apps/portal/src/testing/open.ts': "import { routes } from '../app/routes.ts';",
    'apps/portal/src/screens/two/screen.test.ts': "import { open } from '../../testing/open.ts';",
    'apps/portal/src/screens/one/screen.test.ts': "import { open } from '../../testing/open.ts';",
    'apps/portal/src/screens/two/alone.test.ts': 'export {};',
  };
  expect(nearestIn(files, 'apps/portal/src/parts/map/part.ts')).toEqual([
    'apps/portal/src/screens/two/screen.test.ts',
    'apps/portal/src/screens/one/screen.test.ts',
  ]);
  expect(nearestIn(files, 'apps/portal/src/screens/one/one-screen.ts')[0]).toBe(
    'apps/portal/src/screens/one/screen.test.ts',
  );
});

it('a thread tells which mutants it runs, and a test that fails when its file is run again is left out without the others', () => {
  // As Stryker writes it: the mutant 'sum' adds nothing, 'once' is reached by a test alone that
  // cannot be repeated.
  const source = `
    const space = (globalThis.__stryker__ ??= {});
    const cover = (id) => {
      const { static: none, perTest } = (space.mutantCoverage ??= { static: {}, perTest: {} });
      const counts = space.currentTestId ? (perTest[space.currentTestId] ??= {}) : none;
      counts[id] = (counts[id] ?? 0) + 1;
    };
    const isActive = (id) => (space.activeMutant ?? process.env.__STRYKER_ACTIVE_MUTANT__) === id;
    export const sum = (a, b) => (cover('sum'), isActive('sum') ? a : a + b);
    export const once = () => (cover('once'), isActive('once') ? 2 : 1);`;
  const files = {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config';
      export default defineConfig({ test: { projects: [{ test: { name: 'node', pool: 'forks', include: ['a/*.test.ts'] } }] } });`,
    'package.json': '{ "type": "module" }',
    'a/thread.js':
      "import { parentPort } from 'node:worker_threads';\nimport { sum } from './source.js';\nparentPort.postMessage(sum(1, 2));",
    'a/some.test.ts': `import { Worker } from 'node:worker_threads';
      import { expect, it } from 'vitest';
      import { once } from './source.js';
      let runs = (globalThis.runs = (globalThis.runs ?? 0) + 1);
      it('is for once', () => expect([once(), runs++]).toEqual([1, 1]));
      it('adds in a thread', async () => {
        const thread = new Worker(new URL('./thread.js', import.meta.url));
        expect(await new Promise((done) => thread.on('message', done))).toBe(3);
        await thread.terminate();
      });`,
  };
  const root = folderOf('isobar-runner-', files);
  for (const name of ['runner.mjs', 'settled.mjs', 'tidy.mjs', 'vitest.config.ts', 'telling.mjs']) {
    mkdirSync(join(root, 'mutation'), { recursive: true });
    copyFileSync(join(ROOT, 'mutation', name), join(root, 'mutation', name));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const found = answerOf(`import { measure } from './mutation/measure.mjs';
    import { TELLING } from './mutation/telling.mjs';
    import { writeFileSync } from 'node:fs';
    const folder = ${JSON.stringify(root)};
    writeFileSync(folder + '/a/source.js', TELLING + ${JSON.stringify(source)});
    const { states, unusable, leftOut } = await measure({
      ...{ node: process.execPath, box: { folder }, mutants: ['sum', 'once'].map((id) => ({ id, path: 'a/source.js' })) },
      ...{ testsOf: () => ['a/some.test.ts'], enough: 2, limit: { at: Number.POSITIVE_INFINITY } },
    });
    console.log(JSON.stringify({ states: [...states].map(([id, { status, by }]) => [id, status, by]), unusable: [...unusable], leftOut: [...leftOut.keys()] }));`);
  rmSync(root, { recursive: true });
  expect(found).toEqual({
    states: [
      ['sum', 'killed', 'adds in a thread'],
      ['once', 'unreached', null],
    ],
    unusable: [],
    leftOut: ['a/some.test.ts: is for once'],
  });
});
