// The portal's type has the sizes and weights of app/styles/tokens.css and no others. Samples prove that it finds what it
// looks for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './house.mjs';

const SOURCES = 'apps/portal/src';
/** Utilities with a size or weight of their own: `text-[.9rem]`, `font-[560]`. */
const ARBITRARY = /(?<![\w-])(?:text-\[[^\]]*\d(?:rem|em|px|pt|vw|%)[^\]]*\]|font-\[\d+\])/g;
const IN_CSS = /(?<![\w-])font-(?:size|weight): *([^;]+);/g;
/** Tokens, what is inherited, and points, which are for paper. */
const ALLOWED = /^(?:var\(--(?:text|font-weight)-[\w-]+\)|inherit|[\d.]+pt)$/;
/** The description of a font file chooses no size or weight. */
const FACES = /@font-face \{[^}]*\}/g;

/** The sizes and weights in a file that are outside the scale. */
function slips(file, text) {
  if (!file.endsWith('.css')) return text.match(ARBITRARY) ?? [];
  return [...text.replace(FACES, '').matchAll(IN_CSS)]
    .filter(([, value]) => !ALLOWED.test(value.trim()))
    .map(([whole]) => whole);
}

const SAMPLES = [
  ['x.tsx', '<p className="max-md:!text-[.9rem] font-[560]" />', 2],
  [
    'x.tsx',
    '<p className="text-[clamp(1rem,2vw,3rem)] text-sm text-[var(--q-note)] font-strong" />',
    1,
  ],
  ['x.css', 'a { font-size: 0.9rem; font-weight: var(--font-weight-strong); }', 1],
  ['x.css', '@font-face { font-weight: 200 900; } b { font-size: 10pt; }', 0],
];
for (const [file, text, count] of SAMPLES) {
  if (slips(file, text).length === count) continue;
  console.error(`The check of type is broken: in ${text} it finds ${slips(file, text)}`);
  process.exit(1);
}

const files = readdirSync(join(root, SOURCES), { recursive: true }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
);
const found = files.flatMap((file) =>
  slips(file, readFileSync(join(root, SOURCES, file), 'utf8')).map(
    (one) => `${SOURCES}/${file}: ${one}`,
  ),
);
if (found.length > 0) {
  console.error(`Sizes and weights of type are those of ${SOURCES}/app/styles/tokens.css:`);
  for (const one of found) console.error(`  ${one}`);
  process.exit(1);
}
console.log(`${files.length} files, no size or weight of type outside of the scale`);
