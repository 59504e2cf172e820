// Which flag of a quality variable holds for which value of its data variable: one rule for
// orders, arrays, plots and hour facts.
import { elementCount, type Variable } from '../dataset.ts';

interface Axis {
  readonly name: string;
  readonly length: number;
}

/** Larger tables of flags that hold for all times are not kept in memory. */
const MOST_FIXED_FLAGS = 1 << 22;

export interface FlagPlaces {
  /** Whether each time has flags of its own; otherwise the same hold for all times. */
  readonly perTime: boolean;
  /** How many flags there are, of each time if they are its own. */
  readonly count: number;
  /** For each value of one time the place of its flag among `count`. */
  readonly places: Int32Array;
}

/**
 * The places of the flags for variables of one file, the first dimension of `variable` being that
 * of its times. undefined when the quality variable has another shape: see `flagPlaces`.
 */
export function placesInFile(variable: Variable, quality: Variable): FlagPlaces | undefined {
  const perTime = quality.dimensions[0] === variable.dimensions[0];
  const flags = axesOf(quality).slice(perTime ? 1 : 0);
  return flagPlaces(axesOf(variable).slice(1), flags, perTime);
}

const axesOf = ({ dimensions, shape }: Variable): readonly Axis[] =>
  dimensions.map((name, at) => ({ name, length: shape[at] ?? 0 }));

/**
 * A quality variable may lack dimensions of its data variable, and each flag then holds all along
 * these, or have them in another order. undefined when it has dimensions that the data variable
 * lacks, or one twice, or holds more flags for all times than are kept. Without that of the times.
 */
export function flagPlaces(
  own: readonly Axis[],
  flags: readonly Axis[],
  perTime: boolean,
): FlagPlaces | undefined {
  const axes = flags.map(({ name }) => own.findIndex((axis) => axis.name === name));
  if (axes.includes(-1) || new Set(axes).size < axes.length) return undefined;
  const count = elementCount(flags.map(({ length }) => length));
  if (!perTime && count > MOST_FIXED_FLAGS) return undefined;
  const lengths = own.map(({ length }) => length);
  const strides = lengths.map(() => 0);
  let stride = 1;
  for (const axis of [...axes].reverse()) {
    strides[axis] = stride;
    stride *= lengths[axis] ?? 1;
  }
  return { perTime, count, places: walk(lengths, strides) };
}

/** The place of each value in the order of its dimensions, the last of which varies fastest. */
function walk(lengths: readonly number[], strides: readonly number[]): Int32Array {
  const places = new Int32Array(elementCount(lengths));
  const at = lengths.map(() => 0);
  let place = 0;
  for (let k = 0; k < places.length; k++) {
    places[k] = place;
    for (let axis = lengths.length - 1; axis >= 0; axis--) {
      const next = (at[axis] ?? 0) + 1;
      place += strides[axis] ?? 0;
      at[axis] = next;
      if (next < (lengths[axis] ?? 0)) break;
      place -= (strides[axis] ?? 0) * next;
      at[axis] = 0;
    }
  }
  return places;
}
