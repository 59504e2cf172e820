// Reads one input from its first byte to its last: its true size and checksum, and a staged copy where one is wanted.
import { createHash } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import type { CheckedInput } from './plan.ts';
import type { Stage } from './stage.ts';

const BLOCK = 4 << 20;

/** Throws Problem 'not-found' when it is gone, and whatever reading throws. */
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
    let next = source.read(0, BLOCK);
    for (let offset = 0; offset < source.size; offset += BLOCK) {
      const block = await next;
      signal.throwIfAborted();
      if (block.length < Math.min(BLOCK, source.size - offset))
        throw new Problem('not-found', `${path} became shorter while it was read.`);
      next = offset + BLOCK < source.size ? source.read(offset + BLOCK, BLOCK) : next;
      next.catch(() => {}); // met when it is awaited; a thrown block before it must not make it unheard of
      hash.update(block);
      await copy?.add(block);
    }
    await next;
    whole = true;
    return { input, bytes: source.size, sha256: hash.digest('hex'), missing: null };
  } finally {
    await (whole ? copy?.keep() : copy?.drop());
    await source.close();
  }
}
