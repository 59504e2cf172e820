// What a pattern of name-patterns.csv may consist of, and what is wrong with one.

/** What a part of a pattern may hold: a number of digits, or a run of characters. */
export type PatternPart =
  | { readonly digits: number }
  | { readonly signs: RegExp; readonly least: 0 | 1 };

/** Parts that a pattern may name. */
export const PATTERN_PARTS: Readonly<Record<string, PatternPart>> = {
  '{site}': { signs: /[A-Za-z0-9-]/, least: 1 },
  '{facility}': { signs: /[A-Za-z0-9-]/, least: 1 },
  '{class}': { signs: /[A-Za-z0-9.-]/, least: 1 },
  '{level}': { signs: /[A-Za-z0-9]/, least: 1 },
  '%Y': { digits: 4 },
  '%y': { digits: 2 },
  '%m': { digits: 2 },
  '%d': { digits: 2 },
  '%j': { digits: 3 },
  '%H': { digits: 2 },
  '%M': { digits: 2 },
  '%S': { digits: 2 },
  '*': { signs: /[^/]/, least: 0 },
};
export const PATTERN_PART = /\{[a-z]*\}|%.|\*/g;
const MOST_STARS = 3;
const LONGEST_PATTERN = 400;

/** Why a pattern cannot be used; null: it can. */
export function patternProblem(pattern: string): string | null {
  const parts = pattern.match(PATTERN_PART) ?? [];
  const unknown = parts.find((part) => !Object.hasOwn(PATTERN_PARTS, part));
  if (unknown !== undefined)
    return `has ${unknown}; known are ${Object.keys(PATTERN_PARTS).join(' ')}`;
  if (parts.filter((part) => part === '*').length > MOST_STARS) return 'has more than three *';
  const words = parts.filter((part) => part.startsWith('{'));
  if (new Set(words).size < words.length) return 'has a part in {} twice';
  return pattern.length > LONGEST_PATTERN ? 'is too long' : null;
}
