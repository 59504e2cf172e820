// Tells whether a file that is neither classic NetCDF nor HDF5 is a table that can be read, and
// opens it.
import { basename } from 'node:path/posix';
import type { ByteSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { csvForm } from './csv-reader.ts';
import { parseDescription } from './description.ts';
import { icarttForm, isIcartt } from './icartt-reader.ts';
import { openTable } from './text-table.ts';

/** Names of text tables that need a description beside them. */
const TABLE_NAME = /\.(csv|tsv|txt|dat|asc)$/i;
/** The description of all tables of a folder. */
const OF_FOLDER = 'csv.json';

/**
 * Names that the description of a table may have in the table's folder; the first file that exists
 * counts. Empty: the file needs no description.
 */
export const descriptionsOf = (path: string): readonly string[] =>
  TABLE_NAME.test(path) ? [`${basename(path)}.json`, OF_FOLDER] : [];

/** Whether a file is such a description, and therefore not data of the archive. */
export const isDescription = (path: string): boolean =>
  basename(path) === OF_FOLDER || /\.(csv|tsv|txt|dat|asc)\.json$/i.test(path);

/**
 * The table as a dataset; undefined: it is no text that can be read here. The caller closes the
 * source when this throws.
 */
export async function openText(
  source: ByteSource,
  first: Uint8Array,
): Promise<Dataset | undefined> {
  const head = Buffer.from(first.buffer, first.byteOffset, Math.min(first.length, 200));
  if (isIcartt(head.toString('latin1'))) return await openTable(source, await icarttForm(source));
  for (const name of descriptionsOf(source.name ?? '')) {
    const beside = await source.beside?.(name);
    if (!beside) continue;
    const bytes = await readWhole(beside);
    return await openTable(source, await csvForm(source, parseDescription(bytes, name)));
  }
  if (descriptionsOf(source.name ?? '').length > 0 && !head.includes(0))
    throw new NetcdfError(
      'not-netcdf',
      `It is a text that needs a description beside it: ${basename(source.name ?? '')}.json, or csv.json for its folder.`,
    );
  return undefined;
}

const LARGEST_DESCRIPTION = 1 << 20;

async function readWhole(source: ByteSource): Promise<Uint8Array> {
  try {
    return await source.read(0, Math.min(source.size, LARGEST_DESCRIPTION + 1));
  } finally {
    await source.close();
  }
}
