// Events: the longest runs of consecutive hours in which all clauses hold. Pure; hours are counted
// from the start of the range.

/**
 * What is known of one clause in each hour: 1 where it holds, and 1 where that is not known. Both
 * 0: it does not hold.
 */
export interface ClauseHours {
  readonly holds: Uint8Array;
  readonly unknown: Uint8Array;
}

/** Hours [first, end). */
export interface Run {
  readonly first: number;
  readonly end: number;
}

export interface Found {
  /** The runs in order of time. */
  readonly runs: readonly Run[];
  /**
   * 1 for an hour that counts, in which no clause is known not to hold, and of one clause at least
   * it is not known.
   */
  readonly unknown: Uint8Array;
}

/**
 * `counts`: 1 for hours of the season and time of day that are searched; an event never reaches
 * beyond them.
 */
export function findEvents(
  clauses: readonly ClauseHours[],
  counts: Uint8Array,
  leastHours: number,
): Found {
  const runs: Run[] = [];
  const unknown = new Uint8Array(counts.length);
  let first = -1;
  for (let hour = 0; hour <= counts.length; hour++) {
    const state = hour < counts.length && counts[hour] ? stateOf(clauses, hour) : 'fails';
    if (state === 'holds') {
      if (first < 0) first = hour;
      continue;
    }
    if (state === 'unknown') unknown[hour] = 1;
    if (first >= 0 && hour - first >= leastHours) runs.push({ first, end: hour });
    first = -1;
  }
  return { runs, unknown };
}

function stateOf(clauses: readonly ClauseHours[], hour: number): 'holds' | 'fails' | 'unknown' {
  let isKnown = true;
  for (const { holds, unknown } of clauses) {
    if (unknown[hour]) isKnown = false;
    else if (!holds[hour]) return 'fails';
  }
  return isKnown ? 'holds' : 'unknown';
}

/**
 * The days that runs touch, as numbers of days counted from the start of the range, which is a
 * midnight; ascending.
 */
export function daysOf(runs: readonly Run[]): number[] {
  const days = new Set<number>();
  for (const { first, end } of runs)
    for (let day = Math.floor(first / 24); day <= Math.floor((end - 1) / 24); day++) days.add(day);
  return [...days].sort((a, b) => a - b);
}

/** Least and largest value of the hours [first, end) that are no NaN. */
export function extremesIn(values: Float32Array, { first, end }: Run) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let hour = first; hour < end; hour++) {
    const value = values[hour] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}
