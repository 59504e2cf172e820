// Lists what the search engine exports, with its docstrings: `node scripts/api-page.mjs` writes
// packages/search-engine/API.md.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { WIDTH } from './line-width.mjs';
import { root } from './project.mjs';
import { wrapMarkdown } from './wrap-markdown.mjs';

const PACKAGE = 'packages/search-engine';
export const API_FILE = `${PACKAGE}/API.md`;
const NOT_LISTED = /\.test\.ts$|\/testing\//;

const FENCE = '```';
const HEAD = [
  '# API of @isobar/search-engine',
  '',
  'Written by `node scripts/api-page.mjs` from the sources; `scripts/docs.test.ts` fails where it differs from them. Most programs need',
  '`search.ts`, `build/build.ts`, `segment/segment.ts` and `segment/segment-file.ts`; the other files of `build` divide a build between',
  'threads, and those of `language` are for programs that read the same requests.',
].join('\n');

/** The sources that `exports` of package.json names, most general first. */
function exported() {
  const { exports } = JSON.parse(readFileSync(join(root, PACKAGE, 'package.json'), 'utf8'));
  const paths = Object.values(exports).flatMap((path) =>
    globSync(path, { cwd: join(root, PACKAGE) }).toSorted(),
  );
  return paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !NOT_LISTED.test(path));
}

/** The text of an export without what it does, and its docstring. */
function entriesOf(path) {
  const text = readFileSync(join(root, PACKAGE, path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(isExported).map((statement) => ({
    doc: docOf(statement),
    code: signatureOf(statement, source),
  }));
}

const isExported = (statement) =>
  (ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []).some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  );

function docOf(node) {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  return doc
    ? (ts.getTextOfJSDocComment(doc.comment) ?? '').replaceAll(/\s*\n\s*/g, ' ').trim()
    : '';
}

function signatureOf(node, source) {
  const from = node.getStart(source);
  const upTo = (end) => source.text.slice(from, end).trim();
  if (ts.isFunctionDeclaration(node)) return `${upTo(node.body.pos)};`;
  if (ts.isClassDeclaration(node)) return classOf(node, source);
  if (!ts.isVariableStatement(node)) return upTo(node.end);
  const [{ initializer }] = node.declarationList.declarations;
  return initializer && ts.isArrowFunction(initializer)
    ? `${upTo(initializer.equalsGreaterThanToken.pos)};`
    : upTo(node.end);
}

/** The constructor and the public members, each after its docstring. */
function classOf(node, source) {
  const shown = node.members.filter((member) => isPublic(member) && !isBareField(member));
  const members = shown.map((member) => {
    const doc = docOf(member);
    const end = member.body?.pos ?? member.end;
    const code = source.text.slice(member.getStart(source), end).trim().replace(/;$/, '');
    return `${doc ? `  /** ${doc} */\n` : ''}  ${code};`;
  });
  const head = source.text.slice(node.getStart(source), node.members.pos).trim();
  return [head, ...members, '}'].join('\n');
}

const isPublic = (member) =>
  !(ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
/** A field with a value of its own: state, not what a caller reads. */
const isBareField = (member) =>
  ts.isPropertyDeclaration(member) && member.initializer !== undefined;

export function apiPage() {
  const files = exported().map((path) => {
    const entries = entriesOf(path).map(({ doc, code }) =>
      [doc, `${FENCE}ts\n${code}\n${FENCE}`].filter(Boolean).join('\n\n'),
    );
    return [`## ${path.replace('./src/', '').replace('src/', '')}`, ...entries].join('\n\n');
  });
  return wrapMarkdown(`${[HEAD, ...files].join('\n\n')}\n`, WIDTH);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(root, API_FILE), apiPage());
  console.log(API_FILE);
}
