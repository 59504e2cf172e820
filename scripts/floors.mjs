// Checks that imports only go down and that no write bypasses the file layer, and proves on planted violations that it can fail.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { ROOMS_FILE, roomsDrawn } from './draw-engine-floors.mjs';
import { notFallen } from './falling.mjs';
import { RULES as rules } from './floors-rules.mjs';
import { PLANTED_READS, PLANTED_WRITES, writesAround, writesOf } from './writes.mjs';

const ROOMS = [
  'packages/contract/src',
  'packages/netcdf/src',
  'apps/server/src',
  'apps/portal/src',
  'demo',
];
/** Fewer modules than this means that the check looked in the wrong place. */
const FEWEST_MODULES = 60;

/** Rule -> a file that breaks it (its path, and what it imports); `true`: it imports only a type. */
const PLANTED = {
  'no-cycles': ['apps/server/src/platform/planted-circle.ts', './planted-circle.ts', true],
  'contract-is-pure': ['packages/contract/src/planted.ts', 'node:fs'],
  'netcdf-knows-nothing-of-us': [
    'packages/netcdf/src/planted.ts',
    '../../../apps/server/src/main.ts',
  ],
  'engine-knows-no-archive': ['apps/server/src/engine/planted.ts', '../platform/log.ts'],
  'engine-memory-looks-down': ['apps/server/src/engine/memory/planted.ts', '../language/a.ts'],
  'engine-language-looks-down': ['apps/server/src/engine/language/planted.ts', '../memory/a.ts'],
  'engine-segment-looks-down': ['apps/server/src/engine/segment/planted.ts', '../build/a.ts'],
  'engine-build-looks-down': ['apps/server/src/engine/build/planted.ts', '../query/a.ts'],
  'engine-query-looks-down': ['apps/server/src/engine/query/planted.ts', '../reply/a.ts'],
  'engine-reply-looks-down': ['apps/server/src/engine/reply/planted.ts', '../aggregate/a.ts'],
  'engine-aggregate-looks-down': ['apps/server/src/engine/aggregate/planted.ts', '../search.ts'],
  'engine-has-one-door': ['apps/server/src/engine/planted-too.ts', './query/a.ts'],
  'engine-is-asked-by-its-adapter': ['apps/server/src/roles/planted.ts', '../engine/query/a.ts'],
  'core-knows-no-feature': ['apps/server/src/core/planted.ts', '../features/files/a.ts'],
  'features-stay-apart': ['apps/server/src/features/orders/planted.ts', '../files/a.ts'],
  'features-name-no-adapter': [
    'apps/server/src/features/orders/planted-too.ts',
    '../../adapters/a.ts',
  ],
  'screens-stay-apart': ['apps/portal/src/screens/cart/planted.ts', '../home/a.ts'],
  'parts-look-down': ['apps/portal/src/parts/planted.ts', '../screens/home/a.ts'],
  'ui-has-no-domain': ['apps/portal/src/ui/planted.ts', '../lib/a.ts'],
  'portal-never-reaches-the-server': [
    'apps/portal/src/lib/planted.ts',
    '../../../server/src/main.ts',
  ],
};
const TARGETS = [
  'apps/server/src/main.ts',
  'apps/server/src/platform/log.ts',
  'apps/server/src/features/files/a.ts',
  'apps/server/src/adapters/a.ts',
  'apps/portal/src/screens/home/a.ts',
  'apps/portal/src/lib/a.ts',
  'apps/server/src/engine/search.ts',
  ...['memory', 'language', 'build', 'query', 'reply', 'aggregate'].map(
    (room) => `apps/server/src/engine/${room}/a.ts`,
  ),
];

const house = await look(process.cwd(), ROOMS);
for (const v of house.violations) console.error(`${v.rule.name}: ${v.from} -> ${v.to}`);
const blind = await rulesThatMissTheirPlant();
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
];
const former = notFallen(process.cwd());
for (const line of [...around, ...former]) console.error(line);
const isDrawn = readFileSync(ROOMS_FILE, 'utf8') === roomsDrawn();
if (!isDrawn) console.error(`${ROOMS_FILE} is out of date: node scripts/draw-engine-floors.mjs`);
if (house.modules < FEWEST_MODULES)
  console.error(`only ${house.modules} modules seen, at least ${FEWEST_MODULES} expected`);
console.log(`${house.modules} modules, ${house.violations.length} imports against the floors`);
process.exitCode =
  house.violations.length + blind.length + around.length + former.length > 0 ||
  house.modules < FEWEST_MODULES ||
  !isDrawn
    ? 1
    : 0;

async function look(baseDir, folders) {
  const before = process.cwd();
  process.chdir(baseDir);
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
  const folder = mkdtempSync(join(tmpdir(), 'isobar-floors-'));
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
  const { violations } = await look(folder, ['packages', 'apps']);
  rmSync(folder, { recursive: true, force: true });
  const seen = new Set(violations.map((v) => `${v.rule.name} ${v.from}`));
  return Object.entries(PLANTED).flatMap(([rule, [path]]) =>
    seen.has(`${rule} ${path}`) ? [] : [rule],
  );
}
