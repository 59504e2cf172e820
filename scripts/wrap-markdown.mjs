// Wraps paragraphs and items of lists of Markdown, and texts in general.

/** Code between fences, comments and blocks of HTML: not prose. */
const APART = /((?:^|\n)(?:```|~~~)[\s\S]*?\n(?:```|~~~)(?=\n|$)|<!--[\s\S]*?-->)/;
/** Lines that are no prose: blank ones, headings, tables, HTML, definitions of links, rules. */
const STAYS = /^\s*(?:$|#|\||<|>|\[[^\]]+\]: |---)/;
const ITEM = /^(\s*)([-*]|\d+\.) +/;

/** Returns the text with each paragraph and item that is wider than `width` in several lines. */
export const wrapMarkdown = (text, width) =>
  text
    .split(APART)
    .map((block, at) => (at % 2 === 0 ? wrapProse(block, width) : block))
    .join('');

function wrapProse(text, width) {
  const made = [];
  for (const line of text.split('\n')) {
    const stays = STAYS.test(line);
    if (!stays && !ITEM.test(line) && made.at(-1)?.stays === false) made.at(-1).lines.push(line);
    else made.push({ stays, lines: [line] });
  }
  return made
    .flatMap(({ stays, lines }) =>
      stays || lines.every(({ length }) => length <= width) ? lines : wrapParagraph(lines, width),
    )
    .join('\n');
}

function wrapParagraph(lines, width) {
  const [first] = lines;
  const [, indent, mark] = ITEM.exec(first) ?? [null, /^\s*/.exec(first)[0], ''];
  const hang = indent + ' '.repeat(mark === '' ? 0 : mark.length + 1);
  const text = lines.map((line) => line.trim()).join(' ');
  const [begin, ...others] = fill(text, width - indent.length, hang.slice(indent.length));
  return [indent + begin, ...others.map((line) => indent + line)];
}

/**
 * The words of `text` in lines of `width` characters, all but the first after `hang`. Inline code
 * and addresses of links are not broken, and no line begins as an item or a heading would.
 */
export function fill(text, width, hang = '') {
  const lines = [];
  let line = [];
  for (const word of text.match(WORD) ?? []) {
    const begin = lines.length === 0 ? '' : hang;
    if (line.length > 0 && [begin + line.join(' '), word].join(' ').length > width) {
      const next = MARK.test(word) && line.length > 1 ? [line.pop(), word] : [word];
      lines.push(begin + line.join(' '));
      line = next;
    } else line.push(word);
  }
  return [...lines, (lines.length === 0 ? '' : hang) + line.join(' ')];
}

const WORD = /(?:`[^`]*`|\]\([^)]*\)|[^\s`\]]|\](?!\())+/g;
const MARK = /^(?:[-*+#]+|\d+[.)]|[>|<].*|->|=+)$/;
