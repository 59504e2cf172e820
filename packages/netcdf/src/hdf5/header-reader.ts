// Reads the header of a NetCDF-4 file inside a worker: groups, dimension scales, variables,
// attributes.
import type { Attribute } from '../dataset.ts';
import { attributeNames } from './attribute-names.ts';
import { enumerationAttributes, readAttribute } from './attribute-reader.ts';
import {
  dimensionNames,
  findScales,
  finishDimensions,
  PhonyDimensions,
  type Scale,
} from './dimension-scales.ts';
import { externalStorage, type ReadBytes } from './external-storage.ts';
import { isFiltered, missingFilter } from './filters.ts';
import type { H5 } from './h5.ts';
import { type FoundDataset, listGroups } from './object-tree.ts';
import type { Hdf5Header, StoredVariable, Unreadable } from './protocol.ts';
import { storedType } from './stored-type.ts';

/** Attributes that the format keeps for its own use, on variables and on groups. */
const OWN_ON_VARIABLES = new Set([
  'CLASS',
  'NAME',
  'DIMENSION_LIST',
  'REFERENCE_LIST',
  'DIMENSION_LABELS',
  '_Netcdf4Dimid',
  '_Netcdf4Coordinates',
  '_nc3_strict',
]);
const OWN_ON_GROUPS = new Set(['_NCProperties', '_nc3_strict', 'CLASS', 'NAME', '_NCCOPY']);

/** `read` gives bytes of the file. */
export function readHdf5Header(h5: H5, file: bigint, read: ReadBytes): Hdf5Header {
  const unreadable: Unreadable[] = [];
  const groups = listGroups(h5, file, unreadable);
  const datasets = groups.datasets;
  const { scales, pure } = findScales(h5, file, datasets);
  const phony = new PhonyDimensions(scales.size);
  const isElsewhere = externalStorage(h5, file, read);
  const variables: StoredVariable[] = [];
  for (const dataset of datasets) {
    if (pure.has(dataset)) continue;
    const variable = describe(h5, file, dataset, { scales, phony, isElsewhere }, unreadable);
    if (variable) variables.push(variable);
  }
  const attributes = groups.paths.flatMap((path) => {
    const prefix = path === '/' ? '' : `${path.slice(1)}/`;
    const names = groupAttributes(h5, file, path);
    const own = readAttributes(h5, file, { path, owner: `${prefix}:` }, names, unreadable);
    return own.map((attribute) => ({ ...attribute, name: `${prefix}${attribute.name}` }));
  });
  const dimensions = finishDimensions([...scales.values(), ...phony.list], variables);
  const lengths = new Map(dimensions.map(({ name, length }) => [name, length]));
  return {
    dimensions,
    attributes,
    variables: variables.map((variable) => ({
      ...variable,
      shape: variable.dimensions.map(
        (name, axis) => lengths.get(name) ?? variable.shape[axis] ?? 0,
      ),
    })),
    unreadable,
  };
}

/** What a dataset is described with. */
interface Around {
  readonly scales: ReadonlyMap<string, Scale>;
  readonly phony: PhonyDimensions;
  /** Whether the values of the dataset at a path are in other files. */
  readonly isElsewhere: (path: string) => boolean;
}

function describe(
  h5: H5,
  file: bigint,
  dataset: FoundDataset,
  { scales, phony, isElsewhere }: Around,
  unreadable: Unreadable[],
): StoredVariable | undefined {
  const { name, path, metadata } = dataset;
  const stored = storedType(metadata);
  const extent = metadata.shape;
  if (stored.type === undefined || !extent) {
    const reason = stored.type === undefined ? stored.reason : 'it holds no values';
    unreadable.push({ name, reason });
    return undefined;
  }
  const refused = whyNotRead(h5, file, dataset, isElsewhere);
  if (refused !== undefined) {
    unreadable.push({ name, reason: refused });
    return undefined;
  }
  const names = dataset.attributeNames.filter((attribute) => !OWN_ON_VARIABLES.has(attribute));
  const attributes = readAttributes(h5, file, { path, owner: `${name}:` }, names, unreadable);
  const flags = metadata.enum_type ? enumerationAttributes(metadata, stored.type, names) : [];
  return {
    name,
    path,
    type: stored.type,
    dimensions: dimensionNames(h5, file, dataset, scales, phony),
    shape: extent,
    extent,
    attributes: [...attributes, ...flags],
  };
}

/** Largest chunk that is unpacked: compressed data are unpacked a chunk at a time. */
export const LARGEST_CHUNK = 256 * 2 ** 20;

const ELSEWHERE = 'its values are in other files, which are not read';

function whyNotRead(
  h5: H5,
  file: bigint,
  { path, metadata }: FoundDataset,
  isElsewhere: Around['isElsewhere'],
): string | undefined {
  const values = (metadata.shape ?? []).reduce((product, length) => product * Number(length), 1);
  if (!Number.isSafeInteger(values * metadata.size))
    return 'it claims more values than can be counted';
  // The library gives the fill value for what it does not find, and has no file but this one.
  if (metadata.virtual_sources?.some(({ file_name }) => file_name !== '.')) return ELSEWHERE;
  if (!metadata.chunks) return isElsewhere(path) ? ELSEWHERE : undefined;
  const missing = missingFilter(h5, file, path);
  if (missing !== undefined) return missing;
  const chunk = metadata.chunks.reduce(
    (product, length) => product * Number(length),
    metadata.size,
  );
  return chunk > LARGEST_CHUNK && isFiltered(h5, file, path)
    ? `its compressed chunks of ${chunk} B are too large to be unpacked`
    : undefined;
}

function groupAttributes(h5: H5, file: bigint, path: string): string[] {
  return attributeNames(h5, file, path).filter((name) => !OWN_ON_GROUPS.has(name));
}

function readAttributes(
  h5: H5,
  file: bigint,
  { path, owner }: { readonly path: string; readonly owner: string },
  names: readonly string[],
  unreadable: Unreadable[],
): Attribute[] {
  const attributes: Attribute[] = [];
  for (const name of names) {
    const read = readAttribute(h5, file, path, name);
    if ('reason' in read) unreadable.push({ name: `${owner}${name}`, reason: read.reason });
    else attributes.push(read);
  }
  return attributes;
}
