// npm run check words: fails on every use of a word that the glossary replaces, and lists it with
// its place. node scripts/words.mjs PATH … searches the given paths only; --glossary writes the
// table into the page.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';
import { textsOf } from './words-in-text.mjs';

const READ = /\.(ts|tsx|mjs|md|css|py|ya?ml|sh)$/;
/**
 * The description of the product is given, the change log records what was released, and strings.md
 * repeats texts of the sources.
 */
const GIVEN = /^(docs\/specification\/|docs\/strings\.md$|CHANGELOG\.md$)/;
const TABLE = join(root, 'scripts/words-table.json');
export const { rows: ROWS, sample: SAMPLE } = JSON.parse(readFileSync(TABLE, 'utf8'));
const PAGE = 'docs/glossary.md';
const BEGIN = '<!-- Written by `node scripts/words.mjs --glossary`. -->';

/** Each use of a word of the left column: `{ file, line, place, row, hit }`. */
export function wordsIn(file, text) {
  return textsOf(file, text).flatMap(({ place, line, text: words }) => {
    // A term may be broken by the end of a line and the mark of the next line of a comment.
    const lines = words.split('\n').map((one, at) => (at === 0 ? one : one.replace(MARK, '')));
    const flat = lines.join(' ');
    const lineAt = (index) => line + lines.findIndex((_, at) => index <= lengthTo(lines, at));
    return ROWS.filter(({ places }) => places.includes(place)).flatMap((row) =>
      [...flat.matchAll(new RegExp(row.find, 'gi'))].map(({ 0: hit, index }) => ({
        file,
        line: lineAt(index),
        place,
        row,
        hit,
      })),
    );
  });
}

const MARK = /^[ \t]*(?:\/\/|\*(?!\/)|#)?[ \t]*/;
/** Characters up to the end of the line at `last`, lines being joined by one space. */
const lengthTo = (lines, last) =>
  lines.slice(0, last + 1).reduce((sum, one) => sum + one.length + 1, -1);

/** Markdown: the words not used, what is written instead, and where it is in the code. */
export function tableText() {
  const quoted = (text) =>
    text
      .split(/([,;] )/)
      .map((part, index) => (index % 2 === 0 ? `\`${part}\`` : part))
      .join('');
  const lines = ROWS.map(
    ({ not, but, where }) => `| ${quoted(not)} | ${but} | ${where && `\`${where}\``} |`,
  );
  return ['| Not | But | For example in |', '|---|---|---|', ...lines].join('\n');
}

export const filesBelow = (paths) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => READ.test(file) && !GIVEN.test(file) && existsSync(join(root, file)));

function main(words) {
  if (words.includes('--glossary')) return writeGlossary();
  const found = filesBelow(words).flatMap((file) =>
    wordsIn(file, readFileSync(join(root, file), 'utf8')),
  );
  for (const { file, line, place, hit, row } of found)
    console.error(`${file}:${line} (${place}) ${hit} -> ${row.but}`);
  console.log(`${found.length} words that ${PAGE} replaces`);
  if (found.length > 0) process.exitCode = 1;
  if (words.length > 0 || readFileSync(join(root, PAGE), 'utf8').includes(tableText())) return;
  console.error(`${PAGE} is out of date: node scripts/words.mjs --glossary`);
  process.exitCode = 1;
}

function writeGlossary() {
  const [before] = readFileSync(join(root, PAGE), 'utf8').split(BEGIN);
  writeFileSync(join(root, PAGE), `${before}${BEGIN}\n\n${tableText()}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
