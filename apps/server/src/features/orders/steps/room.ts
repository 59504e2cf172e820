// Room on the disk: an order that would fill it waits, because others write there as well.
import { statfs } from 'node:fs/promises';
import { bytesAbove, formatBytes, roundBytes } from '@isobar/contract/size.ts';
import { RESERVE } from '../../../platform/files/reserve.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Plan, Unit } from './plan.ts';

export interface Disk {
  /** Bytes that may be written now, and bytes altogether. */
  readonly free: number;
  readonly total: number;
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Bytes that units will take: as many as their inputs. Units with chosen variables take less, by an
 * unknown amount, so they count as 0.
 */
export function bytesNeeded(plan: Plan, units: readonly Unit[]): number {
  let bytes = 0;
  for (const { make, treatment, inputs } of units) {
    if (make !== 'copy' && (plan.treatments[treatment]?.variables.length ?? 0) > 0) continue;
    for (const n of inputs) bytes += plan.inputs[n]?.size ?? 0;
  }
  return bytes;
}

/** Why so many bytes can never be written there; null when they can be, now or later. */
export const neverFits = ({ total }: Disk, bytes: number): string | null =>
  bytes + RESERVE <= total
    ? null
    : `The order takes ${formatBytes(bytes)}; the disk for deliveries holds ${formatBytes(total)}, of which ${formatBytes(RESERVE)} are kept free.`;

/**
 * Throws the error of a full disk before the disk is full, so that the step is tried again later.
 */
export function checkRoom({ free }: Disk, bytes: number): void {
  if (bytes + RESERVE <= free) return;
  throw noRoom(bytes);
}

function noRoom(bytes: number): Error {
  const why = `There is no room for another ${formatBytes(bytes)} on the disk for deliveries now.`;
  return Object.assign(new Error(why), { code: 'ENOSPC' });
}

/** Bytes of a delivery in addition to its data: documents, the list, the order's recipe. */
const DOCUMENTS = 1e6;

/**
 * Throws the error of a full disk when there is no room for so many bytes on the scratch disk or on
 * the disk of deliveries. The worker calls this before it reads anything, and the status call for
 * orders that wait, so that their owners see it at once.
 */
export async function checkBothDisks(
  scratch: string,
  blobs: Pick<Blobs, 'room'>,
  bytes: number,
): Promise<void> {
  checkRoom(await diskOf(scratch), bytes);
  const room = await blobs.room();
  if (room !== null && bytes + DOCUMENTS > room) throw noRoom(bytes);
}

/** A real file grows at most this many times when it is unpacked. */
const MOST_UNPACKED = 100;
/** A compressed output takes about as much as its inputs; this many times is enough for any. */
const MOST_RECOMPRESSED = 4;

/**
 * Most bytes that the outputs of a unit may take: as many as an order may, or as many as its inputs
 * may unpack to if that is more.
 */
export function limitsOf(maximumOrderBytes: number, inputBytes: number, folder: string) {
  const maximumClaim = Math.max(maximumOrderBytes, MOST_UNPACKED * inputBytes);
  return {
    maximumClaim,
    async roomFor(output: { readonly bytes: number; readonly isCompressed: boolean }) {
      if (output.bytes > maximumClaim)
        return `It would hold ${bytesAbove(output.bytes, maximumOrderBytes)}; one order may take ${roundBytes(maximumOrderBytes)}.`;
      const written = output.isCompressed
        ? Math.min(output.bytes, MOST_RECOMPRESSED * inputBytes + RESERVE)
        : output.bytes;
      const disk = await diskOf(folder);
      const never = neverFits(disk, written);
      if (never === null) checkRoom(disk, written);
      return never ?? undefined;
    },
  };
}
