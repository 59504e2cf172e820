// Checks that what a classic header says about the places of its variables can be true.
import { NetcdfError } from '../netcdf-error.ts';

interface Extent {
  readonly name: string;
  readonly begin: number;
  readonly bytes: number;
  readonly isRecord: boolean;
}

interface Bounds {
  readonly headerBytes: number;
  readonly records: number;
  readonly recordSize: number;
  readonly fileSize: number;
}

/**
 * Throws `corrupt` when variables overlap the header or one another, `truncated` when the file ends
 * too early.
 */
export function checkExtents(variables: readonly Extent[], bounds: Bounds): void {
  const stored = variables.filter((variable) => variable.bytes > 0);
  const fixed = stored.filter((variable) => !variable.isRecord).sort(byBegin);
  const record = stored.filter((variable) => variable.isRecord).sort(byBegin);
  checkApart(fixed, bounds.headerBytes);
  checkApart(record, bounds.headerBytes);
  const firstRecord = record[0];
  const lastRecord = record.at(-1);
  if (firstRecord && lastRecord && bounds.records > 0) {
    if (lastRecord.begin + lastRecord.bytes > firstRecord.begin + bounds.recordSize) {
      throw new NetcdfError('corrupt', `"${lastRecord.name}" reaches into the next record.`);
    }
    const recordsEnd =
      lastRecord.begin + lastRecord.bytes + (bounds.records - 1) * bounds.recordSize;
    const within = fixed.find(
      ({ begin, bytes }) => begin < recordsEnd && begin + bytes > firstRecord.begin,
    );
    if (within) throw new NetcdfError('corrupt', `"${within.name}" lies among the records.`);
    checkEnd(recordsEnd, bounds);
  }
  for (const { begin, bytes } of fixed) checkEnd(begin + bytes, bounds);
}

function byBegin(a: Extent, b: Extent): number {
  return a.begin - b.begin;
}

function checkApart(sorted: readonly Extent[], from: number): void {
  let free = from;
  for (const { name, begin, bytes } of sorted) {
    if (begin < free) {
      throw new NetcdfError('corrupt', `"${name}" begins at ${begin}, inside what precedes it.`);
    }
    free = begin + bytes;
  }
}

function checkEnd(end: number, { fileSize }: Bounds): void {
  if (!Number.isSafeInteger(end)) {
    throw new NetcdfError('corrupt', `The header claims ${end} bytes of data.`);
  }
  if (end > fileSize) {
    throw new NetcdfError(
      'truncated',
      `The file has ${fileSize} B, but its header promises data up to ${end} B.`,
    );
  }
}
