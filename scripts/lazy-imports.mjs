// Static check: every import() of the portal is an argument of a helper that repeats dropped
// requests and reports the failure in place (`lazyPart`, `screen`, `load`), and React's own `lazy`
// is used by none but that helper. Samples prove that violations are found.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './project.mjs';

const SOURCES = 'apps/portal/src/**/*.{ts,tsx}';
const NOT_CHECKED = /\.(test|spec)\.tsx?$|\/testing\//;
const HELPERS = ['lazyPart', 'screen', 'load'];
/** The one file that may use React's `lazy`. */
const LAZY = 'apps/portal/src/ui/lazy-part.tsx';

const SAMPLES = [
  ["const A = lazyPart('A', () => import('./a.tsx').then((m) => m.A));", 0],
  ["const { a } = await load(() => import('./a.ts'));", 0],
  ["const a = screen(\n  () => import('./a.tsx'),\n  'A',\n);", 0],
  ["import type { A } from './a.ts';\nlet b: typeof import('./a.ts');", 0],
  ["const from = () => import('./a.ts');\nconst A = lazyPart('A', from);", 1],
  ["await import('./a.ts');", 1],
  ["load(async () => {}, await import('./a.ts'));", 1],
  ["import { lazy } from 'react';\nconst A = lazy(() => import('./a.tsx'));", 2],
  ["import * as React from 'react';\nReact.lazy(from);", 1],
];

/** 'LINE: what is wrong', for each violation in a source. */
function violationsIn(source, name) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const report = (node, text) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${line + 1}: ${text}`);
  };
  const visit = (node) => {
    const isImport =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (isImport && !isGuarded(node)) report(node, 'import() outside lazyPart, screen and load');
    if (name !== LAZY && isReactLazy(node)) report(node, "React's lazy: use lazyPart");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether the nearest function around the import is itself an argument of a helper. */
function isGuarded(node) {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  const call = at?.parent;
  return (
    call !== undefined &&
    ts.isCallExpression(call) &&
    ts.isIdentifier(call.expression) &&
    HELPERS.includes(call.expression.text) &&
    call.arguments.includes(at)
  );
}

const isReactLazy = (node) =>
  (ts.isImportSpecifier(node) &&
    (node.propertyName ?? node.name).text === 'lazy' &&
    node.parent.parent.parent.moduleSpecifier.text === 'react') ||
  (ts.isPropertyAccessExpression(node) &&
    node.expression.getText() === 'React' &&
    node.name.text === 'lazy');

const problems = SAMPLES.filter(
  ([text, count]) => violationsIn(text, 'a.tsx').length !== count,
).map(([text]) => `The check of lazy imports is broken: it misreads its sample ${text}`);
let count = 0;
for (const file of globSync(SOURCES, { cwd: root }).toSorted()) {
  const name = file.replaceAll('\\', '/');
  if (NOT_CHECKED.test(name)) continue;
  const text = readFileSync(join(root, file), 'utf8');
  count += text.match(/\bimport\(/g)?.length ?? 0;
  problems.push(...violationsIn(text, name).map((one) => `${name}:${one}`));
}
if (count === 0) problems.push('The portal has no import(): the check looks in the wrong place');
for (const problem of problems) console.error(problem);
console.log(`${count} lazy imports, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
