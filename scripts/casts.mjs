// Counts what claims a type without a check in the sources, workspace by workspace: `as` (but
// `as const`, which claims nothing) and `!` after a value. Fails where a workspace has more than
// its budget. The budgets only fall: `node scripts/casts.mjs --lower` writes down what has been
// reached.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './project.mjs';

const BUDGETS = fileURLToPath(new URL('./casts.json', import.meta.url));
const NOT_COUNTED = /\.(test|spec|suite)\.tsx?$|(^|\/)testing\/|\.d\.ts$/;
/** Sources that prove that casts are found, and that nothing else is counted. */
const PLANTED = [
  ['const a = JSON.parse(text) as Answer; // as it was written', 1],
  ["const names = ['a', 'b'] as const;\nimport { a as b } from './a.ts';", 0],
  ['(counts[value] as number)++;\nconst all = <T,>(list: unknown) => list as readonly T[];', 2],
  ['const first = list[0]!;\nlet later!: string;\nif (!first || a !== b) stop();', 1],
];

/** How many claims a source has. */
function castsIn(source, name = 'a.tsx') {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, false);
  let count = 0;
  const visit = (node) => {
    const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    if (isCast ? !ts.isConstTypeReference(node.type) : ts.isNonNullExpression(node)) count++;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return count;
}

function castsBelow(room) {
  const folder = join(root, room);
  return readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !NOT_COUNTED.test(path))
    .reduce((sum, path) => sum + castsIn(readFileSync(join(folder, path), 'utf8'), path), 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check(process.argv.includes('--lower'));

function check(lower) {
  const budgets = JSON.parse(readFileSync(BUDGETS, 'utf8'));
  const blind = PLANTED.filter(([source, count]) => castsIn(source) !== count);
  for (const [source] of blind) console.error(`counted wrongly: ${source}`);
  let total = 0;
  let over = 0;
  for (const [room, budget] of Object.entries(budgets)) {
    const count = castsBelow(room);
    total += count;
    if (count > budget) {
      over++;
      console.error(
        `${room}: ${count} casts (\`as\` and \`!\`), at most ${budget}. Check a value instead of claiming its type`,
      );
    } else budgets[room] = count;
  }
  if (lower) writeFileSync(BUDGETS, `${JSON.stringify(budgets, null, 2)}\n`);
  console.log(`${total} casts`);
  process.exitCode = over + blind.length > 0 ? 1 : 0;
}
