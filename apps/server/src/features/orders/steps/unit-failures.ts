// What becomes of inputs that cannot be read, or that change while a unit is made of them.
import { Problem } from '@isobar/contract/problem.ts';
import { type ByteSource, blocksOf, NetcdfError } from '@isobar/netcdf';
import { openMeter } from './measure.ts';
import { isPassing } from './passing.ts';
import type { UnitInput } from './unit-input.ts';

/**
 * An input that the system cannot read may be readable later, so the step is repeated this many
 * times before the input is left out.
 */
export const LATER_TRIES = 2;
/** Whether nothing can be made of an input, now or later; any other error is the system's. */
export const isOfTheInput = (error: unknown): error is Error =>
  error instanceof RangeError ||
  error instanceof TypeError ||
  (error instanceof NetcdfError && error.code !== 'unreadable' && !isPassing(error));

/**
 * Inputs whose bytes are no longer those that the recipe names: a file may change and keep its size
 * and date. Inputs that could not be read before are left out if they cannot be read now; their
 * first error stands.
 */
export async function changedSince(
  { open, checked, signal }: UnitInput,
  batch: readonly number[],
  failed: ReadonlySet<number | undefined>,
): Promise<number[]> {
  const changed: number[] = [];
  for (const n of batch) {
    const expected = checked.get(n)?.sha256;
    if (!expected) continue;
    try {
      if ((await sumOf(await open(n), signal)) !== expected) changed.push(n);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem && error.code === 'not-found') changed.push(n);
      else if (!failed.has(n)) throw error;
    }
  }
  return changed;
}

async function sumOf(source: ByteSource, signal: AbortSignal): Promise<string> {
  const meter = openMeter();
  try {
    for await (const block of blocksOf(source)) {
      signal.throwIfAborted();
      meter.add(block);
    }
  } finally {
    await source.close();
  }
  return meter.end().sha256;
}
