// Has threads build a segment file from documents, without blocking this thread.
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { shareFields } from '@isobar/search-engine/build/build-shares.ts';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';
import type { Document } from '../../ports/search-index.ts';
import { batchesOf, type FilledBatch, type SpareMemory } from './batches.ts';
import type { Builder, Builders } from './builders.ts';

/** Batches that may be under way before the first of them is read. */
const BATCHES_AHEAD = 4;
/** Each thread reads all documents, so that more threads would cost more than they save. */
const MAX_THREADS = 3;

export type Plan = {
  readonly path: string;
  readonly mapping: Mapping;
  readonly groupFields: readonly string[];
  /** Most threads; by default one for each processor. */
  readonly threads?: number;
};

/** Writes the file at `plan.path` and opens it. If that fails, nothing is left there. */
export async function buildSegment(
  builders: Builders,
  plan: Plan,
  documents: AsyncIterable<Document> | Iterable<Document>,
): Promise<SegmentData> {
  const team = new Team(builders, plan);
  try {
    const spare: SpareMemory = [];
    for await (const batch of batchesOf(documents, spare)) {
      await team.add(batch, () => spare.push(batch.memory));
      await setImmediate();
    }
    return await team.finish();
  } catch (error) {
    await team.abandon();
    throw error;
  } finally {
    team.release();
  }
}

/**
 * Threads that build one index: the first keeps the documents and writes the file, the others
 * gather some of the columns.
 */
class Team {
  private readonly builders: Builders;
  private readonly plan: Plan;
  private members: readonly Builder[] = [];
  private readonly ahead: Promise<unknown>[] = [];

  constructor(builders: Builders, plan: Plan) {
    this.builders = builders;
    this.plan = plan;
  }

  /**
   * Resolves when the next batch can be made. `taken`: called when all threads have read this one.
   */
  async add(batch: FilledBatch, taken: () => void): Promise<void> {
    if (this.members.length === 0) await this.begin(batch);
    const { bytes, ends } = batch;
    const task = { kind: 'add', batch: { bytes, ends } } as const;
    const told = Promise.all(this.members.map((member) => member.tell(task))).then(taken);
    told.catch(() => undefined); // awaited below
    this.ahead.push(told);
    if (this.ahead.length >= BATCHES_AHEAD) await this.ahead.shift();
  }

  async finish(): Promise<SegmentData> {
    if (this.members.length === 0) await this.begin(null);
    await Promise.all(this.ahead);
    const [first, ...others] = this.members;
    if (!first) throw new Error('no thread builds the index');
    if (others.length === 0) return first.segment({ kind: 'finish', others: [] });
    const { placement } = await first.ask({ kind: 'place' }, 'placed');
    const laid = await Promise.all(
      this.members.map((member) => member.ask({ kind: 'lay out', placement }, 'laid out')),
    );
    const dependencies = first.tell({
      kind: 'find dependencies',
      others: laid.flatMap(({ columns }) => columns),
    });
    let offset = 0;
    const written = others.map(async (member, i) => {
      offset += laid[i]?.bytes ?? 0; // of the one before
      return (await member.ask({ kind: 'write', path: this.plan.path, offset }, 'written')).part;
    });
    const [parts] = await Promise.all([Promise.all(written), dependencies]);
    return first.segment({ kind: 'finish', others: parts });
  }

  async abandon(): Promise<void> {
    await Promise.allSettled(this.members.map((member) => member.tell({ kind: 'abandon' })));
  }

  release(): void {
    for (const member of this.members) this.builders.giveBack(member);
  }

  /**
   * An index that fits into one batch is built by one thread: others would take longer to start.
   */
  private async begin(batch: FilledBatch | null): Promise<void> {
    const { path, mapping, groupFields, threads: most = availableParallelism() } = this.plan;
    const threads = batch?.isFull ? Math.min(MAX_THREADS, most) : 1;
    const sample = batch ? batch.texts() : [];
    const [, ...shares] = shareFields(mapping, groupFields, sample, threads);
    this.members = Array.from({ length: threads }, () => this.builders.take());
    const [first, ...others] = this.members;
    if (!first) throw new Error('no thread builds the index');
    await Promise.all([
      first.tell({ kind: 'begin', path, mapping, groupFields, elsewhere: shares.flat() }),
      ...others.map((other, i) => {
        const names = shares[i] ?? [];
        const own = Object.entries(mapping).filter(([name]) => names.includes(name));
        return other.tell({ kind: 'gather', mapping: Object.fromEntries(own) });
      }),
    ]);
  }
}
