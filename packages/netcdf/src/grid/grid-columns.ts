// The variables of a file on a time grid: values, quality, standard deviation and good share, with
// what describes them.
import { findAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, NcType, Values } from '../dataset.ts';
import { arrayOf, isFixedType } from '../element.ts';
import { isFloating } from '../job/mask-mark.ts';
import { holds, MISSING, STATING_MISSING } from '../job/missing.ts';
import type { MergedVariable } from '../job/schema.ts';
import { putNumber } from '../numeric-array.ts';
import { unpackingOf } from '../packing.ts';
import type { Series, SeriesVariable } from '../series/series.ts';
import { LIMITS, PACKING } from '../series/shape.ts';
import type { Binned } from './bins.ts';
import { flagAttributes, text } from './flags.ts';
import { type GridVariable, type Slab, vectorParts } from './grid-series.ts';

/** A variable of the output, and how its values follow from a slab. */
export interface GridColumn {
  readonly variable: MergedVariable;
  /** The variable that is put on the grid: a name of the request. */
  readonly of: string;
  readonly valuesOf: (slab: Slab) => Values;
}

/**
 * `named`: the name in the output of a name in the series, which differs where several datastreams
 * have the same.
 */
export function gridColumns(
  series: Series,
  request: readonly GridVariable[],
  named: (name: string) => string,
): GridColumn[] {
  const taken = new Set(request.flatMap(({ name, speed }) => [name, ...(speed ? [speed] : [])]));
  const own = new Set([...taken].map(named));
  /** What is added beside a variable has another name where a variable of the request has that. */
  const added: Added = (of, ending) =>
    own.has(`${of}${ending}`) ? `${of}_cell${ending}` : `${of}${ending}`;
  return request.flatMap((variable) => {
    const columns =
      variable.method === 'vector'
        ? vectorColumns(series, variable, named, added)
        : plainColumns(series, variable, named, added);
    return columns.map((each) => ({ ...each, of: variable.name }));
  });
}

type Made = Omit<GridColumn, 'of'>;
type Added = (of: string, ending: string) => string;

function plainColumns(
  series: Series,
  { name, method, limits = {} }: GridVariable,
  named: (name: string) => string,
  added: Added,
): Made[] {
  const source = series.variable(name);
  const inner = source.inner;
  const own = named(name);
  const quality = `qc_${own}`;
  const type = method === 'nearest' ? nearestType(source) : meanType(source);
  const pick = (slab: Slab) => slab.binned.get(name);
  const value = column(
    { name: own, type, inner, attributes: valueAttributes(source, method, quality, type) },
    (slab) => stored(pick(slab)?.values, type),
  );
  const flags = column(
    { name: quality, type: 'int', inner, attributes: flagAttributes(own, limits) },
    (slab) => pick(slab)?.flags ?? new Int32Array(0),
  );
  const more =
    method === 'nearest'
      ? []
      : [
          ...(method === 'mean'
            ? [
                column(
                  {
                    ...{ name: added(own, '_std'), type: meanType(source), inner },
                    attributes: [
                      text('long_name', `Standard deviation of ${own} in the cell`),
                      ...unitsOf(source),
                      ...missing(meanType(source)),
                    ],
                  },
                  (slab) => stored(pick(slab)?.deviations, meanType(source)),
                ),
              ]
            : []),
          shareColumn(own, added, inner, (slab) => pick(slab)?.shares),
        ];
  return [value, flags, ...more];
}

function vectorColumns(
  series: Series,
  { name, speed = '', limits = {} }: GridVariable,
  named: (name: string) => string,
  added: Added,
): Made[] {
  const direction = series.variable(name);
  const scalar = series.variable(speed);
  const parts = vectorParts(name);
  const inner = direction.inner;
  const [ownDirection, ownSpeed] = [named(name), named(speed)];
  const make = (own: string, source: SeriesVariable, part: string, longName: string): Made[] => {
    const type = meanType(source);
    return [
      column(
        {
          ...{ name: own, type, inner },
          attributes: [
            text('long_name', longName),
            ...unitsOf(source),
            text('cell_methods', 'time: mean'),
            text('isobar_method', 'vector'),
            text('ancillary_variables', `qc_${own}`),
            ...missing(type),
          ],
        },
        (slab) => {
          const values = stored(slab.binned.get(part)?.values, type);
          return part === parts.direction ? belowTurn(values) : values;
        },
      ),
      column(
        { name: `qc_${own}`, type: 'int', inner, attributes: flagAttributes(own, limits) },
        (slab) => slab.binned.get(part)?.flags ?? new Int32Array(0),
      ),
    ];
  };
  const [vector, scalarName] = [added(ownSpeed, '_vector'), ownSpeed];
  const scalars = make(
    scalarName,
    scalar,
    parts.scalar,
    `Mean of ${ownSpeed}, whatever its direction`,
  );
  const type = meanType(scalar);
  return [
    ...scalars,
    column(
      {
        ...{ name: added(scalarName, '_std'), type, inner },
        attributes: [
          text('long_name', `Standard deviation of ${scalarName} in the cell`),
          ...unitsOf(scalar),
          ...missing(type),
        ],
      },
      (slab) => stored(slab.binned.get(parts.scalar)?.deviations, type),
    ),
    shareColumn(scalarName, added, inner, (slab) => slab.binned.get(parts.scalar)?.shares),
    ...make(vector, scalar, parts.speed, `Speed of the mean of the wind vectors`),
    ...make(ownDirection, direction, parts.direction, `Direction of the mean of the wind vectors`),
  ];
}

const shareColumn = (
  of: string,
  added: Added,
  inner: MergedVariable['inner'],
  shares: (slab: Slab) => Float64Array | undefined,
): Made =>
  column(
    {
      ...{ name: added(of, '_goodfraction'), type: 'float', inner },
      attributes: [
        text('long_name', `Share of the samples' time in the cell that was usable for ${of}`),
        text('units', '1'),
        ...missing('float'),
      ],
    },
    (slab) => stored(shares(slab), 'float'),
  );

function column(
  variable: Pick<MergedVariable, 'name' | 'type' | 'inner' | 'attributes'>,
  valuesOf: GridColumn['valuesOf'],
): Made {
  return { variable: { ...variable, perRecord: true, digest: undefined }, valuesOf };
}

/** Means of single numbers are single. */
function meanType(source: SeriesVariable): 'float' | 'double' {
  const unpacking = unpackingOf(source);
  return (unpacking ? unpacking.isSingle : source.type === 'float') ? 'float' : 'double';
}

/** As the source has it where -9999 fits, so that codes stay integers. */
function nearestType(source: SeriesVariable): NcType {
  if (unpackingOf(source)) return meanType(source);
  if (isFloating(source.type) || holds(source.type, MISSING)) return source.type;
  if (source.type === 'byte' || source.type === 'ubyte') return 'short';
  return source.type === 'ushort' ? 'int' : 'double';
}

function valueAttributes(
  source: SeriesVariable,
  method: GridVariable['method'],
  quality: string,
  type: NcType,
): Attribute[] {
  const dropped = [
    ...PACKING,
    ...STATING_MISSING,
    ...LIMITS,
    'cell_methods',
    'ancillary_variables',
  ];
  const kept = source.attributes.filter(({ name }) => !dropped.includes(name));
  const cells = method === 'nearest' ? 'time: point' : `time: ${method}`;
  return [
    ...kept.map((each) =>
      /^flag_(values|masks)$/.test(each.name) ? retypedFlags(each, type) : each,
    ),
    text('cell_methods', cells),
    text('isobar_method', method),
    text('ancillary_variables', quality),
    ...missing(type),
  ];
}

/** CF wants flag_values in the type of the variable. */
function retypedFlags(attribute: Attribute, type: NcType): Attribute {
  const { value } = attribute;
  if (typeof value === 'string' || !isFixedType(type) || type === attribute.type) return attribute;
  const values = new (arrayOf(type))(value.length);
  for (let i = 0; i < value.length; i++) putNumber(values, i, Number(value[i]));
  return { name: attribute.name, type, value: values };
}

const unitsOf = (source: SeriesVariable): Attribute[] => {
  const units = textAttribute(source, 'units');
  return units === undefined || findAttribute(source, 'units') === undefined
    ? []
    : [text('units', units)];
};

function missing(type: NcType): Attribute[] {
  if (!isFixedType(type)) return [];
  return STATING_MISSING.map((name) => {
    const value = new (arrayOf(type))(1);
    putNumber(value, 0, MISSING);
    return { name, type, value };
  });
}

/** NaN becomes -9999. */
function stored(values: Binned['values'] | undefined, type: NcType): Values {
  if (!values || !isFixedType(type)) return new Float64Array(0);
  const made = new (arrayOf(type))(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    putNumber(made, i, Number.isNaN(value) ? MISSING : value);
  }
  return made;
}

/** A direction just below 360 is 360 when it is rounded to a single number: it is 0. */
function belowTurn(values: Values): Values {
  return values instanceof Float32Array ? values.map((each) => (each === 360 ? 0 : each)) : values;
}
