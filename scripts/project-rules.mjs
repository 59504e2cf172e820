// Rules that nothing else checks: no file has over 400 lines, and colours are tokens. Samples prove that it finds what it looks for.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const MOST_LINES = 400;
const SOURCES = '{packages/*/src,apps/*/src,demo,e2e,bench,scripts,mutation}/**/*.{ts,tsx,mjs,css}';

const STYLED = 'apps/portal/src/**/*.{ts,tsx,css}';
/** Where colours are written: the tokens of the portal, those of its maps, and those of paper. */
const PALETTES = [
  'apps/portal/src/app/styles/tokens.css',
  'apps/portal/src/parts/map/map-colours.ts',
  'apps/portal/src/parts/map/map-tokens.css',
  'apps/portal/src/parts/report/report.css',
];
/** '#fff', '#0d141880'; neither '#main' nor an address such as '#/results'. */
const HEX = /(?<![a-z\d&])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/gi;

const coloursIn = (text) => text.match(HEX) ?? [];
const SAMPLES = [
  ['shadow-[0_0_0_9px_#0d141899]', 1],
  ['a { color: #fff; border: 1px solid #0D1418 }', 2],
  ['<a href="#main"> href="#/results" the #1 of #12345 &#169;', 0],
];

const problems = SAMPLES.filter(([text, count]) => coloursIn(text).length !== count).map(
  ([text]) => `The check of colours is broken: in ${text} it finds ${coloursIn(text)}`,
);

const sources = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
for (const file of sources) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  if (lines > MOST_LINES)
    problems.push(`${file} has ${lines} lines, at most ${MOST_LINES}: split it`);
}
for (const file of globSync(STYLED, { cwd: root })) {
  if (PALETTES.includes(file) || /\.test\.|\/testing\//.test(file)) continue;
  for (const colour of coloursIn(readFileSync(join(root, file), 'utf8')))
    problems.push(`${file}: ${colour} is no token; write it in ${PALETTES[0]}`);
}
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files, each of at most ${MOST_LINES} lines`);
process.exitCode = problems.length > 0 ? 1 : 0;
