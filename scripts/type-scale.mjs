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

/** Tokens with a purpose of their own (decision 68) -> the only file that uses them; `null`: any file. */
const OWN_PURPOSE = { display: 'screens/home/home.css', within: null };
const MOST_SIZES = 6;
const MOST_WEIGHTS = 3;
const TOKENS = 'app/styles/tokens.css';

/** What breaks the rule of six sizes and three weights, in the files of the portal by their paths. */
function scaleProblems(files) {
  const tokens = files[TOKENS] ?? '';
  const named = (what) =>
    [...tokens.matchAll(new RegExp(`--${what}-([\\w]+):`, 'g'))].map(([, name]) => name);
  const sizes = named('text').filter((name) => !Object.hasOwn(OWN_PURPOSE, name));
  const problems = [];
  if (sizes.length > MOST_SIZES) problems.push(`${TOKENS}: ${sizes.length} sizes of type`);
  const weights = named('font-weight');
  if (weights.length > MOST_WEIGHTS) problems.push(`${TOKENS}: ${weights.length} weights of type`);
  for (const [token, only] of Object.entries(OWN_PURPOSE))
    for (const [file, text] of Object.entries(files))
      if (only && file !== only && file !== TOKENS && new RegExp(`\\btext-${token}\\b`).test(text))
        problems.push(`${file}: text-${token}, which is for ${only} alone`);
  return problems;
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

const SIZES = '--text-a: 1rem; --text-b: 1rem; --text-c: 1rem; --text-d: 1rem; --text-e: 1rem;';
for (const [files, count] of [
  [{ [TOKENS]: `${SIZES} --text-f: 1rem; --text-display: 2rem; --text-within: 0.9em;` }, 0],
  [{ [TOKENS]: `${SIZES} --text-f: 1rem; --text-g: 1rem;` }, 1],
  [{ [TOKENS]: SIZES, 'screens/cart/cart.css': 'a { font-size: var(--text-display); }' }, 1],
])
  if (scaleProblems(files).length !== count) {
    console.error(`The check of the scale is broken: it finds ${scaleProblems(files)}`);
    process.exit(1);
  }

const files = readdirSync(join(root, SOURCES), { recursive: true }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
);
const texts = Object.fromEntries(
  files.map((file) => [file, readFileSync(join(root, SOURCES, file), 'utf8')]),
);
const found = [
  ...Object.entries(texts).flatMap(([file, text]) =>
    slips(file, text).map((one) => `${SOURCES}/${file}: ${one}`),
  ),
  ...scaleProblems(texts),
];
if (found.length > 0) {
  console.error(`Sizes and weights of type are those of ${SOURCES}/app/styles/tokens.css:`);
  for (const one of found) console.error(`  ${one}`);
  process.exit(1);
}
console.log(`${files.length} files, no size or weight of type outside of the scale`);
