// The type of the portal and of the server's pages has the sizes and weights of
// app/styles/tokens.css and no others. Samples prove that it finds what it looks for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const TOKENS = 'apps/portal/src/app/styles/tokens.css';
const SOURCES = ['apps/portal/src', 'apps/server/src/features/pages', 'apps/server/src/core/pages'];
/** Utilities with a size or weight of their own: `text-[.9rem]`, `font-[560]`. */
const ARBITRARY = /(?<![\w-])(?:text-\[[^\]]*\d(?:rem|em|px|pt|vw|%)[^\]]*\]|font-\[\d+\])/g;
const IN_CSS = /(?<![\w-])font-(?:size|weight): *([^;]+);/g;
/** Size and weight in one declaration: both stand before the slash. */
const SHORTHAND = /(?<![\w-])font:\s*([^;]+);/g;
/** Tokens, what is inherited, and points, which are for paper. */
const ALLOWED = /^(?:var\(--(?:text|font-weight)-[\w-]+\)|inherit|[\d.]+pt)$/;
const ALLOWED_SHORTHAND = /^(?:inherit$|var\(--font-weight-\w+\) var\(--text-\w+\) \/)/;
/** The description of a font file chooses no size or weight. */
const FACES = /@font-face \{[^}]*\}/g;

/** The sizes and weights in a file that are outside the scale. */
function slips(file, text) {
  if (!file.endsWith('.css')) return text.match(ARBITRARY) ?? [];
  const rules = text.replace(FACES, '');
  const outside = (pattern, allowed) =>
    [...rules.matchAll(pattern)]
      .filter(([, value]) => !allowed.test(value.trim()))
      .map(([whole]) => whole);
  return [...outside(IN_CSS, ALLOWED), ...outside(SHORTHAND, ALLOWED_SHORTHAND)];
}

/** A ratio to the text around it, which makes no size of its own (decision 68). */
const RATIO = 'within';
const MOST_SIZES = 6;
const MOST_WEIGHTS = 3;

/** What breaks the rule of six sizes and three weights. */
function scaleProblems(tokens) {
  const named = (what) =>
    [...tokens.matchAll(new RegExp(`--${what}-([\\w]+):`, 'g'))].map(([, name]) => name);
  const sizes = named('text').filter((name) => name !== RATIO);
  const weights = named('font-weight');
  return [
    ...(sizes.length > MOST_SIZES ? [`${TOKENS}: ${sizes.length} sizes of type`] : []),
    ...(weights.length > MOST_WEIGHTS ? [`${TOKENS}: ${weights.length} weights of type`] : []),
  ];
}

const SAMPLES = [
  ['x.tsx', '<p className="max-md:!text-[.9rem] font-[560]" />', 2],
  [
    'x.tsx',
    '<p className="text-[clamp(1rem,2vw,3rem)] text-sm text-[var(--q-note)] font-strong" />',
    1,
  ],
  ['x.css', 'a { font-size: 0.9rem; font-weight: var(--font-weight-strong); }', 1],
  ['x.css', '@font-face { font-weight: 200 900; } b { font-size: 10pt; font: inherit; }', 0],
  ['x.css', 'a { font:\n  400 17px / 1.5 serif; }', 1],
  ['x.css', 'a { font: var(--font-weight-normal) var(--text-sm) / 1.5 serif; }', 0],
];
for (const [file, text, count] of SAMPLES) {
  if (slips(file, text).length === count) continue;
  console.error(`The check of type is broken: in ${text} it finds ${slips(file, text)}`);
  process.exit(1);
}

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `--text-${name}: 1rem;`).join(' ');
for (const [tokens, count] of [
  [`${SIX} --text-within: 0.9em;`, 0],
  [`${SIX} --text-g: 1rem;`, 1],
])
  if (scaleProblems(tokens).length !== count) {
    console.error(`The check of the scale is broken: it finds ${scaleProblems(tokens)}`);
    process.exit(1);
  }

const files = SOURCES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => join(folder, file)),
);
const found = [
  ...files.flatMap((file) =>
    slips(file, readFileSync(join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
  ),
  ...scaleProblems(readFileSync(join(root, TOKENS), 'utf8')),
];
if (found.length > 0) {
  console.error(`Sizes and weights of type are those of ${TOKENS}:`);
  for (const one of found) console.error(`  ${one}`);
  process.exit(1);
}
console.log(`${files.length} files, no size or weight of type outside of the scale`);
