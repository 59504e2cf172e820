// Which NetCDF type an HDF5 type is, or why it is none.
import type { NcType } from '../dataset.ts';
import type { H5 } from './h5.ts';

export type H5Metadata = ReturnType<H5['get_dataset_metadata']>;

export type StoredType =
  | { readonly type: Exclude<NcType, 'string'>; readonly fixedText?: undefined }
  /** `fixedText` bytes each, or of any length. */
  | { readonly type: 'string'; readonly fixedText: number | undefined }
  | { readonly type: undefined; readonly reason: string };

const CLASS = { integer: 0, float: 1, text: 3, enumeration: 8 } as const;
const OTHER_CLASSES: Readonly<Record<number, string>> = {
  2: 'time',
  4: 'bit field',
  5: 'opaque',
  6: 'compound',
  7: 'reference',
  9: 'variable-length',
  10: 'array',
};
const INTEGERS: Readonly<Record<string, Exclude<NcType, 'string'>>> = {
  s1: 'byte',
  s2: 'short',
  s4: 'int',
  s8: 'int64',
  u1: 'ubyte',
  u2: 'ushort',
  u4: 'uint',
  u8: 'uint64',
};

/** An enumeration is read as the integers that it is stored as. */
export function storedType(metadata: H5Metadata): StoredType {
  const { type, size } = metadata;
  if (type === CLASS.integer || type === CLASS.enumeration) {
    const integer = INTEGERS[`${metadata.signed ? 's' : 'u'}${size}`];
    return integer ? { type: integer } : unsupported(`integers of ${size} bytes`);
  }
  if (type === CLASS.float) {
    if (size === 4) return { type: 'float' };
    return size === 8 ? { type: 'double' } : unsupported(`floating point of ${size} bytes`);
  }
  if (type === CLASS.text) {
    if (metadata.vlen) return { type: 'string', fixedText: undefined };
    return size === 1 ? { type: 'char' } : { type: 'string', fixedText: size };
  }
  return unsupported(`${OTHER_CLASSES[type] ?? `class ${type}`} values`);
}

function unsupported(what: string): StoredType {
  return { type: undefined, reason: `${what} are not supported` };
}
