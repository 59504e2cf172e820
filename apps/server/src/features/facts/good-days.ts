// Good days: enough of a day's hours have a value, and no report touches them. Pure.

/** What is known of a variable in each hour of the range, which begins and ends at midnight. */
export interface VariableHours {
  /** 1: there is a valid sample. */
  readonly hasValue: Uint8Array;
  /** 1: a report of a chosen class, or limited access. */
  readonly touched: Uint8Array;
  /** 1: its facts have not been computed. */
  readonly computing: Uint8Array;
}

export type Spoiled = 'missing' | 'report' | 'unknown';

/** `hasData`: some variable has a value in an hour that counts. */
export type DayState = { readonly hasData: boolean } & (
  | { readonly isGood: true }
  | {
      readonly isGood: false;
      readonly spoilers: readonly { readonly variable: number; readonly reason: Spoiled }[];
    }
);

/** Each day of the range; undefined for days without an hour that counts. */
export function judgeDays(
  variables: readonly VariableHours[],
  counts: Uint8Array,
  share: number,
): readonly (DayState | undefined)[] {
  return Array.from({ length: Math.floor(counts.length / 24) }, (_, day) => {
    let wanted = 0;
    for (let hour = day * 24; hour < day * 24 + 24; hour++) if (counts[hour]) wanted++;
    if (wanted === 0) return undefined;
    const spoilers = variables.flatMap((hours, variable) => {
      const reason = spoiledBy(hours, counts, day, wanted * share);
      return reason ? [{ variable, reason }] : [];
    });
    const hasData = variables.some(({ hasValue }) => hasAny(hasValue, counts, day));
    return spoilers.length === 0 ? { isGood: true, hasData } : { isGood: false, hasData, spoilers };
  });
}

function hasAny(hasValue: Uint8Array, counts: Uint8Array, day: number): boolean {
  for (let hour = day * 24; hour < day * 24 + 24; hour++)
    if (counts[hour] && hasValue[hour]) return true;
  return false;
}

function spoiledBy(
  { hasValue, touched, computing }: VariableHours,
  counts: Uint8Array,
  day: number,
  least: number,
): Spoiled | undefined {
  let [values, isComputing] = [0, false];
  for (let hour = day * 24; hour < day * 24 + 24; hour++) {
    if (!counts[hour]) continue;
    if (touched[hour]) return 'report';
    if (computing[hour]) isComputing = true;
    if (hasValue[hour]) values++;
  }
  // A whole number of hours is compared with a product, which may be off by a rounding.
  if (values >= least - 1e-9) return undefined;
  return isComputing ? 'unknown' : 'missing';
}
