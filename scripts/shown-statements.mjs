// Which statements of the specification a test shows on the shipped configuration. A test whose
// title carries a statement's id counts unless it, a hook around it or a helper that it calls
// supplies an answer of the network: then it would assert its own words.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const TESTS = '{apps,packages,e2e,demo,scripts}/**/*.{test,spec}.{ts,tsx}';
/**
 * Answers that were recorded from a real server and that `e2e/recorded.spec.ts` records and
 * compares again, and refusals without words.
 */
const RECORDED = 'apps/portal/src/testing/recorded.ts';
/**
 * `server` of `open-portal.tsx`, with its own answers, is reached by `servedPortal`. Helpers of
 * tests are followed into these files; sources of the product are what is tested.
 */
const HELPERS = /\/testing\/|(^|\/)e2e\/|\.(test|spec|suite)\.tsx?$/;
const IDS = /\[((?:[A-Z]{1,2}\d{1,3}(?:[, ]+|(?=\])))+)\]/g;
const idsIn = (text) => (text.match(IDS) ?? []).flatMap((list) => list.match(/[A-Z]{1,2}\d{1,3}/g));

/** All ids of the specification, in the order of its pages. */
export function statements(root) {
  return globSync('docs/specification/*.md', { cwd: root })
    .sort()
    .flatMap(
      (page) =>
        readFileSync(join(root, page), 'utf8').match(/\*\*(?:[A-Z]{1,2}\d{1,3}[ ,]*)+\*\*/g) ?? [],
    )
    .flatMap((bold) => bold.match(/[A-Z]{1,2}\d{1,3}/g) ?? []);
}

/** For each id in a title: the tests that show it, and those that supply an answer. */
export function shownStatements(root) {
  const load = modules(root);
  const shown = new Map();
  for (const path of globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] }).sort())
    for (const { ids, line, supplies } of testsOf(load(path), load))
      for (const id of ids) {
        const tests = shown.get(id) ?? { real: [], supplied: [] };
        tests[supplies ? 'supplied' : 'real'].push(`${path}:${line}`);
        shown.set(id, tests);
      }
  return shown;
}

/** The tests of one source with ids in their titles; for the check of the check. */
export function testsIn(source, path = 'apps/portal/src/a.test.tsx') {
  const own = parsed(path, source);
  return testsOf(own, (asked) => (asked === path ? own : null));
}

function modules(root) {
  const known = new Map();
  return (path) => {
    if (!known.has(path)) {
      const file = join(root, path);
      known.set(path, existsSync(file) ? parsed(path, readFileSync(file, 'utf8')) : null);
    }
    return known.get(path);
  };
}

function parsed(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const imports = new Map();
  for (const one of file.statements.filter(ts.isImportDeclaration)) {
    const from = one.moduleSpecifier.text;
    const bindings = one.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements)
        imports.set(name.text, { from, name: (propertyName ?? name).text });
  }
  return { path, file, imports, declared: declarationsOf(file), calls: [] };
}

/**
 * Name -> declarations outside of tests, each with the part of the file in which the name holds.
 */
function declarationsOf(file) {
  const declared = new Map();
  const add = (name, node, scope) => {
    if (!declared.has(name)) declared.set(name, []);
    declared.get(name).push({ node, scope });
  };
  const bind = (name, node, scope) => {
    if (ts.isIdentifier(name)) add(name.text, node, scope);
    else
      for (const one of name.elements)
        if (!ts.isOmittedExpression(one)) bind(one.name, node, scope);
  };
  const visit = (node, scope) => {
    if (titleOf(node) !== null && isTest(node)) return;
    if (ts.isFunctionDeclaration(node) && node.name) add(node.name.text, node, scope);
    if (ts.isVariableDeclaration(node) && node.initializer)
      bind(node.name, node.initializer, scope);
    const inner = ts.isBlock(node) || ts.isFunctionLike(node) ? node : scope;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(file, file);
  return declared;
}

/** The tests of a module that carry ids, with the ids of the groups around them. */
function testsOf(module, load) {
  const found = [];
  const visit = (node, groups) => {
    const title = titleOf(node);
    if (title !== null && !isLeftOut(node)) {
      const ids = [...idsIn(title), ...(isTest(node) ? idsInTable(node) : [])];
      if (!isTest(node)) {
        const inner = [...groups, { ids, node }];
        return ts.forEachChild(node, (child) => visit(child, inner));
      }
      const all = [...new Set([...groups.flatMap((group) => group.ids), ...ids])];
      if (all.length > 0) {
        const line = module.file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({
          ids: all,
          line,
          supplies: supplies([node, ...around(module, groups)], module, load),
        });
      }
      return undefined;
    }
    return ts.forEachChild(node, (child) => visit(child, groups));
  };
  visit(module.file, []);
  return found;
}

/** Ids in the rows of `it.each([['[S010]', …]])('%s …', …)`. */
const idsInTable = ({ expression }) =>
  ts.isCallExpression(expression) ? idsIn(expression.arguments[0]?.getText() ?? '') : [];

/**
 * What runs before each test of these groups: hooks, and helpers that are called where a file or a
 * group begins.
 */
function around({ file }, groups) {
  const bodies = groups.map(({ node }) => node.arguments.at(-1)?.body).filter(Boolean);
  return [file, ...bodies].flatMap((block) =>
    (block.statements ?? [])
      .filter(ts.isExpressionStatement)
      .map(({ expression }) => expression)
      .filter((one) => ts.isCallExpression(one) && titleOf(one) === null),
  );
}

/** Whether something that is reached from these nodes supplies an answer. */
function supplies(nodes, module, load) {
  const seen = new Set();
  const reach = (node, from) => {
    if (seen.has(node)) return false;
    seen.add(node);
    if (isSupply(node, from.path)) return true;
    if (ts.isIdentifier(node) && !isMember(node))
      for (const [next, home] of meant(node, from, load)) if (reach(next, home)) return true;
    return ts.forEachChild(node, (child) => reach(child, from) || undefined) === true;
  };
  return nodes.some((node) => reach(node, module));
}

/** What a name stands for: the nearest declaration around it, or one of another helper. */
function meant(name, from, load) {
  const around = (from.declared.get(name.text) ?? []).filter(
    ({ scope }) => scope.pos <= name.pos && name.end <= scope.end,
  );
  const nearest = around.toSorted((a, b) => b.scope.pos - a.scope.pos)[0];
  if (nearest)
    return around.filter(({ scope }) => scope === nearest.scope).map(({ node }) => [node, from]);
  const imported = from.imports.get(name.text);
  if (!imported?.from.startsWith('.')) return [];
  const path = join(dirname(from.path), imported.from);
  if (path === RECORDED || !HELPERS.test(path) || imported.name === 'server') return [];
  const home = load(path);
  return (home?.declared.get(imported.name) ?? [])
    .filter(({ scope }) => scope === home.file)
    .map(({ node }) => [node, home]);
}

const isMember = (node) =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

const TOLD = new Set(['json', 'text', 'html', 'xml', 'arrayBuffer', 'formData']);
const isNothing = (node) =>
  !node ||
  node.kind === ts.SyntaxKind.NullKeyword ||
  (ts.isStringLiteral(node) && node.text === '');

/**
 * Whether a node makes an answer of the network with content. Failures without words are no
 * content: the portal has its own.
 */
function isSupply(node, path) {
  // elsewhere a Response is what a client sends, or what a server answers
  const isPortal = path.startsWith('apps/portal/');
  if (ts.isNewExpression(node))
    return (
      isPortal &&
      /^(Http)?Response$/.test(node.expression.getText()) &&
      !isNothing(node.arguments?.[0])
    );
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (!ts.isPropertyAccessExpression(called)) return false;
  const [object, name] = [called.expression.getText(), called.name.text];
  if (/^(Http)?Response$/.test(object)) return isPortal && TOLD.has(name);
  if (object === 'vi' && /^(do)?[mM]ock$/.test(name)) return true;
  if (object === 'vi' && name === 'stubGlobal') return /fetch/.test(node.arguments[0]?.getText());
  if (/^mock(Implementation|Resolved|Return)/.test(name)) return /['"]fetch['"]/.test(object);
  if (name !== 'fulfill' || !/(^|\/)e2e\//.test(path)) return false;
  const told = node.arguments[0];
  return !(told && ts.isObjectLiteralExpression(told)) || !told.properties.every(isBare);
}
const isBare = ({ name }) => ['status', 'response', 'headers'].includes(name?.getText());

const OPENS = /^(it|test|describe)\b/;
const isTest = (node) => /^(it|test)\b/.test(node.expression.getText());
const isLeftOut = (node) => /\.(skip|todo)\b/.test(node.expression.getText().split('(')[0]);

/** The title of a call of `it` or `describe`, also behind `.each(…)`; null: it is none. */
function titleOf(node) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return null;
  if (!OPENS.test(node.expression.getText())) return null;
  const [title] = node.arguments;
  if (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) return title.getText();
  return null;
}
