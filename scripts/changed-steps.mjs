// Which static checks a change needs: `npm run check -- --changed` runs these only, a complete
// check runs all. Paths and texts in, a list out.

const CODE = /\.[cm]?[jt]sx?$/;
/**
 * A test, what only tests read, or what lists the statements: nothing else changes which statements
 * are shown.
 */
const SHOWS_STATEMENTS =
  /\.(test|spec|suite)\.tsx?$|(^|\/)testing\/|^(e2e|fixtures|docs)\/|^scripts\/(shown-)?statements/;
/** What decides how imports are read and judged, and files that the cruise draws from. */
const RULES_OF_IMPORTS = /^scripts\/(dependenc|draw-engine)|(^|\/)(package|tsconfig[\w.]*)\.json$/;
const CRUISED = /^(packages|apps|demo)\//;

const IMPORTS =
  /\b(import|export)\b([^'"`;=()]*?)\bfrom\s*(['"])([^'"\n]+)\3|\bimport\s*\(?\s*(['"])([^'"\n]+)\5/g;

/**
 * What a source imports: of each the path, and whether it imports types. The names that it takes
 * from there do not matter.
 */
export const importsOf = (source) =>
  [
    ...new Set(
      [...source.matchAll(IMPORTS)].map(([, , names = '', , from, , bare]) => {
        const types = /^\s*type\b/.test(names)
          ? 'types '
          : /\btype\b/.test(names)
            ? 'some types '
            : '';
        return `${types}${from ?? bare}`;
      }),
    ),
  ].toSorted();

/**
 * Whether a change can break a dependency rule. `before` and `after` are '' where there is no such
 * file.
 */
export const changesImports = (changes) =>
  changes.some(
    ({ path, before, after }) =>
      RULES_OF_IMPORTS.test(path) ||
      (CRUISED.test(path) &&
        CODE.test(path) &&
        String(importsOf(before)) !== String(importsOf(after))),
  );

/**
 * The TypeScript projects whose findings these files can change: no package imports an app, and the
 * server imports no portal.
 */
export function projectsOf(files, projects) {
  const read = files.filter((file) => CODE.test(file) || file.endsWith('.json'));
  if (read.length === 0) return [];
  const under = (...folders) =>
    read.every((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
  if (under('e2e', 'bench')) return ['.'];
  if (under('apps/portal', 'e2e', 'bench')) return ['apps/portal', '.'];
  // Tests of the portal ask the server's engine.
  if (under('apps/portal', 'apps/server', 'e2e', 'bench'))
    return projects.filter((project) => !project.startsWith('packages/'));
  return projects;
}

/** The names of the steps beside types, format and words that a change needs. */
export function stepsOf(files) {
  const has = (pattern) => files.some((file) => pattern.test(file));
  return [
    'deps',
    ...(has(/^(apps|packages)\/.*\.tsx?$|^scripts\/casts/) ? ['casts'] : []),
    ...(has(/^apps\/.*\.(tsx?|css)$|^scripts\/type-scale/) ? ['scale of type'] : []),
    ...(has(/^apps\/portal\/src\/|^scripts\/(colour|lazy)/) ? ['rules'] : []),
    ...(has(SHOWS_STATEMENTS) ? ['statements'] : []),
  ];
}
