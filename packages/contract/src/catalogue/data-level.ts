// Data levels: their order, which of them are raw, and which carry the note about missing review.

/** Families in the order of decision 1011; the raw levels 00 and 01 come before all of them. */
export const DATA_LEVEL_ORDER = ['s', 'a', 'b', 'c', 'm'] as const;
const FAMILIES: readonly string[] = ['0', ...DATA_LEVEL_ORDER];

/** Levels from which nothing can be extracted (specification part 3 section 9). */
const RAW_LEVELS: ReadonlySet<string> = new Set(['00', '01', 'a0', 'a1']);

/** Levels that have not undergone a rigorous review (specification part 3 section 9). */
const UNREVIEWED_LEVELS: ReadonlySet<string> = new Set(['00', '01', 'a0']);

/**
 * Negative when `a` comes first: 00, 01, then s, a, b, c, m, each by its number (decision 1011). A
 * level of an unknown form comes before all of these, so that it is never the highest by accident.
 */
export function compareDataLevels(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The highest-ranked of some levels, that is the last in order; null for an empty list. */
export function highestLevel(levels: Iterable<string>): string | null {
  let highest: string | null = null;
  for (const level of levels)
    if (highest === null || compareDataLevels(level, highest) > 0) highest = level;
  return highest;
}

/** True for 00, 01, a0 and a1: orders of these deliver whole files. */
export const isRawLevel = (level: string): boolean => RAW_LEVELS.has(level);

/** True for 00, 01 and a0, whose timelines carry the disclaimer about continuity. */
export const isNameDisclaimed = (level: string): boolean => UNREVIEWED_LEVELS.has(level);

function rank(level: string): number {
  const match = /^([a-z0])(\d+)$/.exec(level);
  const family = FAMILIES.indexOf(match?.[1] ?? '');
  return family < 0 ? -1 : family * 1000 + Math.min(Number(match?.[2]), 999);
}
