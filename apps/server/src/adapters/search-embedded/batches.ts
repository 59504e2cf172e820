// Documents as JSON in memory that threads share, so that each reads them without a copy of its
// own.
import type { Document } from '../../ports/search-index.ts';
import type { Batch } from './messages.ts';

/** Bytes of a batch; a larger document gets a batch of its own. */
const BATCH_BYTES = 512 << 10;

/** Memory of batches that all threads have read. */
export type SpareMemory = SharedArrayBuffer[];

export type FilledBatch = Batch & {
  /** Whether more documents follow in another batch. */
  readonly isFull: boolean;
  readonly memory: SharedArrayBuffer;
  readonly texts: () => string[];
};

export async function* batchesOf(
  documents: AsyncIterable<Document> | Iterable<Document>,
  spare: SpareMemory,
): AsyncGenerator<FilledBatch> {
  let batch = new Filling(memoryFor(BATCH_BYTES, spare));
  for await (const document of documents) {
    const json = JSON.stringify(document);
    if (batch.add(json)) continue;
    if (!batch.isEmpty) yield batch.done(true);
    batch = new Filling(memoryFor(json.length * 3, spare));
    batch.add(json);
  }
  if (!batch.isEmpty) yield batch.done(false);
}

function memoryFor(bytes: number, spare: SpareMemory): SharedArrayBuffer {
  const at = spare.findIndex(({ byteLength }) => byteLength >= bytes);
  const [found] = at < 0 ? [] : spare.splice(at, 1);
  return found ?? new SharedArrayBuffer(Math.max(BATCH_BYTES, bytes));
}

class Filling {
  private readonly memory: SharedArrayBuffer;
  private readonly bytes: Buffer;
  private readonly ends: number[] = [];

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.bytes = Buffer.from(memory);
  }

  get isEmpty(): boolean {
    return this.ends.length === 0;
  }

  /** Returns false if there is no room. */
  add(json: string): boolean {
    const room = this.bytes.length - this.length;
    if (json.length * 3 > room && Buffer.byteLength(json) > room) return false;
    this.ends.push(this.length + this.bytes.write(json, this.length));
    return true;
  }

  done(isFull: boolean): FilledBatch {
    const { bytes, memory } = this;
    const ends = Int32Array.from(this.ends);
    const texts = () =>
      this.ends.map((end, i) => bytes.toString('utf8', this.ends[i - 1] ?? 0, end));
    return { bytes: new Uint8Array(memory, 0, this.length), ends, isFull, memory, texts };
  }

  private get length(): number {
    return this.ends[this.ends.length - 1] ?? 0;
  }
}
