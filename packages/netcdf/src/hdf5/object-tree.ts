// Finds the groups and datasets of an HDF5 file inside a worker.
import { NetcdfError } from '../netcdf-error.ts';
import { attributeNames } from './attribute-names.ts';
import type { H5 } from './h5.ts';
import type { Unreadable } from './protocol.ts';
import type { H5Metadata } from './stored-type.ts';

const NOT_COORDINATE = '_nc4_non_coord_';
const MOST_OBJECTS = 100_000;
const DEEPEST_GROUP = 32;

export interface FoundDataset {
  readonly name: string;
  readonly path: string;
  readonly metadata: H5Metadata;
  readonly attributeNames: readonly string[];
  readonly isScale: boolean;
}

/**
 * Everything below the root, in creation order where the file keeps one; deeper names carry their
 * groups' names.
 */
export function listGroups(h5: H5, file: bigint, unreadable: Unreadable[]) {
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
        throw new NetcdfError(
          'unsupported',
          `It holds more than ${MOST_OBJECTS.toLocaleString('en')} variables and groups.`,
        );
      if (kind === 'group') subgroups.push(child);
      else if (kind === 'dataset') datasets.push(findDataset(h5, file, child));
      else if (kind === 'other') {
        unreadable.push({ name: child.slice(1), reason: 'links out of the file are not followed' });
      }
    }
    if (depth > DEEPEST_GROUP)
      throw new NetcdfError('unsupported', `Its groups are more than ${DEEPEST_GROUP} deep.`);
    for (const group of subgroups) visit(group, depth + 1);
  };
  visit('/', 0);
  return { datasets, paths };
}

type ObjectKind = 'group' | 'dataset' | 'type' | 'other';

/**
 * One call tells the kinds of all names, unless a link is broken; then each name is looked up
 * alone.
 */
function kindsIn(h5: H5, file: bigint, path: string): (name: string, child: string) => ObjectKind {
  const library = h5 as H5 & { get_types(file: bigint, path: string): Record<string, number> };
  const alone = (child: string): ObjectKind => {
    const type = h5.get_type(file, child);
    if (type === h5.H5G_GROUP) return 'group';
    if (type === h5.H5G_DATASET) return 'dataset';
    return type === h5.H5G_TYPE ? 'type' : 'other';
  };
  try {
    const types = library.get_types(file, path);
    return (name, child) => {
      // "__proto__" is a name, but no property
      if (!Object.hasOwn(types, name)) return alone(child);
      return (['group', 'dataset', 'type'] as const)[types[name] ?? 3] ?? 'other';
    };
  } catch {
    return (_name, child) => alone(child);
  }
}

function findDataset(h5: H5, file: bigint, path: string): FoundDataset {
  const names = attributeNames(h5, file, path);
  return {
    name: netcdfName(path),
    path,
    metadata: h5.get_dataset_metadata(file, path),
    attributeNames: names,
    isScale: names.includes('CLASS') && !names.includes('DIMENSION_LIST'),
  };
}

function netcdfName(path: string): string {
  const parts = path.slice(1).split('/');
  const last = parts.pop() ?? '';
  const own = last.startsWith(NOT_COORDINATE) ? last.slice(NOT_COORDINATE.length) : last;
  return [...parts, own].join('/');
}
