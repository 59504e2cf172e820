// GEOMS files, as NDACC and others have them in HDF5: their own attributes say what NetCDF says by
// dimensions and units.
import { numbersAttribute, textAttribute } from '../attribute.ts';
import {
  type Attribute,
  type Dataset,
  type Dimension,
  findVariable,
  type Variable,
} from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';

/**
 * The dataset itself, or, for a GEOMS file, one with named dimensions, units, long names and times
 * since an epoch.
 */
export function geomsView(dataset: Dataset): Dataset {
  const isGeoms =
    textAttribute(dataset, 'DATA_LOCATION') !== undefined &&
    dataset.variables.some((variable) => textAttribute(variable, 'VAR_DEPEND') !== undefined);
  return isGeoms ? new GeomsDataset(dataset) : dataset;
}

class GeomsDataset implements Dataset {
  readonly format;
  readonly dimensions: readonly Dimension[];
  readonly attributes: readonly Attribute[];
  readonly variables: readonly Variable[];
  readonly unreadable;
  readonly #of: Dataset;

  constructor(of: Dataset) {
    this.#of = of;
    this.format = of.format;
    this.attributes = withAcdd(of.attributes);
    this.unreadable = of.unreadable;
    const lengths = new Map(of.variables.map(({ name, shape }) => [name, lengthOf(shape)]));
    this.variables = of.variables.map((variable) => viewed(variable, lengths));
    const used = new Set(this.variables.flatMap(({ dimensions }) => dimensions));
    const phony = of.dimensions.filter(({ name }) => used.has(name));
    const named = [...used].flatMap((name) => {
      const length = lengths.get(name);
      return length === undefined ? [] : [{ name, length, unlimited: name === TIME }];
    });
    this.dimensions = [...named, ...phony.filter(({ name }) => !lengths.has(name))];
  }

  variable(name: string): Variable {
    this.#of.variable(name); // an unreadable one is refused there
    return findVariable(this.variables, name);
  }

  read(name: string, start?: number, stop?: number) {
    return this.#of.read(name, start, stop);
  }

  readEvery(name: string, start: number, stop: number, every: number) {
    return this.#of.readEvery(name, start, stop, every);
  }

  readRows(names: readonly string[], start: number, stop: number) {
    return this.#of.readRows(names, start, stop);
  }

  async readAlong(name: string, axis: number, start: number, stop: number) {
    if (!this.#of.readAlong)
      throw new NetcdfError('unsupported', `"${name}" is read from its first dimension on.`);
    return await this.#of.readAlong(name, axis, start, stop);
  }

  close(): Promise<void> {
    return this.#of.close();
  }
}

const TIME = 'DATETIME';
const lengthOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1);

function viewed(variable: Variable, lengths: ReadonlyMap<string, number>): Variable {
  const depend = (textAttribute(variable, 'VAR_DEPEND') ?? '').split(/[;\s]+/).filter(Boolean);
  const dimensions = dimensionsOf(variable, depend, lengths);
  return {
    ...variable,
    dimensions,
    attributes: [...variable.attributes, ...told(variable)],
  };
}

/**
 * The names in VAR_DEPEND, in whichever order fits the lengths; if neither does, as for constants,
 * the dimensions stay as they are stored.
 */
function dimensionsOf(
  { name, shape, dimensions }: Variable,
  depend: readonly string[],
  lengths: ReadonlyMap<string, number>,
): readonly string[] {
  const names = depend[0] === 'INDEPENDENT' ? [name] : depend;
  const fits = (order: readonly string[]) =>
    order.length === shape.length && order.every((one, axis) => lengths.get(one) === shape[axis]);
  if (new Set(names).size < names.length) return dimensions;
  if (fits(names)) return names;
  const turned = names.toReversed();
  return fits(turned) ? turned : dimensions;
}

/** The CF attributes that say what a variable's own attributes say. */
function told(variable: Variable): Attribute[] {
  const has = (name: string) => variable.attributes.some((one) => one.name === name);
  const text = (name: string, value: string | undefined): Attribute[] =>
    value && !has(name) ? [{ name, type: 'char', value }] : [];
  const units = textAttribute(variable, 'VAR_UNITS');
  const fill = numbersAttribute(variable, 'VAR_FILL_VALUE');
  const isTime = units === 'MJD2K' || units === 'MJD2000';
  const type = variable.type === 'float' ? 'float' : 'double';
  return [
    // Days since the beginning of 2000, whatever the variable is called.
    ...text('units', isTime ? 'days since 2000-01-01 00:00:00' : units || '1'),
    ...text('long_name', textAttribute(variable, 'VAR_DESCRIPTION')),
    ...(isTime && variable.name === TIME ? text('standard_name', 'time') : []),
    ...(fill?.[0] !== undefined &&
    !has('_FillValue') &&
    (variable.type === 'float' || variable.type === 'double')
      ? [
          {
            name: '_FillValue',
            type,
            value: type === 'float' ? Float32Array.of(fill[0]) : Float64Array.of(fill[0]),
          } as const,
        ]
      : []),
  ];
}

/** Global attributes by the names that others know. */
function withAcdd(attributes: readonly Attribute[]): Attribute[] {
  const value = (name: string) => textAttribute({ attributes }, name);
  const has = (name: string) => attributes.some((one) => one.name === name);
  const pairs: [string, string | undefined][] = [
    ['title', value('DATA_DESCRIPTION')],
    ['institution', value('PI_AFFILIATION')],
    ['creator_name', value('PI_NAME')],
    ['doi', value('FILE_DOI')],
    ['license', value('DATA_RULES_OF_USE')],
  ];
  return [
    ...attributes,
    ...pairs.flatMap(([name, text]): Attribute[] =>
      text && !has(name) ? [{ name, type: 'char', value: text }] : [],
    ),
  ];
}
