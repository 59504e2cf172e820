// Times of the rows of one file in few bytes: evenly spaced ones are two numbers, others are
// compressed.
import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import { shuffle, unshuffle } from '../byte-planes.ts';
import { NetcdfError } from '../netcdf-error.ts';

const deflated = promisify(deflate);
const inflated = promisify(inflate);

/** Row n is at `first` + n × `step`, in seconds since 1970 UTC, to the last bit. */
export interface EvenTimes {
  readonly first: number;
  readonly step: number;
}

/**
 * undefined unless every time is exactly where evenly spaced ones are; a row without a time is
 * nowhere.
 */
export function evenTimes(times: Float64Array): EvenTimes | undefined {
  const [first, second] = times;
  if (first === undefined || !Number.isFinite(first)) return undefined;
  const step = second === undefined ? 0 : second - first;
  for (let row = 0; row < times.length; row++)
    if (times[row] !== first + row * step) return undefined;
  return { first, step };
}

/** Times of `rows` evenly spaced rows. */
export function spreadTimes(even: EvenTimes, rows: number): Float64Array {
  const times = new Float64Array(rows);
  putSpreadTimes(even, 0, times);
  return times;
}

/** Fills `into` with the times of evenly spaced rows, from row `from` on. */
export function putSpreadTimes({ first, step }: EvenTimes, from: number, into: Float64Array): void {
  for (let n = 0; n < into.length; n++) into[n] = first + (from + n) * step;
}

const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Bytes; zlib takes no smaller pieces. */
const LEAST_PIECE = 64;

/** Of zlib: higher ones take a third to twice the time more and save three bytes in a hundred. */
const LEVEL = 1;
/**
 * So many bytes take two milliseconds at most; handing fewer to a thread takes longer than the work
 * itself.
 */
const MOST_AT_ONCE = 1 << 17;
const MOST_UNPACKED_AT_ONCE = 1 << 19;

/** Any times, NaN among them, as bytes; little endian on every machine that this runs on. */
export async function packTimes(times: Float64Array): Promise<Uint8Array> {
  const raw = new Uint8Array(times.buffer, times.byteOffset, times.byteLength);
  const planes = shuffle(raw, BYTES);
  return planes.length > MOST_AT_ONCE
    ? await deflated(planes, { level: LEVEL })
    : deflateSync(planes, { level: LEVEL });
}

/** The times that packTimes packed. Throws NetcdfError `corrupt` unless they are `rows`. */
export async function unpackTimes(packed: Uint8Array, rows: number): Promise<Float64Array> {
  const length = Math.max(1, rows * BYTES);
  // In one piece: in many small ones it takes ten times as long.
  const options = { maxOutputLength: length, chunkSize: Math.max(LEAST_PIECE, length) };
  let shuffled: Uint8Array;
  try {
    shuffled =
      length > MOST_UNPACKED_AT_ONCE
        ? await inflated(packed, options)
        : inflateSync(packed, options);
  } catch (cause) {
    throw new NetcdfError('corrupt', 'The times kept of a file cannot be read.', { cause });
  }
  if (shuffled.length !== rows * BYTES)
    throw new NetcdfError('corrupt', `The times kept of a file are not those of ${rows} rows.`);
  return new Float64Array(unshuffle(shuffled, BYTES).buffer);
}
