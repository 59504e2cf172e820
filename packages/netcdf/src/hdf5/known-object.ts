// Compares inside a worker what an index knows of a variable with how the file stores it, before
// values are read without the header.
import { PURE_DIMENSION } from './dimension-scales.ts';
import type { H5 } from './h5.ts';
import { LARGEST_CHUNK } from './header-reader.ts';
import type { KnownObject } from './protocol.ts';
import { storedType } from './stored-type.ts';

/** Whether the path leads to the variable of its name, with its type and all of its extent. */
export function isAsKnown(h5: H5, file: bigint, { path, type, extent }: KnownObject): boolean {
  if (h5.get_type(file, path) !== h5.H5G_DATASET) return false;
  const metadata = h5.get_dataset_metadata(file, path);
  const { shape, chunks, size } = metadata;
  const isSame =
    storedType(metadata).type === type &&
    shape?.length === extent.length &&
    extent.every((length, axis) => length === shape[axis]);
  const chunk = (chunks ?? []).reduce((product, length) => product * Number(length), size);
  return isSame && chunk <= LARGEST_CHUNK && !isPureDimension(h5, file, path, extent.length);
}

/**
 * A dimension without values takes the name of a variable that has other dimensions, whose values
 * are then elsewhere.
 */
const isPureDimension = (h5: H5, file: bigint, path: string, axes: number): boolean =>
  axes === 1 && (h5.get_scale_name(file, path)?.startsWith(PURE_DIMENSION) ?? false);
