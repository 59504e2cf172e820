// The nearest known word to a misspelt one: one or two letters wrong, missing, doubled or
// exchanged.

/**
 * Known words, each with how often it is met: of two that are as near, the commoner one is meant.
 */
export type Lexicon = {
  /** Correctly spelt, whether or not a typo is ever corrected to them. */
  readonly words: ReadonlyMap<string, number>;
  readonly byLength: readonly (readonly string[])[];
};

/** Longest word that is corrected. */
const LONGEST = 24;
/** Most known words that are kept; far more than tables hold. */
const MOST_WORDS = 50_000;

/** `lacking` are correctly spelt, too, but no typo is corrected to them. */
export function lexiconOf(words: Iterable<string>, lacking: Iterable<string> = []): Lexicon {
  const counts = new Map<string, number>();
  for (const word of words) {
    if (word.length < 2 || word.length > LONGEST) continue;
    if (counts.size < MOST_WORDS || counts.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const byLength: string[][] = [];
  for (const word of [...counts.keys()].sort()) {
    byLength[word.length] ??= [];
    byLength[word.length]?.push(word);
  }
  for (const word of lacking) if (!counts.has(word)) counts.set(word, 1);
  return { words: counts, byLength };
}

/**
 * How many typos a word of this length may have: none in short ones, which are codes as often as
 * words.
 */
export const editsFor = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : 2);

/**
 * The nearest known words, best first; none for a word that is known, too short, or a code with
 * figures.
 */
export function nearestWords(word: string, lexicon: Lexicon, most = 3): readonly string[] {
  const slips = editsFor(word.length);
  if (slips === 0 || word.length > LONGEST || /\d/.test(word) || lexicon.words.has(word)) return [];
  const found: { word: string; cost: number }[] = [];
  for (let length = word.length - slips; length <= word.length + slips; length++)
    for (const known of lexicon.byLength[length] ?? []) {
      const most = Math.min(slips, editsFor(known.length));
      if (most === 0 || /\d/.test(known)) continue;
      const distance = distanceWithin(word, known, most);
      if (distance > most) continue;
      const otherBegin = word[0] === known[0] ? 0 : 0.6;
      const use = Math.min(0.4, (lexicon.words.get(known) ?? 0) / 100);
      found.push({ word: known, cost: distance + otherBegin - use });
    }
  found.sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1));
  return found.slice(0, most).map((one) => one.word);
}

/**
 * Letters to change, add, remove or exchange with their neighbour until `a` is `b`; more than
 * `most` where it is more. Bounded by the lengths times the width of the band.
 */
export function distanceWithin(
  a: ArrayLike<string>,
  b: ArrayLike<string>,
  most: number,
  exchanges = true,
): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(last, j - 1) + same, at(last, j) + 1, at(row, j - 1) + 1);
      if (exchanges && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return at(last, b.length);
}

/** Beyond the band nothing can be near. */
const at = (row: readonly number[], j: number): number => row[j] ?? Number.POSITIVE_INFINITY;
