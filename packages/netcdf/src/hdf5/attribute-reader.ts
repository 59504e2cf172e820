// Reads single HDF5 attributes inside a worker.
import type { Attribute, NcType, Values } from '../dataset.ts';
import { arrayOf, convert, isFixedType } from '../element.ts';
import { decodeText } from '../text-bytes.ts';
import type { H5 } from './h5.ts';
import { type H5Metadata, storedType } from './stored-type.ts';

const LONGEST_ATTRIBUTE = 64 * 2 ** 20;

export function readAttribute(
  h5: H5,
  file: bigint,
  path: string,
  name: string,
): Attribute | { readonly reason: string } {
  const metadata = h5.get_attribute_metadata(file, path, name);
  const stored = storedType(metadata);
  if (stored.type === undefined) return stored;
  // A text attribute of fixed length is a run of characters; only an array of them is a list of
  // strings.
  const isText = stored.type === 'char' || stored.type === 'string';
  if (!metadata.shape) {
    return isText ? { name, type: 'char', value: '' } : emptyAttribute(name, stored.type);
  }
  const bytes = metadata.size * metadata.total_size;
  if (bytes > LONGEST_ATTRIBUTE) return { reason: `its ${bytes} bytes are too many` };
  if (!isText) {
    const raw = readBytes(h5, file, path, name, bytes);
    return { name, type: stored.type, value: new (arrayOf(stored.type))(raw.buffer) };
  }
  if (stored.type === 'string' && stored.fixedText === undefined) {
    const texts = readStrings(h5, file, path, name, metadata);
    return { name, type: 'string', value: texts.length === 1 ? (texts[0] ?? '') : texts };
  }
  const raw = readBytes(h5, file, path, name, bytes);
  if (metadata.shape.length === 0) return { name, type: 'char', value: decodeText(raw) };
  const texts = fixedTexts(raw, metadata.size);
  return { name, type: 'string', value: texts.length === 1 ? (texts[0] ?? '') : texts };
}

/** The texts of a run of fixed-length strings, each ended by its first NUL. */
export function fixedTexts(bytes: Uint8Array, size: number): string[] {
  const texts: string[] = [];
  for (let at = 0; at + size <= bytes.length; at += size) {
    const cell = bytes.subarray(at, at + size);
    const end = cell.indexOf(0);
    texts.push(decodeText(end < 0 ? cell : cell.subarray(0, end)));
  }
  return texts;
}

/** The texts that `count` 32-bit addresses at `pointer` lead to. */
export function textsAt(h5: H5, pointer: number, count: number): string[] {
  const view = new DataView(h5.HEAPU8.buffer, pointer, count * 4);
  return Array.from({ length: count }, (_, index) => {
    const address = view.getUint32(index * 4, true);
    if (address === 0) return '';
    const heap = h5.HEAPU8;
    return decodeText(heap.subarray(address, heap.indexOf(0, address)));
  });
}

/**
 * The names of an enumeration as CF attributes, so that they survive in files that have no
 * enumerations.
 */
export function enumerationAttributes(
  metadata: H5Metadata,
  type: NcType,
  present: readonly string[],
): Attribute[] {
  if (!metadata.enum_type || !isFixedType(type) || present.includes('flag_values')) return [];
  const members = Object.entries(metadata.enum_type.members);
  const values = convert(
    members.map(([, value]) => value),
    type,
  );
  const meanings = members.map(([name]) => name.replace(/\s+/g, '_')).join(' ');
  return [
    { name: 'flag_values', type, value: values },
    { name: 'flag_meanings', type: 'char', value: meanings },
  ];
}

function emptyAttribute(name: string, type: Exclude<NcType, 'string'>): Attribute {
  const value: Values = new (arrayOf(type))(0);
  return { name, type, value };
}

function readBytes(h5: H5, file: bigint, path: string, name: string, bytes: number): Uint8Array {
  const pointer = h5._malloc(Math.max(1, bytes));
  try {
    h5.get_attribute_data(file, path, name, BigInt(pointer));
    return h5.HEAPU8.slice(pointer, pointer + bytes);
  } finally {
    h5._free(pointer);
  }
}

function readStrings(
  h5: H5,
  file: bigint,
  path: string,
  name: string,
  metadata: H5Metadata,
): string[] {
  const count = metadata.total_size;
  const pointer = h5._malloc(Math.max(4, count * 4));
  try {
    h5.get_attribute_data(file, path, name, BigInt(pointer));
    const texts = textsAt(h5, pointer, count);
    h5.reclaim_vlen_memory(file, path, name, BigInt(pointer));
    return texts;
  } finally {
    h5._free(pointer);
  }
}
