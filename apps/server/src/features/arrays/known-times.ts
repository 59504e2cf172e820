// Times of a state that are known without its files, as the index keeps them.
import type { Kysely } from 'kysely';
import { packedTimes } from '../../core/series/file-rows.ts';
import type { FilePart } from '../../core/series/manifest.ts';
import type { Tables } from '../../store/tables.ts';
import type { EncodeTimes, KnownTimes } from './array-job.ts';
import { fillOf } from './description.ts';
import type { OpenState } from './states.ts';

/** Packed times of the files whose rows are not evenly spaced, by their index. */
export async function timesOf(
  db: Kysely<Tables>,
  { datastream }: Pick<OpenState, 'datastream'>,
  parts: readonly Pick<FilePart, 'index' | 'file'>[],
): Promise<Map<number, Uint8Array>> {
  const uneven = parts.filter(({ file }) => file.step === null);
  if (uneven.length === 0) return new Map();
  const found = await packedTimes(
    db,
    datastream,
    uneven.map(({ file }) => file),
  );
  return new Map(
    uneven.flatMap(({ index, file }) => {
      const times = found.get(file.name);
      return times ? [[index, times] as const] : [];
    }),
  );
}

/** The times of a chunk; undefined: some have to be read from their files. */
export function knownTimes(
  parts: readonly FilePart[],
  times: ReadonlyMap<number, Uint8Array>,
): KnownTimes[] | undefined {
  const known = parts.map(({ index, file: { rows, first, step }, from, to }) => {
    const packed = times.get(index);
    return { rows, first, step, from, to, ...(packed && { packed }) };
  });
  return known.some(({ step, packed }) => step === null && !packed) ? undefined : known;
}

export function timesJob(
  { variables }: OpenState['description'],
  chunks: EncodeTimes['chunks'],
): EncodeTimes {
  const time = variables.find(({ name }) => name === 'time');
  return { is: 'times', chunks, rows: time?.chunkRows ?? 0, fill: (time && fillOf(time)) ?? 0 };
}

/** Chunks of times that one task makes: of two million rows, some tens of milliseconds. */
const BATCH = 8;

/**
 * Numbers of the first `count` chunks of times, in the order in which readers ask for them: the
 * first, the last, then all others.
 */
export function timeBatches(count: number, most: number): number[][] {
  const last = count - 1;
  const order = [0, last, ...Array.from({ length: Math.max(0, count - 2) }, (_, n) => n + 1)];
  const wanted = order.slice(0, Math.min(count, most));
  return Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, n) =>
    wanted.slice(n * BATCH, (n + 1) * BATCH),
  );
}
