// Computes where everything goes in a classic file, and its header, before a single value is known;
// pure.

import type { Attribute, NcType } from '../dataset.ts';
import {
  elementBytes,
  encodeBigEndian,
  type FixedType,
  isExtendedType,
  isFixedType,
  isNumeric,
  typeCode,
} from '../element.ts';
import { item } from '../held.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { encodeUtf8 } from '../text-bytes.ts';
import { inOneGo, type Stepwise } from '../yielding.ts';
import { HeaderBuilder, paddedLength } from './header-builder.ts';

export interface DimensionDefinition {
  readonly name: string;
  /** Ignored for the unlimited dimension. */
  readonly length: number;
  readonly unlimited: boolean;
}

export interface VariableDefinition {
  readonly name: string;
  readonly type: NcType;
  /** Names of dimensions, the slowest first; only the first may be the unlimited one. */
  readonly dimensions: readonly string[];
  readonly attributes: readonly Attribute[];
}

/** What a file to be written holds. Variables of type `string` exist in NetCDF-4 only. */
export interface Definition {
  /**
   * Classic files: 2, 5, or 'auto' (the default): 5 where a type or a size asks for it. NetCDF-4
   * ignores it.
   */
  readonly version?: 2 | 5 | 'auto';
  readonly dimensions: readonly DimensionDefinition[];
  readonly attributes: readonly Attribute[];
  readonly variables: readonly VariableDefinition[];
}

export interface PlacedVariable {
  readonly name: string;
  readonly type: FixedType;
  /** Byte offset of the first value. */
  readonly begin: number;
  readonly isRecord: boolean;
  /** Bytes of one record, or of the whole variable when it is not a record variable. */
  readonly bytes: number;
  /** The same with the padding that follows it in the file. */
  readonly padded: number;
}

export interface ClassicLayout {
  readonly version: 2 | 5;
  readonly header: Uint8Array;
  /**
   * In the order of the definition; values of record variables have that order inside each record.
   */
  readonly variables: readonly PlacedVariable[];
  /** Byte offset of record 0. */
  readonly recordStart: number;
  /** Bytes from one record to the next. */
  readonly recordSize: number;
  readonly records: number;
  /** Bytes of the whole file. */
  readonly size: number;
}

/** CDF-2 stores the size of a variable in 32 bits. */
const LARGEST_CDF2_VARIABLE = 2 ** 32 - 4;

/**
 * Throws `invalid` when the definition contradicts itself, `unsupported` for variables of type
 * `string`.
 */
export const classicLayout = (definition: Definition, records: number): ClassicLayout =>
  inOneGo(layOut(definition, records));

/** The same in steps, for definitions that may have thousands of variables. */
export function* layOut(definition: Definition, records: number): Stepwise<ClassicLayout> {
  const dimensionIds = new Map<string, number>();
  for (const [id, { name }] of definition.dimensions.entries())
    if (!dimensionIds.has(name)) dimensionIds.set(name, id);
  const shapes: Shape[] = [];
  for (const variable of definition.variables) {
    shapes.push(shapeOf(variable, definition, dimensionIds));
    yield;
  }
  checkDefinition(definition, records);
  yield;
  const version = chooseVersion(definition, shapes);
  // Offsets have a fixed width, and are known once the length of the header is.
  const { header, offsetsAt } = yield* headerOf(definition, version, records, shapes);
  const loneRecord = shapes.filter((shape) => shape.isRecord).length === 1;
  let free = header.bytes().length;
  const begins = new Array<number>(shapes.length).fill(0);
  shapes.forEach((shape, index) => {
    if (shape.isRecord) return;
    begins[index] = free;
    free += paddedLength(shape.bytes);
  });
  const recordStart = free;
  shapes.forEach((shape, index) => {
    if (!shape.isRecord) return;
    begins[index] = free;
    free += loneRecord ? shape.bytes : paddedLength(shape.bytes);
  });
  const recordSize = free - recordStart;
  yield;
  for (const [index, at] of offsetsAt.entries()) header.setOffset(at, begins[index] ?? 0);
  return {
    version,
    header: header.bytes(),
    variables: shapes.map((shape, index) => ({
      name: definition.variables[index]?.name ?? '',
      type: shape.type,
      begin: begins[index] ?? 0,
      isRecord: shape.isRecord,
      bytes: shape.bytes,
      padded: shape.isRecord && loneRecord ? shape.bytes : paddedLength(shape.bytes),
    })),
    recordStart,
    recordSize,
    records,
    size: recordStart + recordSize * records,
  };
}

interface Shape {
  readonly type: FixedType;
  readonly isRecord: boolean;
  readonly bytes: number;
  readonly dimensionIds: readonly number[];
}

function shapeOf(
  variable: VariableDefinition,
  { dimensions }: Definition,
  idOf: ReadonlyMap<string, number>,
): Shape {
  const { name, type } = variable;
  if (!isFixedType(type)) {
    throw new NetcdfError('unsupported', `"${name}" has type string, which classic files lack.`);
  }
  const dimensionIds = variable.dimensions.map((dimension) => {
    const id = idOf.get(dimension);
    if (id === undefined)
      throw new NetcdfError('invalid', `"${name}" has no dimension "${dimension}".`);
    return id;
  });
  let bytes = elementBytes(type);
  dimensionIds.forEach((id, axis) => {
    const dimension = item(dimensions, id);
    if (dimension.unlimited && axis > 0) {
      throw new NetcdfError('invalid', `"${name}" has the unlimited dimension in a later place.`);
    }
    if (!dimension.unlimited) bytes *= dimension.length;
  });
  const isRecord = dimensionIds.some((id) => dimensions[id]?.unlimited);
  return { type, isRecord, bytes, dimensionIds };
}

function checkDefinition(definition: Definition, records: number): void {
  const { dimensions, variables } = definition;
  if (!Number.isSafeInteger(records) || records < 0) {
    throw new NetcdfError('invalid', `A file cannot have ${records} records.`);
  }
  if (dimensions.filter((dimension) => dimension.unlimited).length > 1) {
    throw new NetcdfError('invalid', 'A classic file has one unlimited dimension at most.');
  }
  for (const { name, length, unlimited } of dimensions) {
    if (unlimited || (Number.isSafeInteger(length) && length > 0)) continue;
    throw new NetcdfError('invalid', `Dimension "${name}" cannot have length ${length}.`);
  }
  for (const [what, named] of [
    ['dimension', dimensions],
    ['variable', variables],
  ] as const) {
    const names = named.map(({ name }) => name);
    const seen = new Set<string>();
    const twice = names.find((name) => seen.size === seen.add(name).size);
    if (twice !== undefined) {
      throw new NetcdfError('invalid', `Two ${what}s are called "${twice}".`);
    }
    if (names.some((name) => name === '' || name.includes('\0') || name.includes('/'))) {
      throw new NetcdfError('invalid', `A ${what} has a name that cannot be stored.`);
    }
  }
}

function chooseVersion(definition: Definition, shapes: readonly Shape[]): 2 | 5 {
  const isExtended = ({ type }: { readonly type: NcType }) => isExtendedType(type);
  const needed =
    definition.attributes.some(isExtended) ||
    definition.variables.some((own) => isExtended(own) || own.attributes.some(isExtended)) ||
    shapes.some((shape) => shape.bytes > LARGEST_CDF2_VARIABLE);
  if (definition.version === 2 && needed) {
    throw new NetcdfError('invalid', 'A type or a size in the definition asks for CDF-5.');
  }
  return needed || definition.version === 5 ? 5 : 2;
}

/** The beginning of a header, up to and including its global attributes. */
export function headerStart(
  { dimensions, attributes }: Definition,
  version: 2 | 5,
  records: number,
): HeaderBuilder {
  const header = new HeaderBuilder(version);
  header.magic();
  header.count(records);
  header.listHead(10, dimensions.length);
  for (const { name, length, unlimited } of dimensions) {
    header.name(name);
    header.count(unlimited ? 0 : length);
  }
  addAttributes(header, attributes);
  return header;
}

function* headerOf(
  definition: Definition,
  version: 2 | 5,
  records: number,
  shapes: readonly Shape[],
): Stepwise<{ header: HeaderBuilder; offsetsAt: number[] }> {
  const header = headerStart(definition, version, records);
  const offsetsAt: number[] = [];
  header.listHead(11, definition.variables.length);
  for (const [index, variable] of definition.variables.entries()) {
    const shape = item(shapes, index);
    header.name(variable.name);
    header.count(shape.dimensionIds.length);
    for (const id of shape.dimensionIds) header.count(id);
    addAttributes(header, variable.attributes);
    header.uint32(typeCode(shape.type));
    header.count(statedSize(shape.bytes, version));
    offsetsAt.push(header.offset(0));
    yield;
  }
  return { header, offsetsAt };
}

function statedSize(bytes: number, version: 2 | 5): number {
  return version === 5 ? paddedLength(bytes) : Math.min(paddedLength(bytes), 0xffffffff);
}

function addAttributes(header: HeaderBuilder, attributes: readonly Attribute[]): void {
  header.listHead(12, attributes.length);
  for (const attribute of attributes) {
    const { type, bytes } = attributeBytes(attribute);
    header.name(attribute.name);
    header.uint32(typeCode(type));
    header.count(bytes.length / elementBytes(type));
    header.padded(bytes);
  }
}

/**
 * Classic files have no strings: one becomes characters, several become one text, joined by ', '.
 */
function attributeBytes({ name, type, value }: Attribute): { type: FixedType; bytes: Uint8Array } {
  if (typeof value === 'string') return { type: 'char', bytes: encodeUtf8(value) };
  if (!isNumeric(value)) return { type: 'char', bytes: encodeUtf8(value.join(', ')) };
  if (!isFixedType(type)) throw new NetcdfError('invalid', `Attribute "${name}" is not text.`);
  return { type, bytes: encodeBigEndian(value, type) };
}
