// Reads the header of a NetCDF-4 file inside a worker: groups, dimension scales, variables, attributes.
import type { Attribute, Dimension } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { enumerationAttributes, readAttribute } from './attribute-reader.ts';
import type { H5 } from './h5-module.ts';
import type { Hdf5Header, StoredVariable, Unreadable } from './protocol.ts';
import { type H5Metadata, storedType } from './stored-type.ts';

/** Kept by the format for itself, on variables and on groups. */
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
const PURE_DIMENSION = 'This is a netCDF dimension but not a netCDF variable';
const NOT_COORDINATE = '_nc4_non_coord_';
const MOST_OBJECTS = 100_000;
const DEEPEST_GROUP = 32;

interface FoundDataset {
  readonly name: string;
  readonly path: string;
  readonly metadata: H5Metadata;
  readonly attributeNames: readonly string[];
  readonly isScale: boolean;
}

interface Scale {
  readonly name: string;
  readonly path: string;
  readonly id: number | undefined;
  length: number;
  readonly unlimited: boolean;
}

export function readHdf5Header(h5: H5, file: bigint): Hdf5Header {
  const unreadable: Unreadable[] = [];
  const groups = listGroups(h5, file, unreadable);
  const datasets = groups.datasets;
  const scales = new Map<string, Scale>();
  const pure = new Set<FoundDataset>();
  for (const dataset of datasets.filter((candidate) => candidate.isScale)) {
    if (h5.get_scale_name(file, dataset.path)?.startsWith(PURE_DIMENSION)) pure.add(dataset);
    scales.set(referenceKey(h5, file, dataset.path), scaleOf(h5, file, dataset));
  }
  const phony = new PhonyDimensions(scales.size);
  const variables: StoredVariable[] = [];
  for (const dataset of datasets) {
    if (pure.has(dataset)) continue;
    const variable = describe(h5, file, dataset, scales, phony, unreadable);
    if (variable) variables.push(variable);
  }
  const attributes = groups.paths.flatMap((path) => {
    const prefix = path === '/' ? '' : `${path.slice(1)}/`;
    const names = groupAttributes(h5, file, path);
    const own = readAttributes(h5, file, path, `${prefix}:`, names, unreadable);
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

/** Everything below the root, in creation order where the file keeps one; deeper names carry their groups' names. */
function listGroups(h5: H5, file: bigint, unreadable: Unreadable[]) {
  const datasets: FoundDataset[] = [];
  const paths: string[] = [];
  const visit = (path: string, depth: number) => {
    paths.push(path);
    const subgroups: string[] = [];
    const kinds = kindsIn(h5, file, path);
    for (const name of h5.get_names(file, path, false)) {
      const child = `${path === '/' ? '' : path}/${name}`;
      const kind = kinds(name, child);
      if (datasets.length + paths.length > MOST_OBJECTS)
        throw new Error('corrupt: too many objects');
      if (kind === 'group') subgroups.push(child);
      else if (kind === 'dataset') datasets.push(findDataset(h5, file, child));
      else if (kind === 'other') {
        unreadable.push({ name: child.slice(1), reason: 'links out of the file are not followed' });
      }
    }
    if (depth > DEEPEST_GROUP) throw new Error('corrupt: groups are nested too deeply');
    for (const group of subgroups) visit(group, depth + 1);
  };
  visit('/', 0);
  return { datasets, paths };
}

type ObjectKind = 'group' | 'dataset' | 'type' | 'other';

/** One call tells all kinds, unless a link leads nowhere; then each name is asked for alone. */
function kindsIn(h5: H5, file: bigint, path: string): (name: string, child: string) => ObjectKind {
  const library = h5 as H5 & { get_types(file: bigint, path: string): Record<string, number> };
  try {
    const types = library.get_types(file, path);
    return (name) => (['group', 'dataset', 'type'] as const)[types[name] ?? 3] ?? 'other';
  } catch {
    return (_name, child) => {
      const type = h5.get_type(file, child);
      if (type === h5.H5G_GROUP) return 'group';
      if (type === h5.H5G_DATASET) return 'dataset';
      return type === h5.H5G_TYPE ? 'type' : 'other';
    };
  }
}

function findDataset(h5: H5, file: bigint, path: string): FoundDataset {
  const attributeNames = h5.get_attribute_names(file, path);
  return {
    name: netcdfName(path),
    path,
    metadata: h5.get_dataset_metadata(file, path),
    attributeNames,
    isScale: attributeNames.includes('CLASS') && !attributeNames.includes('DIMENSION_LIST'),
  };
}

function netcdfName(path: string): string {
  const parts = path.slice(1).split('/');
  const last = parts.pop() ?? '';
  const own = last.startsWith(NOT_COORDINATE) ? last.slice(NOT_COORDINATE.length) : last;
  return [...parts, own].join('/');
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

function describe(
  h5: H5,
  file: bigint,
  dataset: FoundDataset,
  scales: ReadonlyMap<string, Scale>,
  phony: PhonyDimensions,
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
  const names = dataset.attributeNames.filter((attribute) => !OWN_ON_VARIABLES.has(attribute));
  const attributes = readAttributes(h5, file, path, `${name}:`, names, unreadable);
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

/** From the scale itself, its dimension ids, its list of scales, or else by length alone. */
function dimensionNames(
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
    const known = byId(ids[axis] ?? -1) ?? own ?? scales.get(listed[axis] ?? '')?.name;
    const dimension = known ?? phony.of(length, isUnlimited(metadata, axis), taken);
    taken.add(dimension);
    return dimension;
  });
}

/** The scale that is attached to each axis, as a key of its object reference; '' where there is none. */
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

/** Dimensions of files without dimension scales: one per length, counted on after the real ones. */
class PhonyDimensions {
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
function finishDimensions(
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

function groupAttributes(h5: H5, file: bigint, path: string): string[] {
  return h5.get_attribute_names(file, path).filter((name) => !OWN_ON_GROUPS.has(name));
}

function readAttributes(
  h5: H5,
  file: bigint,
  path: string,
  owner: string,
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

function numbersOf(h5: H5, file: bigint, path: string, name: string): (number | bigint)[] {
  const read = readAttribute(h5, file, path, name);
  return 'value' in read && typeof read.value !== 'string' && isNumeric(read.value)
    ? Array.from(read.value as ArrayLike<number | bigint>)
    : [];
}
