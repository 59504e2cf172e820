// Entry of the threads of the worker pool: each opens the archive for itself, at its first task
// that reads it.
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '@isobar/contract/problem.ts';
import { NetcdfError } from '@isobar/netcdf';
import { styleApplier } from '../core/citation/apply-style.ts';
import type { FactReader } from '../core/facts/read-facts.ts';
import type { ArrayPerformer } from '../features/arrays/perform.ts';
import type { OrderWork } from '../features/orders/order-work.ts';
import { openArchive } from '../main.ts';
import { createLog } from '../platform/log/log.ts';
import { performTasks, poolData } from '../platform/pool/perform-tasks.ts';
import { giveWay } from '../platform/threads/give-way.ts';
import type { ArchiveStore } from '../ports/archive.ts';
import type { Store } from '../store/open.ts';
import type { PoolData, PoolTypes } from './pool-kinds.ts';

giveWay(5);
const { configuration, version } = poolData<PoolData>();
const log = createLog(configuration.logLevel);
const SHIPPED_STYLES = fileURLToPath(new URL('../../citation-styles', import.meta.url));

let opening: Promise<ArchiveStore> | undefined;
/** A failure is not kept: the next task tries again. */
function archive(): Promise<ArchiveStore> {
  opening ??= openArchive(configuration.archive);
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Milliseconds after the start: a first task comes before, and brings what it needs with it. */
const AHEAD_MS = 300;
// What most tasks need is there before the next of them comes: it takes a second of a busy machine.
// The store is not opened, since a server of it has only so many connections.
setTimeout(() => {
  void archive().catch(() => {});
  void import('../features/facts/look.ts').catch(() => {});
  void import('../features/arrays/perform.ts').catch(() => {});
}, AHEAD_MS).unref();

let performing: Promise<ArrayPerformer> | undefined;
/** Keeps open series between tasks. */
const arrays = (): Promise<ArrayPerformer> =>
  (performing ??= import('../features/arrays/perform.ts').then(({ arrayPerformer }) =>
    arrayPerformer(),
  ));

let opened: Promise<{ readonly db: Store['db']; readonly reader: FactReader }> | undefined;
/** Hour facts, by a connection of this thread; a failure is not kept. */
function facts() {
  opened ??= (async () => {
    const [{ openStoreOf }, { FactReader: Reader }] = await Promise.all([
      import('../main.ts'),
      import('../core/facts/read-facts.ts'),
    ]);
    const { db } = await openStoreOf(configuration);
    return { db, reader: new Reader(db) };
  })();
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

const orders = async (): Promise<OrderWork> => {
  const { orderWorkHere } = await import('../features/orders/order-work.ts');
  return orderWorkHere((await facts()).db);
};

const applyStyle = styleApplier([join(configuration.home, 'citation-styles'), SHIPPED_STYLES]);

performTasks<PoolTypes>({
  plot: (job) =>
    asFailure(async () => {
      const { readDay } = await import('../features/quicklooks/read-day.ts');
      return JSON.stringify(await readDay(await archive(), job));
    }),
  track: (job) =>
    asFailure(async () => {
      const { readTrack } = await import('../features/places/read-track.ts');
      return await readTrack(await archive(), job);
    }),
  estimate: async (job, { signal }) => await (await orders()).estimate(job, signal),
  flagged: async (job, { signal }) => await (await orders()).flagged(job, signal),
  sample: async (job, { path }) => {
    const { makeSample } = await import('../features/orders/make-sample.ts');
    try {
      return await makeSample(await archive(), job, path('sample'));
    } catch (error) {
      throw new Problem('unexpected', `No sample can be made. ${messageOf(error)}`);
    }
  },
  month: async (job, { path, signal }) => {
    const { writeMonth } = await import('../features/months/write-month.ts');
    try {
      return await writeMonth(await archive(), job, { output: path('month.csv'), signal });
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw new Problem('bad-request', `No table can be made of it. ${messageOf(error)}`);
    }
  },
  extract: async (job, { path, signal, tell }) => {
    const { extract } = await import('../features/live/extract.ts');
    try {
      return await extract(await archive(), job, {
        version,
        signal,
        unfinished: path('extract'),
        events: {
          onBegun: (begun) => tell({ begun }),
          onWritten: (written) => tell({ written }),
        },
      });
    } catch (error) {
      if (!(error instanceof NetcdfError) && !signal.aborted)
        log.error({ err: error }, 'an extract failed');
      throw extractProblem(error);
    }
  },
  array: async (job) => await (await arrays()).perform(await archive(), job),
  rows: async (files, { signal }) => {
    const { describeHere } = await import('../core/series/fill-rows.ts');
    return await describeHere(await archive(), signal)(files);
  },
  days: async (job) => {
    const { answerSearch } = await import('../features/facts/search.ts');
    return await answerSearch(await facts(), job);
  },
  look: (job) =>
    asFailure(async () => {
      const { answerLook } = await import('../features/facts/look.ts');
      return await answerLook({ archive, facts }, job);
    }),
  citation: applyStyle,
});

/**
 * A file that is listed but missing in the archive is a failure here, whatever code its Problem
 * has: no caller named the file.
 */
async function asFailure<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof Problem ? new Error(error.message, { cause: error }) : error;
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Paths of this machine are kept out of messages. */
function extractProblem(error: unknown): Problem {
  if (!(error instanceof NetcdfError))
    return new Problem('unavailable', 'The file could not be made.');
  const message = error.message.replace(/(?:\/[^\s/:"]+)+/g, (path) => basename(path));
  return new Problem(error.code === 'unreadable' ? 'unavailable' : 'bad-request', message);
}
