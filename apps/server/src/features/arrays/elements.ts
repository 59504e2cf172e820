// Elements of each type as Zarr and DAP2 write them. Pure.

interface Element {
  readonly bytes: number;
  /** Name in Zarr version 3, and in version 2 without the order of bytes. */
  readonly v3: string;
  readonly v2: string;
  /**
   * Name in DAP2, which has no integers of 64 bits. Bytes are unsigned there, so that signed ones
   * become Int16. Most readers take unsigned integers for signed ones: they are sent in a type that
   * holds all of them.
   */
  readonly dap: string | undefined;
  /** Reads and writes one element, little endian. */
  read(view: DataView, at: number): number;
  write(view: DataView, at: number, value: number): void;
}

const whole = (value: number | bigint): bigint =>
  typeof value === 'bigint' ? value : BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);

/** By the name of the type in NetCDF. */
export const ELEMENTS: Readonly<Record<string, Element>> = {
  byte: {
    ...{ bytes: 1, v3: 'int8', v2: 'i1', dap: 'Int16' },
    read: (view, at) => view.getInt8(at),
    write: (view, at, value) => view.setInt8(at, value),
  },
  char: {
    ...{ bytes: 1, v3: 'uint8', v2: 'u1', dap: 'Byte' },
    read: (view, at) => view.getUint8(at),
    write: (view, at, value) => view.setUint8(at, value),
  },
  ubyte: {
    ...{ bytes: 1, v3: 'uint8', v2: 'u1', dap: 'Byte' },
    read: (view, at) => view.getUint8(at),
    write: (view, at, value) => view.setUint8(at, value),
  },
  short: {
    ...{ bytes: 2, v3: 'int16', v2: 'i2', dap: 'Int16' },
    read: (view, at) => view.getInt16(at, true),
    write: (view, at, value) => view.setInt16(at, value, true),
  },
  ushort: {
    ...{ bytes: 2, v3: 'uint16', v2: 'u2', dap: 'Int32' },
    read: (view, at) => view.getUint16(at, true),
    write: (view, at, value) => view.setUint16(at, value, true),
  },
  int: {
    ...{ bytes: 4, v3: 'int32', v2: 'i4', dap: 'Int32' },
    read: (view, at) => view.getInt32(at, true),
    write: (view, at, value) => view.setInt32(at, value, true),
  },
  uint: {
    ...{ bytes: 4, v3: 'uint32', v2: 'u4', dap: 'Float64' },
    read: (view, at) => view.getUint32(at, true),
    write: (view, at, value) => view.setUint32(at, value, true),
  },
  int64: {
    ...{ bytes: 8, v3: 'int64', v2: 'i8', dap: undefined },
    read: (view, at) => Number(view.getBigInt64(at, true)),
    write: (view, at, value) => view.setBigInt64(at, whole(value), true),
  },
  uint64: {
    ...{ bytes: 8, v3: 'uint64', v2: 'u8', dap: undefined },
    read: (view, at) => Number(view.getBigUint64(at, true)),
    write: (view, at, value) => view.setBigUint64(at, whole(value), true),
  },
  float: {
    ...{ bytes: 4, v3: 'float32', v2: 'f4', dap: 'Float32' },
    read: (view, at) => view.getFloat32(at, true),
    write: (view, at, value) => view.setFloat32(at, value, true),
  },
  double: {
    ...{ bytes: 8, v3: 'float64', v2: 'f8', dap: 'Float64' },
    read: (view, at) => view.getFloat64(at, true),
    write: (view, at, value) => view.setFloat64(at, value, true),
  },
};

export function elementOf(type: string): Element {
  const found = ELEMENTS[type];
  if (!found) throw new TypeError(`no elements of ${type}`);
  return found;
}

/** One element, little endian. */
export function elementBytes(type: string, value: number | bigint): Uint8Array {
  const element = elementOf(type);
  const bytes = new Uint8Array(element.bytes);
  const view = new DataView(bytes.buffer);
  if (type === 'int64') view.setBigInt64(0, whole(value), true);
  else if (type === 'uint64') view.setBigUint64(0, whole(value), true);
  else element.write(view, 0, Number(value));
  return bytes;
}
