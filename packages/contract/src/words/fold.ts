// Words as they are compared: without case, accents, sub- and superscripts, plurals and the
// differences of two spellings.

/** A word of a text, and its position there (UTF-16 offsets). */
export type Token = {
  /** The form in which words are compared. */
  readonly key: string;
  /** The form that is searched: folded, with its ending. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
};

/** Most words of a text that are looked at. */
export const MOST_TOKENS = 64;

/**
 * The words of a text. Hyphens, slashes, underscores and all other signs part them; '2.5' stays
 * together.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(WORD)) {
    const start = found.index;
    const end = start + found[0].length;
    for (const plain of foldText(found[0]).split(' ').filter(Boolean)) {
      if (tokens.length === MOST_TOKENS) return tokens;
      tokens.push({ key: stemOf(plain), plain, start, end });
    }
  }
  return tokens;
}

/**
 * The words of a text without clitics: the 's' of "cloud's", the 't' of "don't", the 'l' of
 * "l'ozone", the 'dell' of "dell'aria".
 */
export const wordsOf = (text: string): Token[] =>
  tokensOf(text).filter(({ start, end }) => !isClitic(text, start, end));

function isClitic(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end);
  return (
    (/^(?:s|t|re|ve|ll|d|m)$/i.test(word) && /[\p{L}\p{N}]['’]$/u.test(text.slice(0, start))) ||
    (/^(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)$/i.test(word) &&
      /^['’]\p{L}/u.test(text.slice(end, end + 2)))
  );
}

/** What several words are compared by, as `wordsOf` has them. */
export const keyOf = (text: string): string =>
  wordsOf(text)
    .map(({ key }) => key)
    .join(' ');

/** The star of 'u*' and 'w*', where they stand alone, belongs to them. */
const WORD = /(?<!\S)[uw]\*(?!\S)|[\p{L}\p{N}\p{M}]+(?:\.\p{N}+)*/giu;

/**
 * Lower case, without accents, small figures as figures, Greek letters by their names ('κ' is
 * 'kappa').
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace('*', 'star')
    .replace(/μ(?=[mg])/g, 'u')
    .replace(/[α-ω]/g, (letter) => ` ${GREEK[letter] ?? letter} `);
  return plain.replace(/\s+/g, ' ').trim();
}

const GREEK: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ' +
    'ο omicron π pi ρ rho σ sigma ς sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega'
  )
    .split(' ')
    .flatMap((letter, i, all) => (i % 2 === 0 ? [[letter, all[i + 1] ?? '']] : [])),
);

/** Singular, in American spelling: a word and its variants have one stem. */
export function stemOf(word: string): string {
  const single = singular(word);
  if (!SPELLED.test(single)) return single;
  return SPELLINGS.reduce((text, [british, american]) => text.replace(british, american), single);
}

function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word) || UNCHANGED.has(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** Singulars that look like plurals. */
const UNCHANGED = new Set(['gas', 'species', 'series', 'physics', 'microphysics', 'bias', 'texas']);

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^temp$/, 'temperature'],
  [/^conc$/, 'concentration'],
  [/^vel$/, 'velocity'],
  [/^refl$/, 'reflectivity'],
  [/^sfc$/, 'surface'],
  [/^gase$/, 'gas'], // of 'gases'
  [/vapour/, 'vapor'],
  [/sulph/, 'sulf'],
  [/aluminium/, 'aluminum'],
  [/colour/, 'color'],
  [/grey/, 'gray'],
  [/^(.*[a-z]{2})metre$/, '$1meter'],
  [/metre$/, 'meter'],
  [/fibre/, 'fiber'],
  [/centre/, 'center'],
  [/isation$/, 'ization'],
  [/is(e|ed|ing)$/, 'iz$1'],
  [/model(l)(ed|ing)$/, 'model$2'],
  [/aeroplane/, 'airplane'],
  [/draught/, 'draft'],
  [/gage$/, 'gauge'],
  [/haem/, 'hem'],
];

/** Words with a second spelling: most have none, and are looked at once. */
const SPELLED = new RegExp(SPELLINGS.map(([british]) => british.source).join('|'));

/** The forms of a word that a text may have: as typed, singular, plural, the other spelling. */
export function variantsOf(plain: string): readonly string[] {
  if (plain.length < 4 || /\d/.test(plain)) return [plain];
  const stem = stemOf(plain);
  const single = singular(plain);
  const british = BRITISH.reduce((text, [from, to]) => text.replace(from, to), single);
  const all = new Set([plain, stem, single, british]);
  for (const one of [single, stem])
    if (/[a-z]$/.test(one) && !one.endsWith('s')) all.add(plural(one));
  return [...all];
}

const plural = (word: string): string =>
  /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : /(?:x|ch|sh|z)$/.test(word)
      ? `${word}es`
      : `${word}s`;

const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/vapor/, 'vapour'],
  [/sulf/, 'sulph'],
  [/^gauge$/, 'gage'],
  [/ization$/, 'isation'],
  [/^color/, 'colour'],
];
