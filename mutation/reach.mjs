// Which test files reach a source through imports, nearest first: what `vitest related` follows,
// with the files that threads are started from.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { moduleOf } from './modules.mjs';

const TESTS = ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts'];
const CODE = ['{packages,apps}/*/src/**/*.{ts,tsx}', 'demo/**/*.ts', 'e2e/**/*.ts'];
/** The entry of a thread or process: `new URL('./x.ts', import.meta.url)`. */
const STARTED = /new URL\(\s*'(\.{1,2}\/[^']+\.tsx?)'\s*,\s*import\.meta\.url/g;
/** All sources of a folder: `import(`../calls/${name}.ts`)`. */
const OF_FOLDER = /import\(\s*`(\.{1,2}\/[^`$]*\/)\$\{[^`}]+\}(\.tsx?)`\s*\)/g;
/** What is imported for its types only: nothing of it runs. */
const ONLY_TYPES = /^(?:im|ex)port type (?:\{[^}]*\}|\* as \w+|\w+) from '[^']+';$/gm;
/**
 * These start processes, or work through whole orders and archives: a run of theirs takes minutes,
 * so they come last.
 */
const SLOW =
  /(\/(cli|switches|affected-orders|killed|soak|queue|clock-jumps|clock-put-back|real-jobs|verify-real-files|parsers)|server\/src\/testing\/[\w-]+)\.test\.ts$/;
/**
 * Tests that compare a package with recorded answers of another program, though they are elsewhere:
 * they come first.
 */
const COMPARING = new Map([
  ['packages/search-engine/', 'apps/server/src/adapters/search-direct.test.ts'],
]);

/**
 * Reads all imports once. `nearest(source)`: test files that reach it, nearest first, each with the
 * number of imports between.
 */
export function reach(root) {
  const importers = importersBelow(root);
  const imported = new Map();
  for (const [path, by] of importers)
    for (const one of by) imported.set(one, [...(imported.get(one) ?? []), path]);
  const reachedBy = new Map();
  const reached = (test) => {
    const known = reachedBy.get(test) ?? distances(test, imported);
    reachedBy.set(test, known);
    return known;
  };
  /** How much a test reaches: of tests that are as near, one of little else says more. */
  const widthOf = (test) => reached(test).size;
  const tests = new Set(globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] }));
  return {
    tests,
    importersWithTypes: () => importersBelow(root, true),
    nearest(source) {
      const far = distances(source, importers);
      const folder = dirname(source);
      const isOfFolder = (path) =>
        dirname(path) === folder || imported.get(path)?.some((one) => dirname(one) === folder);
      const onTheWay = Map.groupBy(
        [...far].filter(([path]) => !tests.has(path)),
        ([path]) => dirname(path),
      );
      /**
       * A test is about the files of its folder, so that it runs what these load, as a screen its
       * parts: by imports alone every test that opens the portal at an address would be as far from
       * every screen.
       */
      const besideTheWay = (test) => {
        const beside = onTheWay.get(dirname(test))?.filter(([path]) => reached(test).has(path));
        return 1 + Math.min(...(beside ?? []).map(([, steps]) => steps));
      };
      const stepsOf = (path, steps) => {
        if (stem(path) === stem(source)) return 0;
        return Math.min(steps, isOfFolder(path) ? 1 : besideTheWay(path));
      };
      return [...far]
        .filter(([path]) => tests.has(path))
        .map(([path, steps]) => ({
          path,
          steps: stepsOf(path, steps),
          isOfFolder: isOfFolder(path),
        }))
        .sort(
          (a, b) =>
            rank(a, source) - rank(b, source) ||
            widthOf(a.path) - widthOf(b.path) ||
            (a.path < b.path ? -1 : 1),
        );
    },
  };
}

/**
 * Slow ones last, those that compare first; then by imports between, where a test in the folder of
 * a source, or that imports another of it, is as near as one that imports the source; those of the
 * same folder and module before others, which use a source without asserting what it does, and
 * those that need a document after others.
 */
function rank({ path, steps, isOfFolder }, source) {
  const beside = path.startsWith(`${dirname(source)}/`)
    ? 0
    : isOfFolder
      ? 0.25
      : isOfSameModule(path, source)
        ? 0.5
        : 2;
  const isAkin = firstWord(path) === firstWord(source) ? -0.25 : 0; // 'plan-crumbs' and 'plan'
  const inDocument = isOfPortal(path) && !isOfPortal(source) ? 2 : 0;
  const compares = [...COMPARING].some(([of, test]) => source.startsWith(of) && path === test);
  return (SLOW.test(path) ? 1000 : compares ? -1000 : 0) + steps + beside + isAkin + inDocument;
}

const firstWord = (path) => /[^/.-]+(?=[^/]*$)/.exec(path)?.[0];
const isOfSameModule = (path, source) =>
  path.includes('/src/') && moduleOf(path) === moduleOf(source);
const isOfPortal = (path) => path.startsWith('apps/portal/');

const stem = (path) => path.replace(/(\.test)?\.tsx?$/, '');

/** All that is reached from a path through these edges, with the number of steps. */
function distances(source, edges) {
  const far = new Map([[source, 0]]);
  for (const [path, steps] of far)
    for (const next of edges.get(path) ?? []) if (!far.has(next)) far.set(next, steps + 1);
  return far;
}

/**
 * Path -> the paths that import it or start it; `types`: also those that import no more than its
 * types.
 */
function importersBelow(root, types = false) {
  const importers = new Map();
  for (const path of globSync(CODE, { cwd: root, exclude: ['**/node_modules/**'] }))
    for (const imported of importsOf(root, path, types)) {
      const known = importers.get(imported) ?? new Set();
      importers.set(imported, known.add(path));
    }
  return importers;
}

function importsOf(root, path, types) {
  const text = readFileSync(join(root, path), 'utf8');
  const read = types ? text : text.replace(ONLY_TYPES, '');
  const { importedFiles } = ts.preProcessFile(read, true, false);
  const started = [...text.matchAll(STARTED)].map(([, file]) => file);
  const ofFolders = [...text.matchAll(OF_FOLDER)].flatMap(([, folder, ending]) =>
    globSync(`*${ending}`, { cwd: join(root, dirname(path), folder) })
      .filter((name) => !name.includes('.test.'))
      .map((name) => `${folder}${name}`),
  );
  const all = [...importedFiles.map(({ fileName }) => fileName), ...started, ...ofFolders];
  return all.flatMap((named) => resolved(root, path, named) ?? []);
}

function resolved(root, path, named) {
  const workspace = /^@isobar\/([\w-]+)(?:\/(.+))?$/.exec(named);
  if (workspace) return `packages/${workspace[1]}/src/${workspace[2] ?? 'index.ts'}`;
  const below = /^#\/(.+)$/.exec(named);
  if (below) return firstThere(root, `${path.split('/src/')[0]}/src/${below[1]}`);
  if (!named.startsWith('.')) return null;
  return firstThere(root, normalize(join(dirname(path), named)));
}

const firstThere = (root, path) =>
  [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(
    (one) => /\.tsx?$/.test(one) && existsSync(join(root, one)),
  );
