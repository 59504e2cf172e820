// Reads one input from its first byte to its last: its true size and checksum, and a staged copy
// where one is wanted.
import { createHash } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import { blocksOf } from '@isobar/netcdf';
import type { ArchiveStore } from '../../../ports/archive.ts';
import type { CheckedInput } from './plan.ts';
import type { Stage } from './stage.ts';

/** Throws Problem 'not-found' when the input is gone, and whatever reading throws. */
export async function checkInput(
  archive: ArchiveStore,
  path: string,
  input: number,
  signal: AbortSignal,
  stage: Stage | null = null,
): Promise<CheckedInput> {
  const source = await archive.open(path);
  const copy = stage && (await stage.begin(input));
  let whole = false;
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const block of blocksOf(source)) {
      signal.throwIfAborted();
      hash.update(block);
      await copy?.add(block);
      bytes += block.length;
    }
    if (bytes < source.size)
      throw new Problem('not-found', `${path} became shorter while it was read.`);
    whole = true;
    return { input, bytes: source.size, sha256: hash.digest('hex'), missing: null };
  } finally {
    await (whole ? copy?.keep() : copy?.drop());
    await source.close();
  }
}
