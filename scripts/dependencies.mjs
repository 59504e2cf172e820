// Checks that imports only go down, that no write bypasses the file layer and no route bypasses
// http.route, and proves on planted violations that it can fail. --same-imports: no import changed,
// so only the texts of the sources are searched.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FOLDER_ORDER, RULES as rules } from './dependency-rules.mjs';
import { FOLDERS_FILE, foldersDrawn } from './draw-engine-layers.mjs';
import { PLANTED_READS, PLANTED_WRITES, writesAround, writesOf } from './durable-writes.mjs';
import { notFallen } from './ratchets.mjs';
import { PLANTED_RAW, PLANTED_ROUTED, rawRoutes, rawRoutesOf } from './raw-routes.mjs';

const FOLDERS = [
  'packages/contract/src',
  'packages/netcdf/src',
  'packages/query-language/src',
  'packages/search-engine/src',
  'apps/server/src',
  'apps/portal/src',
  'demo',
];
/** Fewer modules than this means that the check looked in the wrong place. */
const FEWEST_MODULES = 60;

/**
 * Rule -> a file that breaks it (its path, and what it imports); `true`: it imports only a type.
 */
const PLANTED = {
  ...Object.fromEntries(
    FOLDER_ORDER.flatMap(({ name, path, folders }) =>
      Object.keys(folders).map((folder) => [
        `${name}-${folder}-imports-down`,
        [`${path}/${folder}/planted.ts`, '../elsewhere/a.ts'],
      ]),
    ),
  ),
  'no-cycles': ['apps/server/src/platform/planted-circle.ts', './planted-circle.ts', true],
  'contract-is-pure': ['packages/contract/src/planted.ts', 'node:fs'],
  'contract-is-reached-by-the-server': [
    'packages/contract/src/planted-apart.ts',
    '../../../apps/server/src/main.ts',
  ],
  'contract-is-reached-by-the-portal': [
    'packages/contract/src/planted-apart.ts',
    '../../../apps/server/src/main.ts',
  ],
  'netcdf-knows-nothing-of-us': [
    'packages/netcdf/src/planted.ts',
    '../../../apps/server/src/main.ts',
  ],
  'query-language-is-pure': ['packages/query-language/src/planted.ts', 'node:fs'],
  'search-engine-knows-no-archive': [
    'packages/search-engine/src/planted.ts',
    '../../contract/src/a.ts',
  ],
  'search-engine-has-one-entry': ['packages/search-engine/src/planted-too.ts', './query/a.ts'],
  'search-engine-is-asked-by-its-adapter': [
    'apps/server/src/roles/planted.ts',
    '../../../../packages/search-engine/src/search.ts',
  ],
  'core-knows-no-feature': ['apps/server/src/core/planted.ts', '../features/files/a.ts'],
  'features-stay-apart': ['apps/server/src/features/orders/planted.ts', '../files/a.ts'],
  'features-name-no-adapter': [
    'apps/server/src/features/orders/planted-too.ts',
    '../../adapters/a.ts',
  ],
  'screens-stay-apart': ['apps/portal/src/screens/cart/planted.ts', '../home/a.ts'],
  'parts-import-down': ['apps/portal/src/parts/planted.ts', '../screens/home/a.ts'],
  'ui-has-no-domain': ['apps/portal/src/ui/planted.ts', '../lib/a.ts'],
  'loading-imports-down': ['apps/portal/src/loading/planted.ts', '../lib/a.ts'],
  'portal-never-reaches-the-server': [
    'apps/portal/src/lib/planted.ts',
    '../../../server/src/main.ts',
  ],
};
const TARGETS = [
  ...FOLDER_ORDER.map(({ path }) => `${path}/elsewhere/a.ts`),
  'packages/contract/src/a.ts',
  'apps/server/src/main.ts',
  'apps/server/src/platform/log/log.ts',
  'apps/server/src/features/files/a.ts',
  'apps/server/src/adapters/a.ts',
  'apps/portal/src/screens/home/a.ts',
  'apps/portal/src/lib/a.ts',
  'packages/search-engine/src/search.ts',
  'packages/search-engine/src/query/a.ts',
];

const sameImports = process.argv.includes('--same-imports');
const project = sameImports
  ? { modules: FEWEST_MODULES, violations: [] }
  : await cruiseFolders(process.cwd(), FOLDERS);
for (const v of project.violations) console.error(`${v.rule.name}: ${v.from} -> ${v.to}`);
const blind = sameImports ? [] : await rulesThatMissTheirPlant();
for (const rule of blind)
  console.error(`${rule}: did not see the import that was planted against it`);
const around = [
  ...writesAround(process.cwd()),
  ...PLANTED_WRITES.filter((text) => writesOf(text).length === 0).map(
    (text) => `not noticed: ${text}`,
  ),
  ...PLANTED_READS.filter((text) => writesOf(text).length > 0).map(
    (text) => `taken for a write: ${text}`,
  ),
  ...rawRoutes(process.cwd()),
  ...PLANTED_RAW.filter((text) => rawRoutesOf(text).length === 0).map(
    (text) => `not noticed: ${text}`,
  ),
  ...PLANTED_ROUTED.filter((text) => rawRoutesOf(text).length > 0).map(
    (text) => `taken for a route around http.route: ${text}`,
  ),
];
const former = notFallen(process.cwd());
for (const line of [...around, ...former]) console.error(line);
const isDrawn = readFileSync(FOLDERS_FILE, 'utf8') === foldersDrawn();
if (!isDrawn) console.error(`${FOLDERS_FILE} is out of date: node scripts/draw-engine-layers.mjs`);
if (project.modules < FEWEST_MODULES)
  console.error(`only ${project.modules} modules seen, at least ${FEWEST_MODULES} expected`);
console.log(
  sameImports
    ? 'the dependency rules, which judge imports, were left out: no import changed'
    : `${project.modules} modules, ${project.violations.length} imports against the dependency rules`,
);
process.exitCode =
  project.violations.length + blind.length + around.length + former.length > 0 ||
  project.modules < FEWEST_MODULES ||
  !isDrawn
    ? 1
    : 0;

async function cruiseFolders(baseDir, folders) {
  const before = process.cwd();
  process.chdir(baseDir);
  const { cruise } = await import('dependency-cruiser'); // it takes a second to load
  try {
    const { output } = await cruise(folders, {
      ...rules.options,
      ruleSet: { forbidden: rules.forbidden },
      validate: true,
      baseDir,
    });
    return { modules: output.summary.totalCruised, violations: output.summary.violations };
  } finally {
    process.chdir(before);
  }
}

async function rulesThatMissTheirPlant() {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-dependencies-'));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of TARGETS) write(path, 'export const a = 1;\n');
  for (const [path, imported, typesOnly] of Object.values(PLANTED))
    write(
      path,
      typesOnly
        ? `import type * as a from '${imported}';\nexport type B = typeof a;\n`
        : `import * as a from '${imported}';\nexport const b = a;\n`,
    );
  const { violations } = await cruiseFolders(folder, ['packages', 'apps']);
  rmSync(folder, { recursive: true, force: true });
  const seen = new Set(violations.map((v) => `${v.rule.name} ${v.from}`));
  return Object.entries(PLANTED).flatMap(([rule, [path]]) =>
    seen.has(`${rule} ${path}`) ? [] : [rule],
  );
}
