// Which sources are mutated, by module, and the score that each module has as its goal. A module is
// a folder, so a new folder is in it by itself.
import { globSync } from 'node:fs';

const SOURCES = '{packages,apps}/*/src/**/*.{ts,tsx}';
const NOT_THE_PRODUCT = /\.(test|suite)\.tsx?$|-suite\.ts$|\/testing\/|\.d\.ts$/;

/** Folders whose own folders are modules; elsewhere a workspace's first folder is the module. */
const DIVIDED = new Set(['features', 'core', 'platform', 'adapters', 'screens', 'parts']);

/**
 * Sources that no mutant is made of, each with the reason. What holds types only needs no line
 * here: it has no place to change.
 */
export const LEFT_OUT = {
  'apps/portal/src/app/main.tsx':
    'starts the portal in a browser; every flow in e2e/ begins with it',
  'apps/server/src/cli.ts': 'the program itself: its tests start it as a process',
};

/** Goals in percent, by the beginning of a path; the longest that fits counts. */
const GOALS = {
  '': 85,
  'packages/netcdf/src/job/': 90,
  'apps/server/src/features/orders/': 90,
  'apps/server/src/core/orders/': 90,
  'apps/server/src/features/accounts/': 90,
  'apps/server/src/core/accounts/': 90,
  'apps/server/src/store/': 90,
  'apps/server/src/platform/admission/': 90,
  'packages/search-engine/': 85,
  'packages/contract/': 85,
  'apps/portal/': 80,
};
/** No file may be below it. */
export const FLOOR_PERCENT = 60;

/** Paths of all sources of packages and apps, sorted. */
export const sources = (root) =>
  globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((path) => !NOT_THE_PRODUCT.test(path) && !Object.hasOwn(LEFT_OUT, path))
    .sort();

/**
 * 'apps/server/src/features/orders/steps/a.ts' -> 'server/features/orders';
 * 'packages/contract/src/time.ts' -> 'contract'.
 */
export function moduleOf(path) {
  const [, workspace, , ...below] = path.split('/');
  const folders = below.slice(0, -1);
  const deep = DIVIDED.has(folders[0]) ? 2 : 1;
  return [workspace, ...folders.slice(0, deep)].join('/');
}

export function goalOf(path) {
  const fitting = Object.keys(GOALS).filter((beginning) => path.startsWith(beginning));
  return GOALS[fitting.reduce((best, one) => (one.length > best.length ? one : best), '')];
}

/** Module -> its sources. */
export const modules = (root) => Map.groupBy(sources(root), moduleOf);
