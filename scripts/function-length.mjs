// No function of the product has more than 100 lines. A sample proves that longer ones are found.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './project.mjs';

const MOST_LINES = 100;
const SOURCES = '{packages/*/src,apps/*/src,demo}/**/*.{ts,tsx}';
const NOT_COUNTED = /\.(test|spec|suite)\.tsx?$|(^|\/)testing\/|\.d\.ts$/;

/** Name -> number of lines, for each function of `source` that is too long; of several without a name the longest counts. */
function longIn(source, name) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const line = (at) => file.getLineAndCharacterOfPosition(at).line;
  const found = {};
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const lines = line(node.end) - line(node.getStart()) + 1;
      const called = (node.name ?? node.parent.name)?.getText() ?? '(no name)';
      if (lines > MOST_LINES) found[called] = Math.max(lines, found[called] ?? 0);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const lines = 'act();\n'.repeat(MOST_LINES - 2);
const sample = `function fits() {\n${lines}}\nconst long = () => {\nact();\n${lines}};\n`;
const problems =
  JSON.stringify(longIn(sample, 'a.ts')) === `{"long":${MOST_LINES + 1}}`
    ? []
    : ['The check of long functions is broken: it does not find the one of its sample'];

for (const file of globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()) {
  if (NOT_COUNTED.test(file)) continue;
  const text = readFileSync(join(root, file), 'utf8');
  for (const [name, count] of Object.entries(longIn(text, file)))
    problems.push(`${file} ${name} has ${count} lines, at most ${MOST_LINES}: split it`);
}
for (const problem of problems) console.error(problem);
console.log(`No function may have over ${MOST_LINES} lines: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
