// Wraps comments of TypeScript and CSS. What is code stays as it is, token by token.
import ts from 'typescript';
import { fill } from './wrap-markdown.mjs';

const DIRECTIVE = /biome-ignore|@ts-|v8 ignore|<reference|@__PURE__/;
/** Lines of a comment that begin a paragraph: items of a list and tags. */
const BEGINS = /^(?:[-*•] |\d+[.)] |@\w)/;
/** Code that ends or continues what began before it: a comment behind it is not about its line. */
const CONTINUES = /^(?:[)\]}:?&|]|\.(?!\.))/;

/** Returns the text with each comment that is wider than `width` in several lines. */
export function wrapComments(file, text, width) {
  const comments = commentsOf(file, text);
  const edits = [];
  for (let at = 0; at < comments.length; ) {
    const group = togetherFrom(comments, at, text);
    const edit = editOf(group, text, width);
    if (edit) edits.push(edit);
    at += group.length;
  }
  return edits.reduceRight(
    (made, { from, to, lines }) => made.slice(0, from) + lines.join('\n') + made.slice(to),
    text,
  );
}

/** Each comment in order: `code` stands before it in its line, `rest` behind it. */
function commentsOf(file, text) {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: { length }, index }) =>
      placeOf(index, index + length, text),
    );
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = new Map();
  const visit = (node) => {
    const isEnd = node.kind === ts.SyntaxKind.EndOfFileToken;
    if (!ts.isJsxText(node) && (isEnd || node.pos < node.end))
      for (const { pos, end } of [
        ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
      ])
        found.set(pos, end);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found].sort(([a], [b]) => a - b).map(([pos, end]) => placeOf(pos, end, text));
}

function placeOf(pos, end, text) {
  const start = text.lastIndexOf('\n', pos - 1) + 1;
  const before = text.slice(start, pos);
  const rest = text.slice(end).split('\n', 1)[0].trim();
  return { pos, end, start, rest, code: before.trim(), indent: /^\s*/.exec(before)[0] };
}

/** Lines of // without code that follow each other are one comment, but for directives. */
function togetherFrom(comments, at, text) {
  const isAlone = ({ pos, end, code }) =>
    code === '' && text.startsWith('//', pos) && !DIRECTIVE.test(text.slice(pos, end));
  const group = [comments[at]];
  if (!isAlone(comments[at])) return group;
  for (const next of comments.slice(at + 1)) {
    const between = text.slice(group.at(-1).end, next.pos);
    if (between !== `\n${group[0].indent}` || !isAlone(next)) break;
    group.push(next);
  }
  return group;
}

/** `{ from, to, lines }`; undefined where the comment fits or has to stay as it is. */
function editOf(group, text, width) {
  const [{ pos, start: from, code, indent, rest }] = group;
  const { end } = group.at(-1);
  const to = end + (rest === '}' ? 1 : 0);
  const whole = text.slice(from, to);
  if (DIRECTIVE.test(whole) || whole.split('\n').every(({ length }) => length <= width)) return;
  const comment = text.slice(pos, end);
  const room = width - indent.length - 3;
  const isLine = comment.startsWith('//');
  let lines;
  if (isLine && code === '') lines = lineComments(comment, room);
  else if (isLine && !CONTINUES.test(code)) lines = [...lineComments(comment, room), code];
  else if (!isLine && code === '' && rest === '') lines = blockComment(comment, room);
  else if (!isLine && code === '{' && rest === '}') lines = elementComment(comment, room);
  else return;
  lines = lines.map((line) => indent + line);
  return lines.join('\n') === whole ? undefined : { from, to, lines };
}

const lineComments = (comment, room) =>
  paragraphs(
    comment.split('\n').map((line) => line.trimStart().replace(/^\/\/ ?/, '')),
    room,
  ).map((line) => `// ${line}`.trimEnd());

function blockComment(comment, room) {
  const open = comment.startsWith('/**') ? '/**' : '/*';
  const [first, ...others] = comment.slice(open.length, -2).split('\n');
  const lines = [first.trim(), ...others.map((line) => line.replace(/^\s*\* ?/, '').trimEnd())];
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  return [open, ...paragraphs(lines, room).map((line) => ` * ${line}`.trimEnd()), ' */'];
}

/** A comment between the elements of a screen. */
function elementComment(comment, room) {
  const lines = fill(comment.slice(2, -2).trim(), room - 4);
  return `{/* ${lines.join('\n    ')} */}`.split('\n');
}

function paragraphs(lines, room) {
  const made = [];
  let isCode = false;
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode;
    const stays = isCode || line.trim() === '' || /^(?:```|\||\s{2,})/.test(line);
    if (!stays && !BEGINS.test(line) && made.at(-1)?.stays === false)
      made.at(-1).text += ` ${line}`;
    else made.push({ stays, text: line });
  }
  return made.flatMap(({ stays, text }) =>
    stays ? [text] : fill(text, room, /^[-*•] /.test(text) ? '  ' : ''),
  );
}
