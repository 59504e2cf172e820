// Shapes of files that are described one after another: most have the header of one before, apart
// from dates, and share its shape.
import { textAttribute } from '../attribute.ts';
import type { Attribute, Dataset, Variable } from '../dataset.ts';
import { lastOf } from '../job/group-names.ts';
import { digest } from '../job/survey.ts';
import { epochOf, type TimeAxis } from '../time/time-axis.ts';
import {
  type Constants,
  DROPPED,
  type FileShape,
  isCut,
  type ShapeVariable,
  shapeOf,
  TOLD_GLOBALS,
} from './shape.ts';

type Axis = TimeAxis & { readonly dimension: string };

export interface Shaped {
  readonly shape: FileShape;
  readonly constants: Constants;
}

/** A header, and the shape that was made of it. */
interface Known {
  readonly variables: readonly Variable[];
  readonly shape: FileShape;
  /** Variables whose values were read for the shape. */
  readonly fixed: readonly ShapeVariable[];
}

const MOST_KNOWN = 4;

/**
 * What shapeOf makes of each dataset; the shape is the same object for files whose shapes are
 * alike, as long as it is known.
 */
export function recentShapes(): (dataset: Dataset, axis: Axis) => Promise<Shaped> {
  let known: readonly Known[] = [];
  return async (dataset, axis) => {
    for (const one of known) {
      const constants = isAlike(one, dataset, axis) && (await constantsOf(one, dataset));
      if (constants) return { shape: one.shape, constants };
    }
    const { shape, constants } = await shapeOf(dataset, axis);
    const isFixed = (variable: ShapeVariable): boolean =>
      variable.digest !== undefined || Object.hasOwn(constants, variable.name);
    const fixed = shape.variables.filter(isFixed);
    if (isPlain(dataset, axis, shape) && !fixed.some(({ countsTime }) => countsTime)) {
      const { variables } = dataset;
      const others = known.filter((one) => !isAlike(one, dataset, axis));
      known = [{ variables, shape, fixed }, ...others].slice(0, MOST_KNOWN);
    }
    return { shape, constants };
  };
}

/**
 * Whether nothing of the shape depends on values that are not compared, and the header is not so
 * large that it should not be kept.
 */
const isPlain = (dataset: Dataset, axis: Axis, shape: FileShape): boolean =>
  axis.length > 0 &&
  !shape.variables.some(isCut) &&
  dataset.unreadable.length === 0 &&
  dataset.variables.every((variable) => variable.name !== 'time_offset' || isClock(variable));

const isClock = (variable: Variable): boolean => epochOf(variable) !== undefined;

/** Whether both have one shape, if the values that belong to it are alike, too. */
function isAlike({ variables, shape }: Known, dataset: Dataset, axis: Axis): boolean {
  return (
    axis.length > 0 &&
    axis.variable === shape.timeVariable &&
    axis.dimension === shape.timeDimension &&
    dataset.unreadable.length === 0 &&
    dataset.variables.length === variables.length &&
    dataset.variables.every((one, i) => isAlikeIn(one, variables[i], axis)) &&
    areSame(
      dataset.attributes.filter(({ name }) => TOLD_GLOBALS.includes(name)),
      shape.globals,
    )
  );
}

function isAlikeIn(one: Variable, other: Variable | undefined, axis: Axis): boolean {
  if (one === other) return true;
  if (!other || one.name !== other.name || one.type !== other.type) return false;
  const { dimensions, shape } = other;
  if (one.dimensions.length !== dimensions.length) return false;
  // Values are read by the order in the file: as many stations as times are of one shape otherwise.
  if (String(one.storedDimensions) !== String(other.storedDimensions)) return false;
  for (let i = 0; i < dimensions.length; i++) {
    const isSame = one.dimensions[i] === dimensions[i];
    if (!isSame || (one.shape[i] !== shape[i] && dimensions[i] !== axis.dimension)) return false;
  }
  if (areSame(one.attributes, other.attributes)) return true;
  // An epoch is another in each file, and is no part of the shape.
  if (one.type === 'char' || one.type === 'string' || isClock(one) !== isClock(other)) return false;
  const isDropped = one.name !== axis.variable && DROPPED.includes(lastOf(one.name));
  return isDropped
    ? textAttribute(one, 'bounds') === textAttribute(other, 'bounds')
    : isClock(one) && areSame(one.attributes, other.attributes, 'units');
}

/** Whether both are the same, in the same order; the text of the one that is named may differ. */
function areSame(some: readonly Attribute[], others: readonly Attribute[], but?: string): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (!isSameAttribute(some[i], others[i], but)) return false;
  return true;
}

function isSameAttribute(one?: Attribute, other?: Attribute, but?: string): boolean {
  if (!one || !other || one.name !== other.name || one.type !== other.type) return false;
  const [value, others] = [one.value, other.value];
  if (typeof value === 'string' || typeof others === 'string')
    return value === others || (one.name === but && typeof value === typeof others);
  if (value.length !== others.length) return false;
  for (let i = 0; i < value.length; i++) if (!Object.is(value[i], others[i])) return false;
  return true;
}

/** undefined: values that belong to the shape differ. */
async function constantsOf({ fixed }: Known, dataset: Dataset): Promise<Constants | undefined> {
  const constants: Record<string, string> = {};
  for (const variable of fixed) {
    const own = await digest(dataset, variable.name);
    if (variable.digest === undefined) constants[variable.name] = own;
    else if (variable.digest !== own) return undefined;
  }
  return constants;
}
