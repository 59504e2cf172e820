// Reads the header of a classic file (CDF-1, CDF-2, CDF-5) from its bytes; pure.
import type { Attribute, Dimension, Variable } from '../dataset.ts';
import {
  decodeBigEndian,
  elementBytes,
  type FixedType,
  isExtendedType,
  typeOfCode,
} from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { decodeText } from '../text-bytes.ts';
import type { Stepwise } from '../yielding.ts';
import { checkExtents } from './extents.ts';
import { HeaderCursor, padding } from './header-cursor.ts';

const TAG = { dimension: 10, variable: 11, attribute: 12 } as const;
const MOST_AXES = 1024;

export interface ClassicVariable extends Variable {
  readonly type: FixedType;
  /** Byte offset of the first value. */
  readonly begin: number;
  readonly isRecord: boolean;
  /** Bytes of one record, or of the whole variable when it has no record axis; without padding. */
  readonly bytes: number;
}

export interface ClassicHeader {
  readonly version: 1 | 2 | 5;
  readonly dimensions: readonly Dimension[];
  readonly attributes: readonly Attribute[];
  readonly variables: readonly ClassicVariable[];
  readonly records: number;
  /** Bytes from one record to the next. */
  readonly recordSize: number;
}

/**
 * The header in `bytes`, the beginning of a file of `fileSize` bytes. Throws HeaderIncomplete when
 * `bytes` end too early, NetcdfError `not-netcdf`, `corrupt`, `truncated` or `unsupported`.
 */
export function* parseClassicHeader(bytes: Uint8Array, fileSize: number): Stepwise<ClassicHeader> {
  const cursor = new HeaderCursor(bytes, fileSize);
  const version = readVersion(cursor);
  cursor.setVersion(version);
  const statedRecords = cursor.recordCount();
  const stored = readDimensions(cursor);
  const recordDimension = stored.findIndex((dimension) => dimension.length === 0);
  const attributes = readAttributes(cursor, version);
  const raw = yield* readVariables(cursor, version, stored, recordDimension);
  const recordSize = recordStride(raw);
  const records = statedRecords ?? completeRecords(raw, recordSize, fileSize);
  yield;
  checkExtents(raw, { headerBytes: cursor.position, records, recordSize, fileSize });
  yield;
  return {
    version,
    dimensions: stored.map((dimension) =>
      dimension.length === 0 ? { ...dimension, length: records, unlimited: true } : dimension,
    ),
    attributes,
    variables: raw.map((variable) =>
      variable.isRecord ? { ...variable, shape: [records, ...variable.shape.slice(1)] } : variable,
    ),
    records,
    recordSize,
  };
}

function readVersion(cursor: HeaderCursor): 1 | 2 | 5 {
  const magic = cursor.take(4);
  const version = magic[3];
  if (magic[0] !== 0x43 || magic[1] !== 0x44 || magic[2] !== 0x46) {
    throw new NetcdfError('not-netcdf', 'The first bytes are not those of a classic NetCDF file.');
  }
  if (version === 1 || version === 2 || version === 5) return version;
  throw new NetcdfError('unsupported', `Classic NetCDF version ${version} is not known.`);
}

function readDimensions(cursor: HeaderCursor): Dimension[] {
  const dimensions: Dimension[] = [];
  const count = cursor.listCount(TAG.dimension, 12);
  for (let i = 0; i < count; i++) {
    dimensions.push({ name: cursor.name(), length: cursor.count(), unlimited: false });
  }
  checkUnique(dimensions, 'dimension');
  if (dimensions.filter((dimension) => dimension.length === 0).length > 1) {
    throw new NetcdfError('corrupt', 'The header has two record dimensions.');
  }
  return dimensions;
}

function readAttributes(cursor: HeaderCursor, version: number): Attribute[] {
  const attributes: Attribute[] = [];
  const count = cursor.listCount(TAG.attribute, 16);
  for (let i = 0; i < count; i++) {
    const name = cursor.name();
    const type = readType(cursor, version);
    const bytes = cursor.attributeBytes(cursor.count(), elementBytes(type));
    const value =
      type === 'char' ? decodeText(bytes) : decodeBigEndian(new Uint8Array(bytes), type);
    attributes.push({ name, type, value });
  }
  return attributes;
}

function* readVariables(
  cursor: HeaderCursor,
  version: number,
  dimensions: readonly Dimension[],
  recordDimension: number,
): Stepwise<ClassicVariable[]> {
  const variables: ClassicVariable[] = [];
  const count = cursor.listCount(TAG.variable, 32);
  for (let i = 0; i < count; i++) {
    yield;
    const name = cursor.name();
    const axes = cursor.count();
    if (axes > MOST_AXES) throw new NetcdfError('corrupt', `"${name}" claims ${axes} dimensions.`);
    const ids: number[] = [];
    for (let axis = 0; axis < axes; axis++) ids.push(cursor.count());
    const own = ids.map((id) => dimensionOf(dimensions, id, name));
    if (recordDimension >= 0 && ids.lastIndexOf(recordDimension) > 0) {
      throw new NetcdfError('corrupt', `"${name}" has its record dimension in a later place.`);
    }
    const attributes = readAttributes(cursor, version);
    const type = readType(cursor, version);
    cursor.count(); // the stated size, which overflows for large variables; it is computed instead
    const begin = cursor.offset();
    const isRecord = ids[0] !== undefined && ids[0] === recordDimension;
    const inner = own.slice(isRecord ? 1 : 0).map((dimension) => dimension.length);
    const bytes = inner.reduce((product, length) => product * length, elementBytes(type));
    if (!Number.isSafeInteger(bytes)) {
      throw new NetcdfError('corrupt', `"${name}" claims ${bytes} bytes.`);
    }
    variables.push({
      name,
      type,
      dimensions: own.map((dimension) => dimension.name),
      shape: isRecord ? [0, ...inner] : inner,
      attributes,
      begin,
      isRecord,
      bytes,
    });
  }
  checkUnique(variables, 'variable');
  return variables;
}

function readType(cursor: HeaderCursor, version: number): FixedType {
  const code = cursor.uint32();
  const type = typeOfCode(code);
  if (type && (version === 5 || !isExtendedType(type))) return type;
  throw new NetcdfError('corrupt', `The header has an unknown type, ${code}.`);
}

function dimensionOf(dimensions: readonly Dimension[], id: number, variable: string): Dimension {
  const dimension = dimensions[id];
  if (dimension) return dimension;
  throw new NetcdfError('corrupt', `"${variable}" names dimension ${id}, which does not exist.`);
}

function checkUnique(named: readonly { name: string }[], what: string): void {
  const seen = new Set<string>();
  for (const { name } of named) {
    if (seen.has(name)) throw new NetcdfError('corrupt', `Two ${what}s are called "${name}".`);
    seen.add(name);
  }
}

/** Records are padded to four bytes each, but a lone record variable is not padded. */
function recordStride(variables: readonly ClassicVariable[]): number {
  const inRecord = variables.filter((variable) => variable.isRecord);
  const lone = inRecord.length === 1 ? inRecord[0] : undefined;
  if (lone) return lone.bytes;
  return inRecord.reduce((sum, { bytes }) => sum + bytes + padding(bytes), 0);
}

/** How many records a file holds whose writer did not state it. */
function completeRecords(
  variables: readonly ClassicVariable[],
  recordSize: number,
  fileSize: number,
): number {
  const inRecord = variables.filter((variable) => variable.isRecord && variable.bytes > 0);
  if (recordSize === 0 || inRecord.length === 0) return 0;
  const ends = inRecord.map(
    ({ begin, bytes }) => Math.floor((fileSize - begin - bytes) / recordSize) + 1,
  );
  return Math.max(0, Math.min(...ends));
}
