// Brings times that count from different moments, or in different units, to the same ones.
import { textAttribute } from '../attribute.ts';
import type { NcType, Variable } from '../dataset.ts';
import { signChange } from '../packing.ts';
import { type StoredTime, storedTimes } from '../time/stored-times.ts';
import { epochOf } from '../time/time-axis.ts';
import type { TimeUnits } from '../time/time-units.ts';
import type { Stepwise } from '../yielding.ts';

type Described = Pick<Variable, 'name' | 'type' | 'attributes'>;

/**
 * What zero means for each variable of times. Its own units tell it; bounds take those of the
 * variable that they bound, and `time_offset` without an epoch counts from `base_time`. Scalars
 * such as `base_time` itself are kept as they are.
 */
export function* timeUnitsOf(
  variables: readonly Described[],
  baseTime: number | undefined,
): Stepwise<Map<string, TimeUnits>> {
  const units = new Map<string, TimeUnits>();
  for (const variable of variables) {
    yield;
    if (variable.name === 'base_time') continue;
    const own = epochOf(variable);
    if (own) units.set(variable.name, own);
    else if (variable.name === 'time_offset' && baseTime !== undefined) {
      units.set(variable.name, { secondsPerUnit: 1, epochSeconds: baseTime });
    }
  }
  const names = new Set(variables.map(({ name }) => name));
  for (const variable of variables) {
    const counted = units.get(variable.name);
    if (!counted) continue;
    const stated = textAttribute(variable, 'bounds');
    for (const bounds of [stated, `${variable.name}_bounds`]) {
      const isPresent = bounds !== undefined && names.has(bounds);
      if (isPresent && !units.has(bounds)) units.set(bounds, counted);
    }
  }
  return units;
}

/** target = value × scale + shift */
export interface Rebasing {
  readonly scale: number;
  readonly shift: number;
  /**
   * The number that a stored value counts; NaN for those that are no times, which are left as they
   * are.
   */
  readonly stored: StoredTime;
  readonly isUnsigned: boolean;
}

/**
 * The conversion of stored times from one unit and epoch to another; undefined when both are the
 * same.
 */
export function rebasing(
  from: TimeUnits | undefined,
  to: TimeUnits | undefined,
  variable: Described,
): Rebasing | undefined {
  if (!from || !to) return undefined;
  const scale = from.secondsPerUnit / to.secondsPerUnit;
  const shift = (from.epochSeconds - to.epochSeconds) / to.secondsPerUnit;
  if (scale === 1 && shift === 0) return undefined;
  const stored = storedTimes(variable);
  return { scale, shift, stored, isUnsigned: signChange(variable) !== undefined };
}

const isWhole = ({ scale, shift }: Rebasing): boolean =>
  Number.isInteger(scale) && Number.isInteger(shift);

/** The first and the last time, seconds since 1970 UTC, and the moment that zero will mean. */
export interface Extent {
  readonly earliest: number;
  readonly latest: number;
  readonly units: TimeUnits;
}

/**
 * The type that rebased values need: short types and fractions do not hold times of other days, and
 * 32 bits hold 68 years of seconds. `extent` is known for the axis; for other variables only the
 * shift is known.
 */
export function rebasedType(type: NcType, change: Rebasing, extent: Extent | undefined): NcType {
  if (type === 'double' || type === 'string' || type === 'char') return type;
  if (!isWhole(change) || type === 'float') return 'double';
  if (type === 'int64') return type;
  if (type === 'uint64')
    return extent && extent.earliest >= extent.units.epochSeconds ? type : 'double';
  const isSmall = extent
    ? [extent.earliest, extent.latest].every((time) => fits(time, extent.units))
    : change.scale === 1 && Math.abs(change.shift) < MOST_SHIFT;
  return isSmall ? 'int' : 'double';
}

/** Half of what 32 bits hold. */
const MOST_SHIFT = 2 ** 30;

function fits(time: number, { secondsPerUnit, epochSeconds }: TimeUnits): boolean {
  const count = (time - epochSeconds) / secondsPerUnit;
  return count > -(2 ** 31) && count < 2 ** 31;
}

/** Numbers of 64 bits stay exact. */
export function rebase(value: number | bigint, change: Rebasing): number | bigint {
  const { scale, shift, stored } = change;
  const count = stored(value);
  if (Number.isNaN(count)) return value;
  if (typeof value === 'bigint' && !change.isUnsigned && isWhole(change))
    return value * BigInt(scale) + BigInt(shift);
  return count * scale + shift;
}
