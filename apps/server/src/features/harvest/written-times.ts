// Times that a file writes out, as '2020-06-01_12:00:00' in files of WRF, instead of counting them
// from a moment.
import { parseInstant } from '@isobar/contract/time.ts';
import { charRows, type Dataset, type Variable } from '@isobar/netcdf';

const CALLED = new Set([
  ...['time', 'times', 'datetime', 'date_time', 'timestamp', 'time_utc', 'utc_time', 'iso_time'],
]);

/**
 * First and last time that is written out, seconds UTC, by the first and last row; null where none
 * is.
 */
export async function readWrittenSpan(
  dataset: Dataset,
): Promise<{ readonly first: number; readonly last: number } | null> {
  const variable = dataset.variables.find(isWritten);
  const rows = variable?.shape[0] ?? 0;
  if (!variable || rows === 0) return null;
  const first = await instantAt(dataset, variable, 0);
  const last = await instantAt(dataset, variable, rows - 1);
  return first === null || last === null ? null : { first, last };
}

function isWritten({ name, type, shape }: Variable): boolean {
  const isText =
    (type === 'char' && shape.length === 2) || (type === 'string' && shape.length === 1);
  return isText && CALLED.has(name.split('/').at(-1)?.toLowerCase() ?? '');
}

async function instantAt(dataset: Dataset, { name, shape }: Variable, row: number) {
  const values = await dataset.read(name, row, row + 1);
  const [text = ''] = values instanceof Uint8Array ? charRows(values, shape[1] ?? 0) : values;
  return typeof text === 'string' ? parseInstant(text.trim().replace(/[_ ]/, 'T')) : null;
}
