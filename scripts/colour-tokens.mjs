// Colours are tokens, which nothing else checks. Samples prove that it finds what it looks for.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

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

const styled = globSync(STYLED, { cwd: root });
for (const file of styled) {
  if (PALETTES.includes(file) || /\.test\.|\/testing\//.test(file)) continue;
  for (const colour of coloursIn(readFileSync(join(root, file), 'utf8')))
    problems.push(`${file}: ${colour} is no token; write it in ${PALETTES[0]}`);
}
for (const problem of problems) console.error(problem);
console.log(`${styled.length} files with colours of the palettes: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
