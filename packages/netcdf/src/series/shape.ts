// The shape of a file: what it holds apart from its rows, its dates and the values that may change
// from file to file.
import { createHash } from 'node:crypto';
import type { Attribute, Dataset, Variable } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { lastOf } from '../job/group-names.ts';
import { STATING_MISSING } from '../job/missing.ts';
import { timeUnitsOf } from '../job/rebase.ts';
import { MOST_REPEATED_VALUES } from '../job/schema.ts';
import { carried, digest, type FileVariable } from '../job/survey.ts';
import { INDEXED } from '../time/counted-rows.ts';
import { secondsOf, storedTimes } from '../time/stored-times.ts';
import { readBaseTime, type TimeAxis } from '../time/time-axis.ts';
import type { TimeUnits } from '../time/time-units.ts';
import { runYielding } from '../yielding.ts';

export interface ShapeVariable extends FileVariable {
  /** Its values are times; its attributes lack the units, which differ from day to day. */
  readonly countsTime: boolean;
  /**
   * Digest of values without time that belong to the meaning of the file: coordinates, and tables
   * of more than 256 values.
   */
  readonly digest?: string;
}

export interface FileShape {
  readonly timeVariable: string;
  readonly timeDimension: string;
  /** In the order of the file, the variable of the times among them. */
  readonly variables: readonly ShapeVariable[];
  /** Variables that no series can carry, each with the reason, as sentences. */
  readonly leftOut: readonly string[];
  /**
   * Global attributes whose changes a reader wants to know, such as the serial number of the
   * instrument.
   */
  readonly globals: readonly Attribute[];
}

/** Digests of the other values without time, such as the place of the instrument, by variable. */
export type Constants = Readonly<Record<string, string>>;

/** These count from the day of their file and mean nothing in a series. */
export const DROPPED = ['base_time', 'time_offset'];
export const TOLD_GLOBALS = ['serial_number', 'sampling_interval', 'averaging_interval'];
/** Attributes that say how stored numbers become measured ones. */
export const PACKING = ['scale_factor', 'add_offset', '_Unsigned'];
/** Attributes that are given in stored numbers. */
export const LIMITS = ['valid_min', 'valid_max', 'valid_range', 'actual_range'];

const COUNTING = ['units', 'calendar', ...PACKING, ...STATING_MISSING, ...LIMITS];
/** A longer text of an attribute is cut: shapes are kept in an index. */
const LONGEST_TEXT = 8192;

/** Reads values without time; `axis` is the one that findTimeAxis found, along a dimension. */
export async function shapeOf(
  dataset: Dataset,
  axis: TimeAxis & { readonly dimension: string },
): Promise<{ readonly shape: FileShape; readonly constants: Constants }> {
  const chosen = dataset.variables.filter(
    ({ name }) => name === axis.variable || !DROPPED.includes(lastOf(name)),
  );
  const { variables, leftOut } = await carried(
    dataset,
    chosen,
    { variables: 'all', share: (variable) => variable },
    { dimension: axis.dimension, hasRows: axis.length > 0 },
  );
  const clocks = await runYielding(timeUnitsOf(dataset.variables, await readBaseTime(dataset)));
  const dimensions = new Set(variables.flatMap(({ inner }) => inner.map(({ name }) => name)));
  const constants: Record<string, string> = {};
  const found: ShapeVariable[] = [];
  for (const variable of variables) {
    const { name, type, hasTime, inner } = variable;
    const isText = type === 'char' || type === 'string';
    const countsTime = !isText && (name === axis.variable || clocks.has(name));
    const attributes = kept(variable, countsTime);
    const { storedDimensions } = variable;
    const stored = storedDimensions ? { storedDimensions } : {};
    const plain: ShapeVariable = { name, type, hasTime, inner, attributes, countsTime, ...stored };
    const count = elementCount(inner.map(({ length }) => length));
    if (hasTime || count === 0 || type === 'string') {
      found.push(plain);
      continue;
    }
    const units = countsTime ? clocks.get(name) : undefined;
    const own = units ? await digestOfTimes(dataset, name, units) : await digest(dataset, name);
    const isMeaning = inner.length > 0 && (count > MOST_REPEATED_VALUES || dimensions.has(name));
    if (isMeaning) found.push({ ...plain, digest: own });
    else {
      found.push(plain);
      constants[name] = own;
    }
  }
  const shape: FileShape = {
    timeVariable: axis.variable,
    timeDimension: axis.dimension,
    variables: found,
    leftOut,
    globals: dataset.attributes.filter(({ name }) => TOLD_GLOBALS.includes(name)).map(short),
  };
  return { shape, constants };
}

/** Of the moments, since the stored numbers count from another moment in each file. */
async function digestOfTimes(dataset: Dataset, name: string, units: TimeUnits): Promise<string> {
  const seconds = secondsOf(await dataset.read(name), storedTimes(dataset.variable(name)), units);
  return createHash('sha1').update(new Uint8Array(seconds.buffer)).digest('base64');
}

/**
 * What a file of a shape has of its variables, so that their values may be read without its header:
 * not of those whose attributes differ from day to day. undefined: the shape does not say all of
 * it.
 */
export function knownVariables({ timeDimension, variables }: FileShape, rows: number) {
  const names = new Set(variables.map(({ name }) => name));
  if (names.size < variables.length || variables.some(isCut)) return undefined;
  if (variables.some(isMadeByView)) return undefined; // the view needs the header
  const lengths = new Map([[timeDimension, rows]]);
  const known = variables
    .filter(({ countsTime, type }) => !countsTime && type !== 'string')
    .map(({ name, type, hasTime, inner, attributes }): Variable => {
      const dimensions = inner.map((each) => each.name);
      for (const each of inner) lengths.set(each.name, each.length);
      const shape = inner.map(({ length }) => length);
      return {
        ...{ name, type, attributes },
        dimensions: hasTime ? [timeDimension, ...dimensions] : dimensions,
        shape: hasTime ? [rows, ...shape] : shape,
      };
    });
  const dimensions = [...lengths].map(([name, length]) => ({
    ...{ name, length },
    unlimited: name === timeDimension,
  }));
  return { dimensions, variables: known };
}

/** Turned dimensions, or an index of rows that may have been made of counts. */
const isMadeByView = ({ storedDimensions, attributes }: ShapeVariable): boolean =>
  storedDimensions !== undefined || attributes.some(({ name }) => name === INDEXED);

export const isCut = ({ attributes }: ShapeVariable): boolean =>
  attributes.some(({ value }) => typeof value === 'string' && value.length > LONGEST_TEXT);

const kept = ({ attributes }: FileVariable, countsTime: boolean): Attribute[] =>
  attributes.filter(({ name }) => !countsTime || !COUNTING.includes(name)).map(short);

function short(attribute: Attribute): Attribute {
  const { value } = attribute;
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return attribute;
  return { ...attribute, value: `${value.slice(0, LONGEST_TEXT)}…` };
}
