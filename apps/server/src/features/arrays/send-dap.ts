// Sends the values of a DAP2 answer while they are read, chunk by chunk; nothing but one chunk is
// in memory.
import { Readable } from 'node:stream';
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import type { Blocks } from './blocks.ts';
import { fromBlosc } from './blosc.ts';
import { bytesSent, countsOf, ddsOf, paddingOf, toXdr } from './dap.ts';
import { chunksOf, type Pick, sentBytes } from './dap-constraint.ts';
import type { OpenState } from './states.ts';

export interface DapValues {
  readonly length: number;
  readonly stream: Readable;
}

/**
 * The first chunk is read before this resolves, so that a refusal is still a refusal. A failure
 * behind it ends the connection: what was sent is then shorter than its length says.
 */
export async function dapValues(
  blocks: Blocks,
  state: OpenState,
  variant: ArrayVariant,
  picks: readonly Pick[],
): Promise<DapValues> {
  const head = Buffer.from(`${ddsOf(state.datastream, picks)}\nData:\n`);
  const length = picks.reduce((sum, pick) => sum + bytesSent(pick, sentBytes(pick)), head.length);
  const pieces = piecesOf(blocks, state, variant, picks);
  const first = await pieces.next();
  return { length, stream: Readable.from(following(head, first, pieces), { objectMode: false }) };
}

async function* following(
  head: Uint8Array,
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  if (first.done) return;
  if (first.value.length > 0) yield first.value;
  for await (const piece of rest) if (piece.length > 0) yield piece;
}

async function* piecesOf(
  blocks: Blocks,
  state: OpenState,
  variant: ArrayVariant,
  picks: readonly Pick[],
): AsyncGenerator<Uint8Array> {
  for (const pick of picks) {
    let before = countsOf(pick);
    for (const picked of chunksOf(pick)) {
      const raw = await fromBlosc(await blocks.chunk(state, variant, pick.variable, picked.chunk));
      yield Buffer.concat([before, toXdr(pick, raw, picked)]);
      before = new Uint8Array(0);
    }
    yield Buffer.concat([before, paddingOf(pick)]);
  }
}
