// Works out the dimensions of an HDF5 file inside a worker: from dimension scales, or by length
// where there are none.

import type { Dimension } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { numbersOf as numbersIn } from '../numeric-array.ts';
import { readAttribute } from './attribute-reader.ts';
import type { H5 } from './h5.ts';
import type { FoundDataset } from './object-tree.ts';
import type { StoredVariable } from './protocol.ts';
import type { H5Metadata } from './stored-type.ts';

export const PURE_DIMENSION = 'This is a netCDF dimension but not a netCDF variable';

export interface Scale {
  readonly name: string;
  readonly path: string;
  readonly id: number | undefined;
  length: number;
  readonly unlimited: boolean;
}

/**
 * Scales by the key of their object reference, and those that are dimensions without values of
 * their own.
 */
export function findScales(h5: H5, file: bigint, datasets: readonly FoundDataset[]) {
  const scales = new Map<string, Scale>();
  const pure = new Set<FoundDataset>();
  for (const dataset of datasets.filter((candidate) => candidate.isScale)) {
    if (h5.get_scale_name(file, dataset.path)?.startsWith(PURE_DIMENSION)) pure.add(dataset);
    scales.set(referenceKey(h5, file, dataset.path), scaleOf(h5, file, dataset));
  }
  return { scales, pure };
}

/**
 * The names of a dataset's dimensions: from the scale itself, its dimension ids, its list of
 * scales, or else by length alone.
 */
export function dimensionNames(
  h5: H5,
  file: bigint,
  dataset: FoundDataset,
  scales: ReadonlyMap<string, Scale>,
  phony: PhonyDimensions,
): string[] {
  const { name, path, metadata, attributeNames } = dataset;
  const extent = metadata.shape ?? [];
  if (extent.length === 0) return [];
  const byId = (id: number) => [...scales.values()].find((scale) => scale.id === id)?.name;
  const listed = attributeNames.includes('DIMENSION_LIST')
    ? dimensionList(h5, file, path, extent.length)
    : [];
  const ids = attributeNames.includes('_Netcdf4Coordinates')
    ? numbersOf(h5, file, path, '_Netcdf4Coordinates').map(Number)
    : [];
  const taken = new Set<string>();
  return extent.map((length, axis) => {
    const own = dataset.isScale && axis === 0 ? name : undefined;
    const attached = listed[axis] ?? '';
    const scale = scales.get(attached)?.name;
    const numbered = byId(ids[axis] ?? -1);
    if (attached !== '' && (scale ?? numbered) !== (numbered ?? scale))
      throw new NetcdfError('corrupt', `Dimension ${axis} of "${name}" is described in two ways.`);
    if (attached !== '' && scale === undefined)
      throw new NetcdfError('corrupt', `Dimension ${axis} of "${name}" refers to nothing.`);
    const known = numbered ?? own ?? scale;
    const dimension = known ?? phony.of(length, isUnlimited(metadata, axis), taken);
    taken.add(dimension);
    return dimension;
  });
}

/**
 * The scale that is attached to each axis, as a key of its object reference; '' where there is
 * none.
 */
function dimensionList(h5: H5, file: bigint, path: string, axes: number): string[] {
  const bytes = axes * 8; // a 32-bit count and a 32-bit address for each axis
  const pointer = h5._malloc(bytes);
  try {
    h5.get_attribute_data(file, path, 'DIMENSION_LIST', BigInt(pointer));
    const heap = h5.HEAPU8;
    const view = new DataView(heap.buffer, pointer, bytes);
    const keys: string[] = [];
    for (let axis = 0; axis < axes; axis++) {
      const count = view.getUint32(axis * 8, true);
      const address = view.getUint32(axis * 8 + 4, true);
      keys.push(count > 0 ? heap.subarray(address, address + 8).join() : '');
    }
    h5.reclaim_vlen_memory(file, path, 'DIMENSION_LIST', BigInt(pointer));
    return keys;
  } finally {
    h5._free(pointer);
  }
}

function referenceKey(h5: H5, file: bigint, path: string): string {
  return h5.create_object_reference(file, path).join();
}

/** Dimensions of files without dimension scales: one per length, numbered after the real ones. */
export class PhonyDimensions {
  readonly list: Scale[] = [];
  private readonly firstId: number;

  constructor(firstId: number) {
    this.firstId = firstId;
  }

  of(length: number, unlimited: boolean, taken: ReadonlySet<string>): string {
    const known = this.list.find(
      (scale) => scale.length === length && scale.unlimited === unlimited && !taken.has(scale.name),
    );
    if (known) return known.name;
    const id = this.firstId + this.list.length;
    const name = `phony_dim_${id}`;
    this.list.push({ name, path: '', id, length, unlimited });
    return name;
  }
}

/** By dimension id; an unlimited dimension is as long as the longest variable along it. */
export function finishDimensions(
  scales: readonly Scale[],
  variables: readonly StoredVariable[],
): Dimension[] {
  const sorted = [...scales].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity));
  const longest = new Map<string, number>();
  for (const { dimensions, extent } of variables) {
    dimensions.forEach((name, axis) => {
      longest.set(name, Math.max(longest.get(name) ?? 0, extent[axis] ?? 0));
    });
  }
  return sorted.map(({ name, length, unlimited }) => ({
    name,
    length: unlimited ? (longest.get(name) ?? 0) : length,
    unlimited,
  }));
}

function scaleOf(h5: H5, file: bigint, dataset: FoundDataset): Scale {
  const { metadata, name, path } = dataset;
  const id = dataset.attributeNames.includes('_Netcdf4Dimid')
    ? Number(numbersOf(h5, file, path, '_Netcdf4Dimid')[0])
    : undefined;
  return {
    name,
    path,
    id,
    length: metadata.shape?.[0] ?? 1,
    unlimited: isUnlimited(metadata, 0),
  };
}

function isUnlimited(metadata: H5Metadata, axis: number): boolean {
  return (metadata.maxshape?.[axis] ?? 0) > 2 ** 63;
}

function numbersOf(h5: H5, file: bigint, path: string, name: string): (number | bigint)[] {
  const read = readAttribute(h5, file, path, name);
  return 'value' in read && typeof read.value !== 'string' && isNumeric(read.value)
    ? Array.from(numbersIn(read.value))
    : [];
}
