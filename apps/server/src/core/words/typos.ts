// Corrects the words of a text: typos, unfinished words, words that were joined. Known words stay
// as they are.
import { stemOf, type Token } from '@isobar/contract/words/fold.ts';
import { type Lexicon, nearestWords } from '@isobar/search-engine/language/spelling.ts';
import { isLittleWord } from './noise.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Corrected = {
  readonly tokens: readonly Token[];
  /** The whole text with its typos corrected. */
  readonly mended: string;
  /** The offsets of words that are only the beginning of a word. */
  readonly beginnings: ReadonlySet<number>;
};

/** Most words of a text that are corrected: each is compared with thousands of known ones. */
const MOST_CORRECTED = 8;

export function correct(
  text: string,
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  known: ReadonlySet<string>,
  begun: ReadonlySet<string>,
): Corrected {
  const beginnings = new Set<number>();
  const changes: { start: number; end: number; to: string }[] = [];
  let mended = 0;
  const next = tokens.flatMap((token, i): Token[] => {
    if (isKnown(token, tokens, i, vocabulary, known) || mended === MOST_CORRECTED) return [token];
    const whole = completion(token.key, vocabulary.lexicon);
    if (whole === null && begun.has(token.key)) {
      beginnings.add(token.start);
      return [token];
    }
    mended++;
    const to = betterOf(token, vocabulary);
    if (to === null) {
      if (token.plain.length >= SHORTEST_BEGINNING) beginnings.add(token.start);
      return [token];
    }
    changes.push({ start: token.start, end: token.end, to });
    return to.split(' ').map((plain) => ({ ...token, plain, key: stemOf(plain) }));
  });
  return { tokens: next, mended: changed(text, changes), beginnings };
}

const SHORTEST_BEGINNING = 3;

/** The words (keys) that no table has: the archive may have them all the same. */
export const unknownWords = (tokens: readonly Token[], vocabulary: Vocabulary): readonly string[] =>
  [
    ...new Set(
      tokens
        .filter((token, i) => !isKnown(token, tokens, i, vocabulary, NONE))
        .map(({ key }) => key),
    ),
  ].slice(0, MOST_CORRECTED);

const NONE: ReadonlySet<string> = new Set();

function isKnown(
  token: Token,
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  known: ReadonlySet<string>,
): boolean {
  const { lexicon, joined, concepts, places, levels } = vocabulary;
  const { key, plain } = token;
  if (plain.length < 3) return true;
  if (/\d/.test(plain)) return withoutNumber(token, vocabulary) === null || known.has(key);
  if (lexicon.words.has(key) || lexicon.words.has(plain) || known.has(key) || levels.has(plain))
    return true;
  if (joined.has(key) || concepts.has(key) || places.has(key) || isLittleWord(token)) return true;
  return partOfJoined(tokens, at, joined, concepts);
}

/**
 * 'parsivel2' -> 'parsivel', a model of it: only where the word means something without its number
 * and nothing with it.
 */
function withoutNumber({ plain }: Token, { lexicon, joined, concepts }: Vocabulary): string | null {
  const word = /^(\p{L}{3,})\d{1,3}\p{L}?$/u.exec(plain)?.[1];
  if (word === undefined || lexicon.words.has(plain) || joined.has(plain)) return null;
  return concepts.has(stemOf(word)) && !concepts.has(plain) ? word : null;
}

/** 'disdro meter', 'nephelo meter': two words that are one together. */
function partOfJoined(
  tokens: readonly Token[],
  at: number,
  joined: Vocabulary['joined'],
  concepts: Vocabulary['concepts'],
): boolean {
  const around = [
    [tokens[at - 1], tokens[at]],
    [tokens[at], tokens[at + 1]],
  ];
  return around.some(([a, b]) => {
    if (!a || !b) return false;
    const together = a.key + b.key;
    return joined.has(together) || concepts.has(together);
  });
}

/** The known word that an unknown word was meant to be; null: none is similar. */
function betterOf(token: Token, vocabulary: Vocabulary): string | null {
  const { key, plain } = token;
  const { lexicon, joined } = vocabulary;
  if (/\d/.test(plain)) return withoutNumber(token, vocabulary);
  const ending = completion(key, lexicon);
  if (ending) return ending;
  const near = nearestWords(key, lexicon)[0] ?? null;
  const parted = partedWord(key, lexicon);
  const nearJoined = near === null && key.length >= 8 ? nearJoinedKey(key, joined) : null;
  return near ?? parted ?? nearJoined ?? codeWithin(key, vocabulary);
}

/**
 * 'kazrge' -> 'kazr', 'sgpkazrge' -> 'sgp kazr': the class in the name of a datastream that adds a
 * mode to it and that the archive lacks.
 */
function codeWithin(key: string, { codes, places }: Vocabulary): string | null {
  const site = key.slice(0, SITE_LENGTH);
  const ofSite = places.has(site) ? codeAt(key.slice(SITE_LENGTH), SHORTEST_CODE, codes) : null;
  return codeAt(key, SHORTEST_ALONE, codes) ?? (ofSite && `${site} ${ofSite}`);
}

/** The longest code that a word begins with. */
function codeAt(word: string, shortest: number, codes: ReadonlySet<string>): string | null {
  for (let length = word.length; length >= shortest; length--)
    if (codes.has(word.slice(0, length))) return word.slice(0, length);
  return null;
}

const SITE_LENGTH = 3;
const SHORTEST_CODE = 3;
/** Without a site before it, many a word begins like a short code. */
const SHORTEST_ALONE = 4;

/** 'temperat' -> 'temperature': the commonest known word that begins so. */
export function completion(begin: string, lexicon: Lexicon): string | null {
  if (begin.length < 4) return null;
  let best: string | null = null;
  let use = 0;
  for (let length = begin.length + 1; length <= begin.length + MOST_ADDED; length++)
    for (const word of lexicon.byLength[length] ?? []) {
      const count = word.startsWith(begin) ? (lexicon.words.get(word) ?? 0) : 0;
      if (count <= use) continue;
      best = word;
      use = count;
    }
  return best;
}
const MOST_ADDED = 8;

/** 'radarprofiler' -> 'radar profiler'. */
function partedWord(word: string, { words }: Lexicon): string | null {
  if (word.length < 8 || word.length > 32) return null;
  for (let at = 4; at <= word.length - 4; at++) {
    const [a, b] = [word.slice(0, at), word.slice(at)];
    if (words.has(a) && words.has(stemOf(b))) return `${a} ${b}`;
  }
  return null;
}

function nearJoinedKey(key: string, joined: Vocabulary['joined']): string | null {
  for (const [together, parts] of joined)
    if (together.startsWith(key) && together.length <= key.length + MOST_ADDED) return parts;
  return null;
}

function changed(
  text: string,
  changes: readonly { start: number; end: number; to: string }[],
): string {
  let result = '';
  let at = 0;
  for (const { start, end, to } of changes) {
    result += text.slice(at, start) + to;
    at = end;
  }
  return result + text.slice(at);
}
