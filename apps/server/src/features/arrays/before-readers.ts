// What is made before readers ask for it, in threads that they leave free: what every reader opens,
// and the blocks that most begin with.
import { setTimeout as after } from 'node:timers/promises';
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import { LRUCache } from 'lru-cache';
import type { PerformArray } from './array-job.ts';
import type { Blocks } from './blocks.ts';
import type { OpenState } from './states.ts';

export interface BeforeReadersInput {
  readonly blocks: Pick<Blocks, 'prepare' | 'readNewest'>;
  readonly perform: PerformArray;
  /** How many tasks read blocks at once, at most. */
  readonly atOnce: number;
  /** Who opens an array asks for the next part of it sooner than this; 1 s by default. */
  readonly quietMs?: number;
}

const QUIET_MS = 1000;
const MOST_WAIT_MS = 5000;
/** For each thread: with these it has seen each kind of file that a series has, mostly. */
const BLOCKS_EACH = 2;
/** Arrays of which the newest blocks are read once while they are among so many. */
const MOST_NEWEST = 10_000;

export class BeforeReaders {
  private readonly input: BeforeReadersInput;
  private readonly closing = new AbortController();
  private readonly acting = new Set<Promise<void>>();
  /** When a part of an array was asked for last, by performance.now. */
  private lastAsked = Number.NEGATIVE_INFINITY;
  private readonly seen = new LRUCache<string, true>({ max: MOST_NEWEST });
  private isReadingNewest = false;

  constructor(input: BeforeReadersInput) {
    this.input = input;
  }

  /**
   * A state is open: its times and coordinates are made, and then each thread opens the series for
   * itself.
   */
  opened(state: OpenState): void {
    const { blocks, perform, atOnce } = this.input;
    this.act(async ({ signal }) => {
      await blocks.prepare(state, atOnce, signal);
      await this.quiet();
      if (signal.aborted) return;
      // What fails here fails again for the first who reads.
      for (let n = 0; n < atOnce; n++)
        perform({ is: 'ready', id: state.id, manifest: state.packed }, () => 'ahead').catch(
          () => undefined,
        );
    });
  }

  /**
   * A reader asks for a part of an array: once it has opened the array, its newest blocks are read,
   * of one array at a time.
   */
  asked(state: OpenState, variant: ArrayVariant): void {
    this.lastAsked = performance.now();
    const array = `${state.id} ${variant}`;
    if (state.description.grid || this.isReadingNewest || this.seen.has(array)) return;
    this.seen.set(array, true);
    this.isReadingNewest = true;
    this.act(async ({ signal }) => {
      const { blocks, atOnce } = this.input;
      try {
        await this.quiet();
        if (!signal.aborted) await blocks.readNewest(state, variant, BLOCKS_EACH * atOnce);
      } finally {
        this.isReadingNewest = false;
      }
    });
  }

  /** Begins nothing more, and waits for what it has begun. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.acting);
  }

  private act(work: (closing: AbortController) => Promise<void>): void {
    const acting = work(this.closing).finally(() => this.acting.delete(acting));
    this.acting.add(acting);
  }

  /** Until no one opens an array, and not for long: they need the same threads. */
  private async quiet(): Promise<void> {
    const { signal } = this.closing;
    const { quietMs = QUIET_MS } = this.input;
    const end = performance.now() + MOST_WAIT_MS;
    for (;;) {
      const now = performance.now();
      const left = Math.min(end, this.lastAsked + quietMs) - now;
      if (left <= 0 || signal.aborted) return;
      // the server stops
      await after(left, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
