// Brings times that count from different moments, or in different units, to the same ones.
import { numbersAttribute, textAttribute } from '../attribute.ts';
import type { NcType, Variable } from '../dataset.ts';
import { epochOf } from '../time/time-axis.ts';
import type { TimeUnits } from '../time/time-units.ts';
import type { Stepwise } from '../turns.ts';

type Described = Pick<Variable, 'name' | 'attributes'>;

/**
 * What zero means for each variable of times: by its own units, as bounds by those of the variable that they bound, for
 * `time_offset` without an epoch by `base_time`. Scalars like `base_time` are left out: they are kept, not rebased.
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
  /** Left as they are. */
  readonly missing: readonly number[];
}

/** undefined when both count alike. */
export function rebasing(
  from: TimeUnits | undefined,
  to: TimeUnits | undefined,
  variable: Described,
): Rebasing | undefined {
  if (!from || !to) return undefined;
  const scale = from.secondsPerUnit / to.secondsPerUnit;
  const shift = (from.epochSeconds - to.epochSeconds) / to.secondsPerUnit;
  if (scale === 1 && shift === 0) return undefined;
  const missing = ['missing_value', '_FillValue'].flatMap(
    (name) => numbersAttribute(variable, name) ?? [],
  );
  return { scale, shift, missing };
}

/** The type that rebased values need: short ones and fractions do not hold times of other days. */
export function rebasedType(type: NcType, { scale, shift }: Rebasing): NcType {
  const isWhole = Number.isInteger(scale) && Number.isInteger(shift);
  if (type === 'double' || type === 'string' || type === 'char') return type;
  if (!isWhole || type === 'float') return 'double';
  return type === 'int64' || type === 'uint64' || type === 'int' ? type : 'int';
}

export function rebase(value: number, { scale, shift, missing }: Rebasing): number {
  return missing.includes(value) ? value : value * scale + shift;
}
