// The dependency rules: imports go down, never up, never sideways. scripts/dependencies.mjs proves
// that each rule can fail.

const SERVER = 'apps/server/src';
const PORTAL = 'apps/portal/src';
const LANGUAGE = 'packages/query-language/src';
const ENGINE = 'packages/search-engine/src';
/** A test may import whatever it tests. */
const NOT_TESTS = '\\.(test|suite)\\.tsx?$|/testing/';

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
/** A folder of the search engine -> the folders that it may import. */
const ENGINE_FOLDERS = {
  memory: [],
  language: ['memory'],
  segment: ['memory', 'language'],
  build: ['memory', 'language', 'segment'],
  query: ['memory', 'language', 'segment'],
  reply: ['memory', 'language', 'segment'],
  aggregate: ['memory', 'language', 'segment', 'query', 'reply'],
};
/** Calls are read by other programs as well. */
const REACHED_BY_ONE = '/calls/';
const reachedBy = (side, path) =>
  forbid(
    `contract-is-reached-by-${side}`,
    below(path),
    {
      path: '^packages/contract/src/',
      pathNot: [NOT_TESTS, REACHED_BY_ONE, '\\.d\\.ts$'],
      reachable: false,
    },
    'What only one side reaches belongs to it.',
  );
/** A folder of `core` -> the folders of `core` that it may import. */
const CORE_FOLDERS = {
  jobs: [],
  hooks: [],
  audit: [],
  staging: [],
  tables: [],
  accounts: ['jobs'],
  orders: ['jobs'],
  words: ['tables', 'audit'],
  citation: ['tables'],
  quality: ['tables'],
  catalogue: ['tables', 'quality'],
  grid: ['catalogue'],
  series: ['tables', 'quality', 'catalogue'],
  facts: ['catalogue', 'quality'],
  reports: ['tables', 'quality', 'catalogue'],
  affected: ['facts', 'tables', 'catalogue', 'quality', 'reports'],
  pages: ['tables', 'citation', 'quality', 'catalogue', 'series', 'affected', 'reports'],
};
/** A folder of `platform` -> the folders of `platform` that it may import. */
const PLATFORM_FOLDERS = {
  text: [],
  files: [],
  threads: [],
  log: ['text'],
  keys: ['files'],
  replies: ['text', 'files'],
  admission: ['text', 'replies', 'log'],
  pool: ['admission', 'files', 'log', 'threads'],
  config: ['admission'],
  http: ['text', 'admission', 'log', 'replies'],
};
const below = (path) => ({ path: `^${path}/`, pathNot: NOT_TESTS });

/**
 * Layers whose folders have an order. `others`: what of the layer counts; by default what is in a
 * folder.
 */
export const FOLDER_ORDER = [
  // its one file outside a folder is above them all
  { name: 'search-engine', path: ENGINE, folders: ENGINE_FOLDERS, others: '' },
  { name: 'core', path: `${SERVER}/core`, folders: CORE_FOLDERS },
  { name: 'platform', path: `${SERVER}/platform`, folders: PLATFORM_FOLDERS },
];

/** A rule for each folder of a layer: what it may import of the layer's other folders. */
const insideOrder = ({ name, path, folders, others = '[^/]+/' }) =>
  Object.entries(folders).map(([folder, lower]) =>
    forbid(
      `${name}-${folder}-imports-down`,
      below(`${path}/${folder}`),
      {
        path: `^${path}/${others}`,
        pathNot: [`^${path}/(${[folder, ...lower].join('|')})/`, NOT_TESTS],
      },
      lower.length > 0
        ? `It imports only ${lower.join(', ')}.`
        : `It imports nothing of the other folders.`,
    ),
  );

export const RULES = {
  forbidden: [
    forbid(
      'no-cycles',
      { pathNot: NOT_TESTS },
      { circular: true },
      'Cycles hide who depends on whom. A type that two files share has a file of its own.',
    ),
    forbid(
      'contract-is-pure',
      below('packages/contract/src'),
      { pathNot: `^packages/contract/src/|^${LANGUAGE}/|node_modules/zod/|^zod` },
      'Contract is what both sides agree on: zod, the query language and nothing else.',
    ),
    forbid(
      'query-language-is-pure',
      below(LANGUAGE),
      { pathNot: `^${LANGUAGE}/|node_modules/zod/|^zod` },
      'The language is schemas and types, for browsers too: zod and nothing else.',
    ),
    reachedBy('the-server', SERVER),
    reachedBy('the-portal', PORTAL),
    forbid(
      'netcdf-knows-nothing-of-us',
      below('packages/netcdf/src'),
      { path: '^(apps|demo|packages/(?!netcdf/))' },
      'NetCDF knows no archive, order or path rule.',
    ),
    forbid(
      'search-engine-knows-no-archive',
      { path: `^${ENGINE}/` }, // its tests as well
      { path: '^(apps|demo|packages/(?!search-engine/|query-language/))' },
      'The engine is given a mapping and knows no field by name.',
    ),
    ...FOLDER_ORDER.flatMap(insideOrder),
    forbid(
      'search-engine-has-one-entry',
      { path: `^${ENGINE}/[^/]+\\.ts$`, pathNot: [NOT_TESTS, `^${ENGINE}/search\\.ts$`] },
      { path: '' },
      'Every file of the engine but search.ts is in a folder.',
    ),
    forbid(
      'search-engine-is-asked-by-its-adapter',
      {
        path: `^(?!packages/search-engine/|${SERVER}/adapters/search-embedded/)`,
        pathNot: NOT_TESTS,
      },
      { path: `^${ENGINE}/(?!language/)` },
      'Others share its language and ask the search port.',
    ),
    forbid(
      'platform-has-no-domain',
      below(`${SERVER}/platform`),
      { path: `^(demo|${SERVER}/(?!platform/))` },
      'Every other folder may import platform.',
    ),
    forbid(
      'store-and-ports-import-down',
      { path: `^${SERVER}/(store|ports)/`, pathNot: NOT_TESTS },
      { path: `^(demo|${SERVER}/(?!store/|ports/|platform/))` },
      'Ports speak our words and name no vendor.',
    ),
    forbid(
      'adapters-know-no-feature',
      below(`${SERVER}/adapters`),
      { path: `^${SERVER}/(features|core|roles)/|^${SERVER}/(main|cli)\\.ts$` },
      'An adapter fills a port.',
    ),
    forbid(
      'core-knows-no-feature',
      below(`${SERVER}/core`),
      { path: `^(demo|${SERVER}/(features|adapters|roles))|^${SERVER}/(main|cli)\\.ts$` },
      'Core is what features share.',
    ),
    forbid(
      'features-stay-apart',
      { path: `^${SERVER}/features/([^/]+)/`, pathNot: NOT_TESTS },
      { path: `^${SERVER}/features/([^/]+)/`, pathNot: `^${SERVER}/features/$1/` },
      'What two features share moves down, to core or contract.',
    ),
    forbid(
      'features-name-no-adapter',
      below(`${SERVER}/features`),
      { path: `^(demo|${SERVER}/(adapters|roles))|^${SERVER}/(main|cli)\\.ts$` },
      'Adapters are handed down from main.',
    ),
    forbid(
      'portal-never-reaches-the-server',
      below(PORTAL),
      { path: '^(apps/server|packages/(netcdf|search-engine)|demo)/' },
      'The portal is just one more client.',
    ),
    forbid(
      'screens-stay-apart',
      { path: `^${PORTAL}/screens/([^/]+)/`, pathNot: NOT_TESTS },
      { path: `^${PORTAL}/(screens/([^/]+)|app)/`, pathNot: `^${PORTAL}/screens/$1/` },
      'No screen imports another.',
    ),
    forbid(
      'parts-import-down',
      below(`${PORTAL}/parts`),
      { path: `^${PORTAL}/(app|screens)/` },
      'Parts are used by screens.',
    ),
    forbid(
      'ui-has-no-domain',
      below(`${PORTAL}/ui`),
      { path: `^${PORTAL}/(app|screens|parts|lib)/|^packages/` },
      'ui only receives.',
    ),
    forbid(
      'lib-imports-down',
      below(`${PORTAL}/lib`),
      { path: `^${PORTAL}/(app|screens|parts|ui)/` },
      'Parts may import lib.',
    ),
    forbid(
      'loading-imports-down',
      below(`${PORTAL}/loading`),
      { path: `^${PORTAL}/(app|screens|parts|ui|lib)/|^packages/` },
      'Both ui and lib load through it.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    detectProcessImports: false,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
