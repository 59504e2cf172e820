// Which concept the words of a text name at a place: as one, joined or parted otherwise, with 'of'
// between, in another order.
import type { Token } from '@isobar/contract/words/fold.ts';
import { isLittleWord } from './noise.ts';
import { type Concept, looseKey, type Vocabulary } from './vocabulary.ts';

export type ConceptClaim = {
  readonly concept: Concept;
  /** Words of the text that it takes. */
  readonly length: number;
  /** Those that name it, in the order of its name. */
  readonly words: readonly Token[];
};

/** The longest concept that begins at a token. */
export function conceptAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): ConceptClaim | null {
  const close = closeAt(tokens, at, vocabulary);
  const loose = looseAt(tokens, at, vocabulary);
  return loose && loose.words.length > (close?.words.length ?? 0) ? loose : close;
}

/** Finds a concept whose words follow each other, with only 'of' between. */
function closeAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): ConceptClaim | null {
  const straight = ownAt(tokens, at, vocabulary);
  const parted = ofAt(tokens, at, vocabulary);
  if (parted && parted.length > (straight?.length ?? 0)) return parted;
  if (straight && straight.length > 1) return straight;
  return turnedAt(tokens, at, vocabulary) ?? straight;
}

/**
 * The same, unless its last words begin a longer concept: 'satellite cloud top height' is
 * 'satellite' and 'cloud top height', not 'satellite cloud'.
 */
function ownAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): ConceptClaim | null {
  const straight = straightAt(tokens, at, vocabulary);
  for (let from = at + 1; from < at + (straight?.length ?? 0); from++) {
    const other = straightAt(tokens, from, vocabulary);
    if (
      other &&
      straight &&
      other.length > straight.length &&
      from + other.length > at + straight.length
    )
      return straightAt(tokens, at, vocabulary, from - at);
  }
  return straight;
}

function straightAt(
  tokens: readonly Token[],
  at: number,
  { concepts, joined, longest }: Vocabulary,
  most = longest,
): ConceptClaim | null {
  for (let length = Math.min(most, longest, tokens.length - at); length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const keys = words.map(({ key }) => key);
    const together = keys.join('');
    const concept =
      concepts.get(keys.join(' ')) ??
      concepts.get(joined.get(together) ?? '') ??
      (length > 1 ? concepts.get(together) : undefined);
    if (concept) return { concept, length, words };
  }
  return null;
}

export const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'any']);
const OF: ReadonlySet<string> = new Set(['of', 'in', 'at', 'on', 'by']);

/** 'height of the boundary layer' is the boundary layer height. */
function ofAt(
  tokens: readonly Token[],
  at: number,
  { concepts, longest }: Vocabulary,
): ConceptClaim | null {
  for (let head = 2; head > 0; head--) {
    if (!OF.has(tokens[at + head]?.plain ?? '')) continue;
    const first = ARTICLES.has(tokens[at + head + 1]?.plain ?? '') ? at + head + 2 : at + head + 1;
    const most = Math.min(longest - head, tokens.length - first);
    for (let count = most; count > 0; count--) {
      const words = [...tokens.slice(first, first + count), ...tokens.slice(at, at + head)];
      const concept = concepts.get(keysOf(words));
      if (concept) return { concept, length: first + count - at, words };
    }
  }
  return null;
}

/** Most words that are looked at the other way round. */
const MOST_TURNED = 4;

/**
 * 'lidar doppler' is a Doppler lidar, unless its last words begin another concept, as in
 * 'temperature soil moisture'.
 */
function turnedAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): ConceptClaim | null {
  for (let length = Math.min(MOST_TURNED, tokens.length - at); length > 1; length--) {
    const typed = tokens.slice(at, at + length);
    for (let by = 1; by < length; by++) {
      const words = [...typed.slice(by), ...typed.slice(0, by)];
      const concept = vocabulary.concepts.get(keysOf(words));
      if (concept && !isNeeded(tokens, at, length, vocabulary)) return { concept, length, words };
    }
  }
  return null;
}

/** The words of a concept may be scattered over this many tokens, and be this many. */
const LOOSE_TOKENS = 7;
const MOST_LOOSE = 4;

/** Words on whose two sides two things are meant. */
const APART: ReadonlySet<string> = new Set(
  'and or but with without versus vs than not except from for to during while via using'.split(' '),
);

/**
 * 'thickness optical of the clouds' is the optical thickness of clouds: all its words, in any
 * order, little words between them.
 */
function looseAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): ConceptClaim | null {
  const words: Token[] = [];
  let best: ConceptClaim | null = null;
  for (const [i, token] of tokens.slice(at, at + LOOSE_TOKENS).entries()) {
    if (APART.has(token.plain)) break;
    if (isLittleWord(token)) {
      if (i === 0) break;
      continue;
    }
    if (words.push(token) > MOST_LOOSE) break;
    const key = vocabulary.loose.get(looseKey(words.map((word) => word.key)));
    const concept = key === undefined ? undefined : vocabulary.concepts.get(key);
    const length = i + 1;
    if (concept && words.length > 1 && !isNeeded(tokens, at, length, vocabulary))
      best = { concept, length, words: [...words] };
  }
  return best;
}

function isNeeded(
  tokens: readonly Token[],
  at: number,
  length: number,
  vocabulary: Vocabulary,
): boolean {
  for (let from = at + 1; from < at + length; from++) {
    const other = straightAt(tokens, from, vocabulary);
    if (other && other.length > 1 && from + other.length > at + length) return true;
  }
  return false;
}

const keysOf = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join(' ');
