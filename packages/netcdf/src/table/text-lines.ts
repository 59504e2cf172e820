// Lines of a text file, read block after block: whatever the file holds, no more than a block and a
// line are in memory.
import type { ByteSource } from '../byte-source.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { turn } from '../yielding.ts';

/** No table has a longer line; a file without line ends is not a table. */
export const LONGEST_LINE = 1 << 20;
const BLOCK = 1 << 20;
/** Some programs put it first; it is no part of the first line. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Whole lines without their ends, and where each begins in the file. Bytes are Latin-1 characters:
 * see `textOf`.
 */
export interface LineBatch {
  readonly lines: readonly string[];
  readonly offsets: readonly number[];
}

/**
 * The lines from `from`, which is the beginning of one, up to `to`. Throws `corrupt` for what
 * cannot be text.
 */
export async function* lineBatches(
  source: ByteSource,
  from: number,
  to = source.size,
): AsyncGenerator<LineBatch> {
  let carried: Buffer = Buffer.alloc(0);
  for (let at = from; at < to; ) {
    const read = await source.read(at, Math.min(BLOCK, to - at));
    if (read.length === 0) break; // the file became shorter since it was opened
    const block = Buffer.from(read.buffer, read.byteOffset, read.length);
    if (block.includes(0))
      throw new NetcdfError('corrupt', 'It contains a NUL byte, so it is not text.');
    const begin = at - carried.length;
    const bytes = carried.length > 0 ? Buffer.concat([carried, block]) : block;
    at += block.length;
    const batch = cutLines(bytes, begin, at >= to);
    carried = Buffer.from(bytes.subarray(batch.end));
    if (carried.length > LONGEST_LINE) throw tooLong();
    yield batch;
    const due = turn();
    if (due) await due;
  }
}

function cutLines(bytes: Buffer, begin: number, isLast: boolean): LineBatch & { end: number } {
  const lines: string[] = [];
  const offsets: number[] = [];
  let start =
    begin === 0 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      ? BYTE_ORDER_MARK.length
      : 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    if (end - start > LONGEST_LINE) throw tooLong();
    // before an empty line is the end of another
    const last = bytes[end - 1] === 13 ? end - 1 : end;
    lines.push(bytes.toString('latin1', start, last));
    offsets.push(begin + start);
    start = end + 1;
  }
  if (isLast && start < bytes.length) {
    if (bytes.length - start > LONGEST_LINE) throw tooLong();
    lines.push(bytes.toString('latin1', start).replace(/\r$/, ''));
    offsets.push(begin + start);
    start = bytes.length;
  }
  return { lines, offsets, end: start };
}

const tooLong = () =>
  new NetcdfError('corrupt', `A line of it is longer than ${LONGEST_LINE / 2 ** 20} MB.`);

/** The text of a line's piece: UTF-8 where it is valid, else Latin-1. */
export function textOf(piece: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is what it looks for
  if (!/[^\x00-\x7f]/.test(piece)) return piece;
  try {
    return strictUtf8.decode(Buffer.from(piece, 'latin1'));
  } catch {
    return piece;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
