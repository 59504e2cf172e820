// The kinds of task that the worker pool performs: what each takes and answers, and what it may
// use.
import { availableParallelism } from 'node:os';
import type { EventReply } from '@isobar/contract/calls/facts.ts';
import type { StyledCitation, StyleQuestion } from '../core/citation/styles.ts';
import type { MonthJob, MonthTable } from '../core/pages/month-data.ts';
import type { PendingFile } from '../core/series/file-rows.ts';
import type { DescribeFiles } from '../core/series/fill-rows.ts';
import type { ArrayAnswer, ArrayJob } from '../features/arrays/array-job.ts';
import type { LookAnswer, LookJob } from '../features/facts/look-job.ts';
import type { DaysJob } from '../features/facts/search.ts';
import type { Begun } from '../features/live/extract.ts';
import type { ExtractJob } from '../features/live/extract-job.ts';
import type { EstimatedPlan } from '../features/orders/estimate-plan.ts';
import type { FlaggedSelections } from '../features/orders/flagged-selections.ts';
import type { Sampled } from '../features/orders/forecast.ts';
import type { EstimateJob, OrderJob } from '../features/orders/order-work.ts';
import type { SampleJob } from '../features/orders/sample-job.ts';
import type { TrackJob, TrackRead } from '../features/places/read-track.ts';
import type { PlotJob } from '../features/quicklooks/plot-job.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { KindRules } from '../platform/pool/kinds.ts';

interface Kind<Question, Answer, Event = never> {
  readonly question: Question;
  readonly answer: Answer;
  readonly event: Event;
}

export type PoolTypes = {
  /** A day for a plot, as JSON. */
  readonly plot: Kind<PlotJob, string>;
  /** A file of live data, which is read while it grows. */
  readonly extract: Kind<ExtractJob, Begun & { readonly bytes: number }, ExtractEvent>;
  /** A month of values as CSV. */
  readonly month: Kind<MonthJob, MonthTable>;
  /** A small part of an order, to estimate its size. */
  readonly sample: Kind<SampleJob, Sampled>;
  /** What an order would bring, and what masking would take of it. */
  readonly estimate: Kind<EstimateJob, EstimatedPlan>;
  readonly flagged: Kind<OrderJob, FlaggedSelections>;
  /** Where a platform went. */
  readonly track: Kind<TrackJob, TrackRead>;
  /** The description or a block of values of an array. */
  readonly array: Kind<ArrayJob, ArrayAnswer>;
  /** Rows, times and shape of files. */
  readonly rows: Kind<readonly PendingFile[], Described>;
  /** A search for days by hour facts. */
  readonly days: Kind<DaysJob, EventReply>;
  /** A window of a variable, or one sample. */
  readonly look: Kind<LookJob, LookAnswer>;
  /** Citations in a style. */
  readonly citation: Kind<StyleQuestion, readonly StyledCitation[]>;
};

type Described = Awaited<ReturnType<DescribeFiles>>;

export type ExtractEvent = { readonly begun: Begun } | { readonly written: number };

/** What the threads are started with. */
export interface PoolData {
  readonly configuration: Configuration;
  readonly version: string;
}

/**
 * At least four, so that a long extract, a plot and a month table leave one thread for what is
 * short.
 */
export const POOL_THREADS = Math.max(4, Math.min(8, availableParallelism()));
/** Megabytes of heap of each thread. */
export const POOL_HEAP_MB = 384;

/** Plots are read by as many threads as there are cores, at least two and at most four. */
const PLOTS = Math.max(2, Math.min(4, availableParallelism()));
/**
 * Blocks of arrays are read by as many threads as there are cores, at least two, and leave two for
 * everything else.
 */
const ARRAYS = Math.max(2, Math.min(POOL_THREADS - 2, availableParallelism()));
const MB = 1e6;

export const POOL_KINDS: { readonly [K in keyof PoolTypes]: KindRules } = {
  plot: {
    deadlineMs: 20_000,
    mostRunning: PLOTS,
    mostWaiting: 64, // two months of thumbnails
    mostFileBytes: MB,
    messages: {
      full: 'Many plots are being drawn. Try again in a moment.',
      slow: 'The plot took too long to draw.',
      failed: 'The plot could not be drawn.',
    },
  },
  extract: {
    deadlineMs: 300_000,
    mostRunning: 3,
    mostWaiting: 32,
    mostFileBytes: 4000 * MB,
    messages: {
      full: 'Many extracts are being made. Try again in a moment.',
      slow: 'The extract took too long.',
      failed: 'The extract could not be made.',
    },
  },
  month: {
    deadlineMs: 25_000,
    mostRunning: 1,
    mostWaiting: 8,
    mostFileBytes: 64 * MB,
    messages: {
      full: 'Many tables are being made. Try again in a moment.',
      slow: 'The table took too long to make.',
      failed: 'The table could not be made.',
    },
  },
  sample: {
    deadlineMs: 20_000,
    mostRunning: 2,
    mostWaiting: 120,
    mostFileBytes: 200 * MB,
    messages: {
      full: 'Many sizes are being estimated. Try again in a moment.',
      slow: 'The sample took too long to make.',
      failed: 'No sample can be made.',
    },
  },
  estimate: {
    rests: true,
    deadlineMs: 20_000,
    mostRunning: 2,
    mostWaiting: 32,
    mostFileBytes: MB,
    messages: {
      full: 'Many sizes are being estimated. Try again in a moment.',
      slow: 'The estimate took too long. Select less.',
      failed: 'The order could not be estimated.',
    },
  },
  flagged: {
    rests: true,
    deadlineMs: 20_000,
    mostRunning: 2,
    mostWaiting: 32,
    mostFileBytes: MB,
    messages: {
      full: 'Many samples are being counted. Try again in a moment.',
      slow: 'The count took too long. Select less.',
      failed: 'The samples could not be counted.',
    },
  },
  track: {
    deadlineMs: 20_000,
    mostRunning: 1,
    mostWaiting: 64,
    mostFileBytes: MB,
    messages: {
      full: 'Many tracks are being read. Try again in a moment.',
      slow: 'The track took too long to read.',
      failed: 'The track could not be read.',
    },
  },
  array: {
    deadlineMs: 60_000,
    mostRunning: ARRAYS,
    mostWaiting: 200,
    mostFileBytes: MB,
    messages: {
      full: 'Many values are being read. Try again in a moment.',
      slow: 'The values took too long to read.',
      failed: 'The values could not be read.',
    },
  },
  rows: {
    deadlineMs: 60_000,
    mostRunning: 1,
    mostWaiting: 16,
    mostFileBytes: MB,
    messages: {
      full: 'Many files are being read for the first time. Try again in a moment.',
      slow: 'The files took too long to read.',
      failed: 'The files could not be read.',
    },
  },
  days: {
    deadlineMs: 10_000,
    mostRunning: 2,
    mostWaiting: 64,
    mostFileBytes: MB,
    messages: {
      full: 'Many searches for days are running. Try again in a moment.',
      slow: 'The search for days took too long. Search fewer years or conditions.',
      failed: 'The search for days failed.',
    },
  },
  look: {
    deadlineMs: 20_000,
    mostRunning: PLOTS,
    mostWaiting: 64,
    mostFileBytes: MB,
    messages: {
      full: 'Many plots are being drawn. Try again in a moment.',
      slow: 'The values took too long to read. Show a shorter time.',
      failed: 'The values could not be read.',
    },
  },
  citation: {
    deadlineMs: 10_000,
    mostRunning: 1,
    mostWaiting: 100,
    mostFileBytes: MB,
    messages: {
      full: 'Many citations are being written. Try again in a moment.',
      slow: 'The citation took too long to write.',
      failed: 'The citation style could not be applied.',
    },
  },
};
