// Opens any dataset, telling its format by its first bytes; only tables of text need a name, to find their description.
import { resolve } from 'node:path';
import { type ByteSource, fileSource } from './byte-source.ts';
import { openClassic } from './classic/classic-dataset.ts';
import type { Dataset } from './dataset.ts';
import { geomsView } from './hdf5/geoms.ts';
import { type KnownVariables, openHdf5, openKnownHdf5 } from './hdf5/hdf5-dataset.ts';
import { NetcdfError } from './netcdf-error.ts';
import { openText } from './table/open-text.ts';

/** Enough for most classic headers, so that opening a small file is one read. */
const FIRST_READ = 32 * 1024;
const HDF5_SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
/** HDF5 may begin behind a block of the user's own. */
const HDF5_PLACES = [0, 512, 1024, 2048, 4096, 8192, 16384];

/**
 * Reads the header only. The dataset owns the source and closes it, also when opening fails. Throws `not-netcdf`,
 * `truncated`, `corrupt`, `unsupported`, `unreadable`; the message begins with the path where there is one.
 * `known`: an HDF5 file is opened by openKnownHdf5 instead, without its header.
 */
export async function openDataset(
  from: string | ByteSource,
  known?: KnownVariables,
): Promise<Dataset> {
  if (typeof from !== 'string') return await openSource(from, undefined, known);
  const source = await fileSource(from);
  try {
    return await openSource(source, resolve(from), known);
  } catch (error) {
    if (!(error instanceof NetcdfError)) throw error;
    throw new NetcdfError(error.code, `${from}: ${error.message}`, { cause: error.cause ?? error });
  }
}

async function openSource(
  source: ByteSource,
  path: string | undefined,
  known: KnownVariables | undefined,
): Promise<Dataset> {
  try {
    const first = await source.read(0, Math.min(FIRST_READ, source.size));
    if (isClassic(first)) return await openClassic(source, first);
    if (!isHdf5(first)) return (await openText(source, first)) ?? refuse(source, first);
    if (path !== undefined) await source.close();
    const file = path === undefined ? { source } : { path };
    return known ? openKnownHdf5(file, known) : geomsView(await openHdf5(file));
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** First bytes of HDF4, a format that is unrelated to HDF5. */
const HDF4 = [0x0e, 0x03, 0x13, 0x01];

function refuse(source: ByteSource, first: Uint8Array): never {
  if (HDF4.every((byte, index) => first[index] === byte))
    throw new NetcdfError(
      'unsupported',
      'It is HDF4; convert it to HDF5 or NetCDF first (h4toh5, or ncks -4 of a build with HDF4).',
    );
  const what = source.size === 0 ? 'The file is empty.' : 'The first bytes are not NetCDF.';
  throw new NetcdfError('not-netcdf', what);
}

function isClassic(first: Uint8Array): boolean {
  return first[0] === 0x43 && first[1] === 0x44 && first[2] === 0x46 && first.length > 3;
}

function isHdf5(first: Uint8Array): boolean {
  return HDF5_PLACES.some((place) =>
    HDF5_SIGNATURE.every((byte, index) => first[place + index] === byte),
  );
}
