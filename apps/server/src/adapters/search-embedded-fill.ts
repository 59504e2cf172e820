// Hands documents to a building thread, without holding up this one.
import { setImmediate } from 'node:timers/promises';
import type { Document } from '../ports/search-index.ts';
import type { Builder } from './search-embedded-builders.ts';

/** Documents are handed over in lots of about this many characters, a few lots ahead. */
const LOT = 256 << 10;
const LOTS_AHEAD = 4;

/** Resolves when the thread has taken all of them. */
export async function addAll(
  builder: Builder,
  documents: AsyncIterable<Document> | Iterable<Document>,
): Promise<void> {
  const ahead: Promise<unknown>[] = [];
  let lot: string[] = [];
  let length = 0;
  const hand = async () => {
    if (lot.length === 0) return;
    const told = builder.tell({ kind: 'add', documents: lot });
    told.catch(() => undefined); // awaited below
    ahead.push(told);
    lot = [];
    length = 0;
    if (ahead.length >= LOTS_AHEAD) await ahead.shift();
    await setImmediate();
  };
  for await (const document of documents) {
    const text = JSON.stringify(document);
    lot.push(text);
    length += text.length;
    if (length >= LOT) await hand();
  }
  await hand();
  await Promise.all(ahead);
}
