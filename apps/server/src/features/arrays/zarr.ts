// Metadata of a Zarr group over a described series, in version 3 and version 2, at one address.
// Pure.
import {
  type DescribedVariable,
  type Description,
  dimensionsOf,
  type PlainAttribute,
} from '../../core/series/description.ts';
import { statedFill, textOf } from './description.ts';
import { elementOf } from './elements.ts';

export interface ZarrGroup {
  readonly description: Description;
  /** Attributes of the group besides those of the files; a chunk does not need them. */
  attributes(): Readonly<Record<string, unknown>>;
}

/** What a key of the store is; undefined: there is no such key. */
export type ZarrKey =
  | { readonly is: 'json'; readonly json: unknown }
  /** What a group or an array holds; folders end with a slash. */
  | { readonly is: 'names'; readonly names: readonly string[] }
  /** `row`: the number of the chunk along time; 0 for a variable without rows. */
  | { readonly is: 'chunk'; readonly variable: DescribedVariable; readonly row: number };

export function readKey(group: ZarrGroup, key: string): ZarrKey | undefined {
  const json = (value: unknown): ZarrKey => ({ is: 'json', json: value });
  const { rows, variables } = group.description;
  switch (key) {
    case '':
      return { is: 'names', names: ['zarr.json', ...variables.map(({ name }) => `${name}/`)] };
    case 'zarr.json':
      return json(groupV3(group));
    case '.zgroup':
      return json({ zarr_format: 2 });
    case '.zattrs':
      return json(groupAttributes(group));
    case '.zmetadata':
      return json(consolidatedV2(group));
  }
  const [name, ...rest] = key.split('/');
  const variable = variables.find((each) => each.name === name);
  if (!variable) return undefined;
  switch (rest.join('/')) {
    case '':
      return { is: 'names', names: ['zarr.json'] };
    case 'zarr.json':
      return json(arrayV3(variable, rows));
    case '.zarray':
      return json(arrayV2(variable, rows));
    case '.zattrs':
      return json(attributesV2(variable));
  }
  return chunkOf(variable, rows, rest);
}

/** `c`, `c/I/J` or `I.J`: every dimension but time is one chunk long. */
function chunkOf(
  variable: DescribedVariable,
  rows: number,
  rest: readonly string[],
): ZarrKey | undefined {
  const dimensions = dimensionsOf(variable).length;
  const isV3 = rest[0] === 'c';
  const parts = isV3 ? rest.slice(1) : rest.length === 1 ? (rest[0] ?? '').split('.') : [];
  const expected = isV3 ? dimensions : Math.max(1, dimensions);
  if (parts.length !== expected || !parts.every((part) => /^(0|[1-9]\d{0,9})$/.test(part)))
    return undefined;
  const numbers = parts.map(Number);
  const inner = variable.perRecord ? numbers.slice(1) : numbers;
  const row = variable.perRecord ? (numbers[0] ?? 0) : 0;
  const isThere =
    inner.every((number) => number === 0) &&
    shapeOf(variable, rows).every((length) => length > 0) &&
    row < (variable.perRecord ? Math.ceil(rows / variable.chunkRows) : 1);
  return isThere ? { is: 'chunk', variable, row } : undefined;
}

export const shapeOf = ({ perRecord, inner }: DescribedVariable, rows: number): number[] => [
  ...(perRecord ? [rows] : []),
  ...inner.map(({ length }) => length),
];

export const chunkShapeOf = ({ perRecord, inner, chunkRows }: DescribedVariable): number[] => [
  ...(perRecord ? [chunkRows] : []),
  ...inner.map(({ length }) => Math.max(1, length)),
];

function plainValue({ value, type }: PlainAttribute): unknown {
  if (type === 'char' || type === 'string' || typeof value === 'string') return value;
  const numbers = value.map(inJson);
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** JSON has integers of any length, unlike the numbers of this language. */
const inJson = (value: number | string): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? JSON.rawJSON(value) : value;

const attributesOf = ({ attributes }: DescribedVariable, isKept: (name: string) => boolean) =>
  Object.fromEntries(
    attributes.filter(({ name }) => isKept(name)).map((each) => [each.name, plainValue(each)]),
  );

const groupAttributes = ({ description, attributes }: ZarrGroup) => ({
  ...Object.fromEntries(description.globals.map((each) => [each.name, plainValue(each)])),
  ...attributes(),
});

const groupV3 = (group: ZarrGroup) => ({
  zarr_format: 3,
  node_type: 'group',
  attributes: groupAttributes(group),
  consolidated_metadata: {
    kind: 'inline',
    must_understand: false,
    metadata: Object.fromEntries(
      group.description.variables.map((variable) => [
        variable.name,
        arrayV3(variable, group.description.rows),
      ]),
    ),
  },
});

/** Level of zlib that readers may write with; what is read does not depend on it. */
const LEVEL = 1;

function arrayV3(variable: DescribedVariable, rows: number) {
  const { type } = variable;
  const { v3, bytes } = elementOf(type);
  const fill = statedFill(variable);
  return {
    zarr_format: 3,
    node_type: 'array',
    shape: shapeOf(variable, rows),
    data_type: v3,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: chunkShapeOf(variable) } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    fill_value: plainFill(fill) ?? 0,
    codecs: [
      { name: 'bytes', configuration: { endian: 'little' } },
      {
        name: 'blosc',
        configuration: {
          ...{ typesize: bytes, cname: 'zlib', clevel: LEVEL, shuffle: 'shuffle', blocksize: 0 },
        },
      },
    ],
    attributes: {
      ...attributesOf(variable, (name) => name !== '_FillValue'),
      ...(fill === undefined ? {} : { _FillValue: fillOfXarray(fill, type) }),
    },
    dimension_names: dimensionsOf(variable),
    storage_transformers: [],
  };
}

/** JSON has no NaN; Zarr writes it, and infinities, as text, which they are already. */
const plainFill = (fill: number | string | undefined): unknown =>
  fill === undefined ? undefined : inJson(fill);

/**
 * As xarray writes it in version 3: floating numbers as the base64 of a double, integers as they
 * are.
 */
function fillOfXarray(fill: number | string, type: string): unknown {
  if (type !== 'float' && type !== 'double') return inJson(fill);
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(Number(fill));
  return bytes.toString('base64');
}

function arrayV2(variable: DescribedVariable, rows: number) {
  const { v2, bytes } = elementOf(variable.type);
  return {
    zarr_format: 2,
    shape: shapeOf(variable, rows),
    chunks: chunkShapeOf(variable),
    dtype: `${bytes === 1 ? '|' : '<'}${v2}`,
    compressor: { id: 'blosc', cname: 'zlib', clevel: LEVEL, shuffle: 1, blocksize: 0 },
    fill_value: plainFill(statedFill(variable)) ?? null,
    order: 'C',
    filters: null,
    dimension_separator: '.',
  };
}

const attributesV2 = (variable: DescribedVariable) => ({
  ...attributesOf(variable, (name) => name !== '_FillValue'),
  _ARRAY_DIMENSIONS: dimensionsOf(variable),
});

const consolidatedV2 = (group: ZarrGroup) => ({
  zarr_consolidated_format: 1,
  metadata: {
    '.zgroup': { zarr_format: 2 },
    '.zattrs': groupAttributes(group),
    ...Object.fromEntries(
      group.description.variables.flatMap((variable) => [
        [`${variable.name}/.zarray`, arrayV2(variable, group.description.rows)],
        [`${variable.name}/.zattrs`, attributesV2(variable)],
      ]),
    ),
  },
});

export const unitsOf = (variable: DescribedVariable): string => textOf(variable, 'units');
export const longNameOf = (variable: DescribedVariable): string => textOf(variable, 'long_name');
