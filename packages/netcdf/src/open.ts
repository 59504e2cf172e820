// Opens any dataset, telling its format by its first bytes; only tables of text need a name, to
// find their description.
import { resolve } from 'node:path';
import { type ByteSource, fileSource } from './byte-source.ts';
import { openClassic } from './classic/classic-dataset.ts';
import type { Dataset } from './dataset.ts';
import { geomsView } from './hdf5/geoms.ts';
import { type KnownVariables, openHdf5, openKnownHdf5 } from './hdf5/hdf5-dataset.ts';
import { indexedRows } from './indexed-rows.ts';
import { NetcdfError } from './netcdf-error.ts';
import { openText } from './table/open-text.ts';
import { timeFirst } from './time-first.ts';

/** Enough for most classic headers, so that opening a small file is one read. */
const FIRST_READ = 32 * 1024;
const HDF5_SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
/** HDF5 may begin behind a block of the user's own. */
const HDF5_PLACES = [0, 512, 1024, 2048, 4096, 8192, 16384];

/**
 * Reads the header only. The dataset owns the source and closes it, also when opening fails. Throws
 * `not-netcdf`, `truncated`, `corrupt`, `unsupported`, `unreadable`; the message begins with the
 * path where there is one. `known`: an HDF5 file is opened by openKnownHdf5 instead, without its
 * header.
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
    if (isClassic(first)) return viewed(await openClassic(source, first));
    if (!isHdf5(first)) return (await openText(source, first)) ?? refuse(source, first);
    if (path !== undefined) await source.close();
    const file = path === undefined ? { source } : { path };
    return known ? openKnownHdf5(file, known) : viewed(geomsView(await openHdf5(file)));
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** With rows as everything else expects them. */
const viewed = (dataset: Dataset): Dataset => timeFirst(indexedRows(dataset));

const latin = (text: string): readonly number[] => Array.from(Buffer.from(text, 'latin1'));

/** What archives hold beside NetCDF, by its first bytes, and what makes NetCDF of it. */
const OTHER_FORMATS: readonly (readonly [first: readonly number[], what: string])[] = [
  [
    [0x0e, 0x03, 0x13, 0x01],
    'It is HDF4; convert it to HDF5 or NetCDF first (h4toh5, or ncks -4 of a build with HDF4).',
  ],
  ...[
    [0xcd, 0xf3, 0x00, 0x01],
    [0xcd, 0xf2, 0x60, 0x02],
    [0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0xff, 0xff],
  ].map(
    (first) =>
      [first, 'It is CDF of NASA, another format; convert it to NetCDF first (cdf2nc).'] as const,
  ),
  [latin('GRIB'), 'It is GRIB; convert it to NetCDF first (cdo -f nc4 copy, or grib_to_netcdf).'],
  [latin('BUFR'), 'It is BUFR; convert it to NetCDF first (ecCodes).'],
  [[0x1f, 0x8b], 'It is compressed by gzip; unpack it first (gunzip).'],
  [latin('BZh'), 'It is compressed by bzip2; unpack it first (bunzip2).'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'It is compressed by xz; unpack it first (unxz).'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'It is compressed by zstd; unpack it first (unzstd).'],
  [latin('PK\x03\x04'), 'It is a ZIP archive; unpack it first (unzip).'],
];

function refuse(source: ByteSource, first: Uint8Array): never {
  const other = OTHER_FORMATS.find(([bytes]) => bytes.every((byte, i) => first[i] === byte));
  if (other) throw new NetcdfError('unsupported', other[1]);
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
