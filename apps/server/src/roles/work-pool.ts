// Opens the worker pool, and what features see of it.
import { join } from 'node:path';
import type { ExtractJob, Extractor } from '../features/live/extract-job.ts';
import { GrowingExtract } from '../features/live/growing-extract.ts';
import type { Plotter } from '../features/quicklooks/plot-job.ts';
import { type Pool, TaskPool } from '../platform/pool/task-pool.ts';
import { openWorkFolder } from '../platform/pool/work-folder.ts';
import {
  POOL_HEAP_MB,
  POOL_KINDS,
  POOL_THREADS,
  type PoolData,
  type PoolTypes,
} from './pool-kinds.ts';

export type WorkPool = Pool<PoolTypes> & {
  /** Where files in the making are; removed when the pool is closed. */
  readonly folder: string;
};

export interface WorkPoolOptions {
  readonly threads?: number;
  readonly kinds?: Partial<typeof POOL_KINDS>;
}

/**
 * Threads are started as tasks come. `data.configuration.archive` has to name the archive that the
 * server reads.
 */
export async function openWorkPool(
  data: PoolData,
  { threads = POOL_THREADS, kinds }: WorkPoolOptions = {},
): Promise<WorkPool> {
  const work = await openWorkFolder(join(data.configuration.home, 'work'));
  const pool = new TaskPool<PoolTypes>({
    entry: new URL('./pool-entry.ts', import.meta.url),
    data,
    heapMb: POOL_HEAP_MB,
    threads,
    folder: work.path,
    kinds: { ...POOL_KINDS, ...kinds },
  });
  return {
    folder: work.path,
    run: (kind, question, options) => pool.run(kind, question, options),
    quietFor: () => pool.quietFor(),
    warm: (threads) => pool.warm(threads),
    close: async () => {
      await pool.close();
      await work.close();
    },
  };
}

export const plotterOf = (pool: WorkPool): Plotter => ({
  read: (job, urgency) => pool.run('plot', job, { urgency }),
  quietFor: () => pool.quietFor(),
});

export const extractorOf = (pool: WorkPool): Extractor => ({
  async begin(job: ExtractJob, signal: AbortSignal) {
    const growing = new GrowingExtract();
    pool
      .run('extract', job, {
        signal,
        leaves: [job.output],
        onEvent: (event) => growing.take(event),
      })
      .then(
        (done) => growing.finish(done),
        (error: unknown) => growing.fail(error),
      );
    await growing.begun;
    return growing;
  },
});
