// Writes a NetCDF-4 file inside a worker: dimension scales as the NetCDF library expects them,
// chunks, deflate.

import type { Attribute, NcType, Values } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { arrayOf, elementBytes, encodeNative, isFixedType, isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { itemsOf } from '../numeric-array.ts';
import { encodeUtf8 } from '../text-bytes.ts';
import type { H5 } from './h5.ts';
import type { Hdf5Library } from './h5-module.ts';
import { PendingRows } from './pending-rows.ts';
import type { OutputBlock, OutputFile, OutputVariable } from './protocol.ts';

const UNLIMITED = 2n ** 64n - 1n;
const PURE_DIMENSION = 'This is a netCDF dimension but not a netCDF variable.';
const DEFLATE_FILTER = 1;
/**
 * A dimension without values of its own is still stored as an (empty) dataset, in chunks of this
 * length at most.
 */
const LONGEST_DIMENSION_CHUNK = 1 << 16;

interface Placed {
  readonly path: string;
  readonly variable: OutputVariable;
  /** Collects rows until they fill whole chunks. */
  readonly pending: PendingRows | undefined;
}

export class OutputWriter {
  private readonly h5: H5;
  private readonly file: bigint;
  private readonly description: OutputFile;
  private readonly placed = new Map<string, Placed>();

  private constructor(h5: H5, file: bigint, description: OutputFile) {
    this.h5 = h5;
    this.file = file;
    this.description = description;
  }

  static create(library: Hdf5Library, description: OutputFile): OutputWriter {
    const { h5 } = library;
    const [low, high] = [h5.H5F_LIBVER_EARLIEST, h5.H5F_LIBVER_V110];
    const file = library.whileAllowed(description.path, undefined, () =>
      h5.open(description.path, h5.H5F_ACC_TRUNC, true, low, high),
    );
    const writer = new OutputWriter(h5, file, description);
    writer.define();
    return writer;
  }

  write({ name, start, count, values }: OutputBlock): void {
    const placed = this.placed.get(name);
    if (!placed) throw new NetcdfError('invalid', `"${name}" is not in the definition.`);
    if (elementCount(count) !== values.length) {
      throw new NetcdfError(
        'invalid',
        `"${name}" got ${values.length} values for ${count.join('×')}.`,
      );
    }
    if (!placed.pending) this.put(placed, start, count, values);
    else for (const rows of placed.pending.add(start, count, values)) this.put(placed, ...rows);
  }

  /** Writes what is pending and the global attributes, and closes the file. */
  finish(attributes: readonly Attribute[]): void {
    for (const attribute of attributes) this.addAttribute('/', attribute);
    for (const placed of this.placed.values()) {
      const rest = placed.pending?.rest();
      if (rest) this.put(placed, ...rest);
    }
    this.h5.close_file(this.file);
  }

  /** Closes a file that will not be finished. */
  abandon(): void {
    this.h5.close_file(this.file);
  }

  private define(): void {
    const { dimensions, variables } = this.description;
    const coordinates = new Set(
      variables.filter(({ name, dimensions: own }) => own[0] === name).map(({ name }) => name),
    );
    dimensions.forEach((dimension, id) => {
      if (coordinates.has(dimension.name)) return;
      const chunk = Math.min(LONGEST_DIMENSION_CHUNK, Math.max(1, dimension.length));
      const path = `/${dimension.name}`;
      this.createDataset(path, 'float', [dimension.name], [chunk]);
      const length = String(dimension.unlimited ? 0 : dimension.length).padStart(10);
      this.h5.set_scale(this.file, path, `${PURE_DIMENSION}${length}`);
      this.addAttribute(path, { name: '_Netcdf4Dimid', type: 'int', value: Int32Array.of(id) });
    });
    for (const variable of variables) this.addVariable(variable, coordinates.has(variable.name));
    for (const { path, variable } of this.placed.values()) {
      if (coordinates.has(variable.name)) continue;
      variable.dimensions.forEach((dimension, axis) => {
        this.h5.attach_scale(this.file, path, `/${dimension}`, axis);
      });
    }
  }

  private addVariable(variable: OutputVariable, isCoordinate: boolean): void {
    const { name, type, dimensions, chunks } = variable;
    const clash = !isCoordinate && this.description.dimensions.some((each) => each.name === name);
    const path = clash ? `/_nc4_non_coord_${name}` : `/${name}`;
    this.createDataset(path, type, dimensions, chunks);
    for (const attribute of variable.attributes) this.addAttribute(path, attribute);
    if (isCoordinate) {
      const ids = dimensions.map((own) =>
        this.description.dimensions.findIndex((d) => d.name === own),
      );
      this.h5.set_scale(this.file, path, name);
      const own = Int32Array.of(ids[0] ?? 0);
      this.addAttribute(path, { name: '_Netcdf4Dimid', type: 'int', value: own });
      if (ids.length > 1) {
        const value = Int32Array.from(ids);
        this.addAttribute(path, { name: '_Netcdf4Coordinates', type: 'int', value });
      }
    }
    const rows = chunks?.[0];
    this.placed.set(name, { path, variable, pending: rows ? new PendingRows(rows) : undefined });
  }

  /** A dataset in chunks begins empty and is then extended, so that nothing is written twice. */
  private createDataset(
    path: string,
    type: NcType,
    dimensions: readonly string[],
    chunks: readonly number[] | undefined,
  ): void {
    const { h5, file, description } = this;
    const own = dimensions.map((name) => {
      const dimension = description.dimensions.find((candidate) => candidate.name === name);
      if (!dimension) throw new NetcdfError('invalid', `There is no dimension "${name}".`);
      return dimension;
    });
    const full = own.map(({ length }) => BigInt(length));
    const isEmptyFirst = chunks !== undefined;
    const shape = isEmptyFirst ? full.map(() => 0n) : full;
    const metadata = {
      ...hdf5Type(type),
      shape,
      maxshape: own.map(({ length, unlimited }) => (unlimited ? UNLIMITED : BigInt(length))),
      chunks: chunks?.map(BigInt) ?? null,
      ...compression(description.deflate, type, chunks),
      track_order: true,
    };
    const elements = isEmptyFirst ? 0 : own.reduce((product, { length }) => product * length, 1);
    if (!isFixedType(type)) {
      h5.create_vlen_str_dataset(file, path, new Array(elements).fill(''), metadata as never);
    } else {
      this.withBytes(new Uint8Array(elements * elementBytes(type)), (pointer) =>
        h5.create_dataset(file, path, pointer, metadata as never),
      );
    }
    if (isEmptyFirst && full.some((length) => length > 0n)) h5.resize_dataset(file, path, full);
  }

  private put(
    { path, variable }: Placed,
    start: readonly number[],
    count: readonly number[],
    values: Values,
  ): void {
    if (values.length === 0) return;
    const isScalar = count.length === 0;
    const counts = isScalar ? null : count.map(BigInt);
    const starts = isScalar ? null : start.map(BigInt);
    const steps = isScalar ? null : count.map(() => 1n);
    const send = (pointer: bigint) =>
      this.h5.set_dataset_data(this.file, path, counts, starts, steps, pointer);
    if (!isFixedType(variable.type)) this.withTexts(values, send);
    else if (isNumeric(values)) this.withBytes(encodeNative(values, variable.type), send);
    else throw new NetcdfError('invalid', `"${variable.name}" cannot hold strings.`);
  }

  private addAttribute(path: string, { name, type, value }: Attribute): void {
    const { h5, file } = this;
    if (!isFixedType(type)) {
      const texts = typeof value === 'string' ? [value] : Array.from(itemsOf(value), String);
      const metadata = { ...hdf5Type('string'), shape: [BigInt(texts.length)], maxshape: null };
      h5.create_vlen_str_attribute(file, path, name, texts, metadata as never);
      return;
    }
    if (typeof value === 'string' || !isNumeric(value)) {
      const text = encodeUtf8(typeof value === 'string' ? value : value.join(', '));
      const bytes = text.length > 0 ? text : new Uint8Array(1);
      const size = { ...hdf5Type('char'), size: bytes.length };
      this.withBytes(bytes, (pointer) =>
        h5.create_attribute(file, path, name, pointer, {
          ...size,
          shape: [],
          maxshape: [],
        } as never),
      );
      return;
    }
    const metadata = { ...hdf5Type(type), shape: [BigInt(value.length)], maxshape: null };
    this.withBytes(encodeNative(value, type), (pointer) =>
      h5.create_attribute(file, path, name, pointer, metadata as never),
    );
  }

  private withBytes(bytes: Uint8Array, use: (pointer: bigint) => void): void {
    const pointer = this.h5._malloc(Math.max(8, bytes.length));
    if (pointer === 0) throw new Error(`out of memory for ${bytes.length} bytes`);
    try {
      this.h5.HEAPU8.set(bytes, pointer);
      use(BigInt(pointer));
    } finally {
      this.h5._free(pointer);
    }
  }

  /** Lays the texts into the library's memory behind a table of their addresses. */
  private withTexts(values: Values, use: (pointer: bigint) => void): void {
    const encoded = Array.from(itemsOf(values), (text) => encodeUtf8(String(text)));
    const table = encoded.length * 4;
    const bytes = new Uint8Array(encoded.reduce((sum, text) => sum + text.length + 1, table));
    const pointer = this.h5._malloc(bytes.length);
    if (pointer === 0) throw new Error(`out of memory for ${bytes.length} bytes`);
    try {
      const view = new DataView(bytes.buffer);
      let at = table;
      encoded.forEach((text, index) => {
        view.setUint32(index * 4, pointer + at, true);
        bytes.set(text, at);
        at += text.length + 1;
      });
      this.h5.HEAPU8.set(bytes, pointer);
      use(BigInt(pointer));
    } finally {
      this.h5._free(pointer);
    }
  }
}

function compression(deflate: number, type: NcType, chunks: readonly number[] | undefined) {
  const compressed = deflate > 0 && chunks !== undefined && isFixedType(type);
  return compressed
    ? { compression: DEFLATE_FILTER, compression_opts: [deflate] }
    : { compression: 0, compression_opts: [] };
}

/**
 * How the library describes a type; text is declared ASCII, as the NetCDF library does, whatever
 * its bytes.
 */
function hdf5Type(type: NcType) {
  const common = { littleEndian: true, total_size: 0, vlen: false };
  if (!isFixedType(type))
    return { ...common, type: 3, size: 4, signed: false, vlen: true, cset: 1 };
  if (type === 'char') return { ...common, type: 3, size: 1, signed: false, cset: 0 };
  const size = elementBytes(type);
  if (type === 'float' || type === 'double') return { ...common, type: 1, size, signed: true };
  const lowest = new (arrayOf(type))(1);
  lowest[0] = (typeof lowest[0] === 'bigint' ? -1n : -1) as never;
  return { ...common, type: 0, size, signed: Number(lowest[0]) < 0 };
}
