// npm run check width: comments and the prose of Markdown end where lines of code do, at the width
// of the formatter (biome.json). `node scripts/line-width.mjs --write` wraps them, or those of the
// paths that are named. Directives to tools, tables and code stay as they are.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';
import { wrapComments } from './wrap-comments.mjs';
import { wrapMarkdown } from './wrap-markdown.mjs';

/** What is given, and what a script writes with a text a line. */
const STAYS = /^(fixtures\/.*s$|docs\/specification\/|docs\/strings\.md$)/;
/** Characters of a line of code, and so of everything else. */
export const WIDTH = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).formatter.lineWidth;

const wrapped = (file, text) =>
  file.endsWith('.md') ? wrapMarkdown(text, WIDTH) : wrapComments(file, text, WIDTH);

function main(words) {
  const isWriting = words.includes('--write');
  const named = words.filter((word) => word !== '--write');
  const listed = ['ls-files', '-co', '--exclude-standard', '--', ...named];
  const files = execFileSync('git', listed, { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|css|md)$/.test(file) && !STAYS.test(file))
    .filter((file) => existsSync(join(root, file)));
  let wide = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const made = wrapped(file, text);
    if (made === text) continue;
    if (isWriting) writeFileSync(join(root, file), made);
    else console.error(`${file} has comments or prose wider than ${WIDTH} characters`);
    wide++;
  }
  if (isWriting) return console.log(`${wide} files were wrapped`);
  console.log(`${wide} files are wider than the formatter: node scripts/line-width.mjs --write`);
  if (wide > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
