// What the word check reads of a file: its comments, test titles, texts with spaces, Markdown prose
// and exported names.
import ts from 'typescript';

const TEST_CALLS = /^(describe|it|test|suite)\b/;

/** Every text of a source file with its place (as in `words-table.json`) and its line, from 1. */
export function textsOf(file, text) {
  const found = [{ place: 'path', line: 1, text: file.replaceAll(/[^A-Za-z0-9]+/g, ' ') }];
  if (/\.md$/.test(file)) return [...found, ...proseOf(text)];
  if (/\.(ts|tsx|mjs)$/.test(file)) return [...found, ...ofTypeScript(file, text)];
  if (/\.(py|ya?ml|sh)$/.test(file)) return [...found, ...hashComments(text)];
  if (/\.css$/.test(file)) return [...found, ...matches(text, /\/\*[\s\S]*?\*\//g, 'comment')];
  return found;
}

/**
 * Prose of Markdown: no fenced code, no inline code, no addresses of links. Paragraphs are joined,
 * so that a term may cross lines.
 */
function proseOf(text) {
  let isCode = false;
  const found = [];
  let paragraph = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const prose = isCode
      ? ''
      : line.replaceAll(/`[^`]*`/g, ' CODE ').replaceAll(/\]\([^)]*\)/g, ']');
    if (prose.trim() === '' || /^\s*([-*#|]|\d+\.)/.test(line)) paragraph = null;
    if (prose.trim() === '') continue;
    if (paragraph === null) {
      paragraph = { place: 'docs', line: index + 1, lines: [] };
      found.push(paragraph);
    }
    paragraph.lines.push(prose);
  }
  return found.map(({ place, line, lines }) => ({ place, line, text: lines.join('\n') }));
}

const hashComments = (text) => [
  ...matches(text, /(?:^[ \t]*#.*\n?)+|[ \t]#[ \t].*$/gm, 'comment'),
  ...matches(text, /"""[\s\S]*?"""/g, 'comment'),
];

function matches(text, pattern, place) {
  return [...text.matchAll(pattern)].map(({ 0: hit, index }) => ({
    place,
    line: lineAt(text, index),
    text: hit,
  }));
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

function ofTypeScript(file, text) {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const found = [];
  const titles = new Set();
  /** Where each comment begins -> where it ends. */
  const comments = new Map();
  const visit = (node) => {
    for (const { pos, end } of commentsAt(text, node)) comments.set(pos, end);
    if (ts.isCallExpression(node) && TEST_CALLS.test(node.expression.getText(source)))
      titles.add(node.arguments[0]);
    const place = titles.has(node) ? 'title' : 'message';
    const words = wordsOf(node);
    if (place === 'title' || /\s/.test(words.trim()))
      if (words !== '') found.push({ place, line: lineOf(node.getStart(source)), text: words });
    for (const name of exportedNames(node))
      found.push({ place: 'name', line: lineOf(name.getStart(source)), text: split(name.text) });
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found, ...joined(text, comments, lineOf)];
}

function commentsAt(text, node) {
  if (ts.isJsxText(node) || (node.pos === node.end && node.kind !== ts.SyntaxKind.EndOfFileToken))
    return [];
  return [
    ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
  ];
}

/** Lines of // that follow each other are one comment. */
function joined(text, comments, lineOf) {
  const found = [];
  let last = null;
  for (const [pos, end] of [...comments].sort(([a], [b]) => a - b)) {
    const words = text.slice(pos, end);
    const isLine = words.startsWith('//');
    const follows = last?.isLine && isLine && text.slice(last.end, pos).trim() === '';
    if (follows) found.at(-1).text += `\n${words}`;
    else found.push({ place: 'comment', line: lineOf(pos), text: words });
    last = { end, isLine };
  }
  return found;
}

function wordsOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…');
  return ts.isJsxText(node) ? node.text : '';
}

function exportedNames(node) {
  if (!ts.canHaveModifiers(node)) return [];
  const modifiers = ts.getModifiers(node) ?? [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const names = ts.isVariableStatement(node)
    ? node.declarationList.declarations.map(({ name }) => name)
    : [node.name];
  return names.filter((name) => name !== undefined && ts.isIdentifier(name));
}

/** 'waitsForOthers' -> 'waits for others'. */
const split = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
