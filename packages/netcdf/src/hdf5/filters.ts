// Compression filters of HDF5: those that are read here, and what the others are called.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { H5 } from './h5.ts';

/** Where the plugins lie, which the library loads when a file asks for one. */
export const PLUGIN_FOLDER = join(
  dirname(fileURLToPath(import.meta.resolve('h5wasm-plugins'))),
  'plugins',
);

/** Filters that are built in or among the plugins. */
const READ = new Set([
  ...[1, 2, 3, 4, 5, 6], // deflate, shuffle, fletcher32, szip, nbit, scaleoffset
  ...[307, 32000, 32001, 32004, 32008, 32013, 32015, 32019, 32022, 32023, 32026],
]);

const NAMES: Readonly<Record<number, string>> = {
  ...{ 257: 'hdf4 tables', 258: 'MAFISC', 305: 'LZO', 306: 'bzip', 32002: 'MAFISC' },
  ...{ 32003: 'Snappy', 32005: 'APAX', 32006: 'CBF', 32009: 'SPDP', 32010: 'LPC-Rice' },
  ...{ 32011: 'CCSDS-123', 32012: 'JPEG-LS', 32014: 'fpzip', 32016: 'B3D', 32017: 'SZ' },
  ...{ 32018: 'FCIDECOMP', 32020: 'VBZ', 32021: 'FAPEC', 32024: 'SZ3', 32028: 'Delta-Rice' },
  ...{
    32029: 'BLOSC2 (grok)',
    32030: 'FLAC',
    32031: 'SPERR',
    32032: 'TERSE/PROLIX',
    32033: 'ffmpeg',
  },
};

/** Why the values of a dataset cannot be unpacked; undefined: they can. */
export function missingFilter(h5: H5, file: bigint, path: string): string | undefined {
  const unknown = filtersOf(h5, file, path).find(({ id }) => !READ.has(id));
  if (!unknown) return undefined;
  const name = NAMES[unknown.id] ?? (unknown.name || 'of no known name');
  return `it is compressed by filter ${unknown.id} (${name}), which is not read here`;
}

export const isFiltered = (h5: H5, file: bigint, path: string): boolean =>
  filtersOf(h5, file, path).length > 0;

const filtersOf = (h5: H5, file: bigint, path: string): { id: number; name: string }[] =>
  (h5.get_dataset_filters(file, path) as unknown as { id: number; name: string }[]).map(
    ({ id, name }) => ({ id: Number(id), name: String(name) }),
  );
