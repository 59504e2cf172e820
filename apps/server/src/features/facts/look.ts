// What the screen 'Look' asks: plans a window of a variable, near or far, and answers it in a
// thread of the pool.
import type { LookColumns, LookReply } from '@isobar/contract/calls/look.ts';
import type { AffectedSpan } from '@isobar/contract/quality/affected.ts';
import { touchesTime } from '@isobar/contract/quality/affected.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { filesBetween, type PlottedFile } from '../../core/catalogue/plotted.ts';
import { digits } from '../../core/facts/ascents.ts';
import { HOUR_SECONDS } from '../../core/facts/hour-columns.ts';
import { type FactReader, type FactVariable, hoursIn } from '../../core/facts/read-facts.ts';
import type { TimeSpan } from '../../core/facts/timed-rows.ts';
import { variableReports } from '../../core/quality/variable-reports.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import { rowsOf } from './columns.ts';
import { limitsOf } from './limits.ts';
import type { LookAnswer, LookJob, SampleJob, WindowFrame, WindowJob } from './look-job.ts';
import { readWindow } from './look-read.ts';
import { readSample } from './look-sample.ts';
import type { Life } from './range.ts';

/** Files that one window is read from: numbers, and columns with levels. */
const MOST_FILES = { 1: 130, 2: 62 } as const;
/** Launches that one window may show. */
const MOST_LAUNCHES = 400;
const MOST_BYTES = 4e9;
/** Reports of a window. */
const MOST_REPORTS = 300;

interface Of {
  readonly datastream: string;
  readonly variable: string;
}

export interface WindowRequest extends Of {
  readonly span: TimeSpan;
  readonly columns: number;
  readonly units: string | undefined;
  readonly onlyFacts: boolean;
  readonly facts: FactVariable & { readonly longName: string };
  readonly life: Life;
}

export async function planWindow(
  db: Kysely<Tables>,
  tables: CuratedTables,
  { datastream, variable, span, columns, units, onlyFacts, facts, life }: WindowRequest,
): Promise<WindowJob> {
  const limits = limitsOf(tables, datastream);
  const bounds = { start: Math.floor(span.from), end: Math.ceil(span.to) - 1 };
  const reports = variableReports(tables, { datastream, variable }, bounds, MOST_REPORTS);
  const frame: WindowFrame = {
    ...{ datastream, variable, longName: facts.longName, dimensions: facts.dimensions },
    ...{ from: span.from, to: span.to },
    start: formatInstant(life.start),
    end: formatInstant(life.end),
    limited: limits.limited.filter((one) => touchesTime(one, [bounds])).map(finite),
    reports: reports?.map(({ id, code, ...one }) => ({ id, code, ...finite(one) })) ?? null,
  };
  const job = { is: 'window', frame, span, columns, units, facts, limits } as const;
  if (onlyFacts) return { ...job, files: [], from: 'facts' };
  const all = await openFiles(db, datastream, span, limits.limited, MOST_LAUNCHES + 1);
  const isFar = facts.dimensions === 1 && (span.to - span.from) / HOUR_SECONDS >= columns;
  const isLight = all.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES;
  const canRead = isLight && all.length <= MOST_FILES[facts.dimensions];
  const mayRise = isLight && facts.dimensions === 1 && all.length <= MOST_LAUNCHES;
  const from = canRead && !isFar ? 'files' : mayRise ? 'ascents' : 'facts';
  const files = canRead || mayRise ? all.map(({ path }) => path) : [];
  return { ...job, files, from };
}

/** Numbers that JSON can hold. */
const finite = ({ start, end }: { readonly start: number; readonly end: number }) => ({
  start: Math.max(start, -1e11),
  end: Math.min(end, 1e11),
});

/** Files of the span whose access is not limited. */
async function openFiles(
  db: Kysely<Tables>,
  datastream: string,
  { from, to }: TimeSpan,
  limited: readonly AffectedSpan[],
  most: number,
): Promise<readonly PlottedFile[]> {
  const files = await filesBetween(db, datastream, from, to, most);
  return files.filter(
    ({ start, end }) => !limited.some((period) => touchesTime(period, [{ start, end }])),
  );
}

/** Files of one sample. */
const MOST_SAMPLE_FILES = 50;

export async function planSample(
  db: Kysely<Tables>,
  tables: CuratedTables,
  { datastream, variable, time, within }: Of & { readonly time: number; readonly within: number },
): Promise<SampleJob> {
  const span = { from: time - within, to: time + within + 1 };
  const { limited } = limitsOf(tables, datastream);
  const files = await openFiles(db, datastream, span, limited, MOST_SAMPLE_FILES * 8);
  // Of very many, those that are nearest.
  const near = files
    .toSorted((a, b) => awayFrom(a, time) - awayFrom(b, time))
    .slice(0, MOST_SAMPLE_FILES);
  return { is: 'sample', variable, time, within, files: near.map(({ path }) => path) };
}

const awayFrom = ({ start, end }: PlottedFile, time: number): number =>
  Math.max(0, start - time, time - end);

export interface LookSources {
  readonly archive: () => Promise<ArchiveStore>;
  readonly facts: () => Promise<{ readonly db: Kysely<Tables>; readonly reader: FactReader }>;
}

/** In a thread of the pool. */
export async function answerLook(sources: LookSources, job: LookJob): Promise<LookAnswer> {
  if (job.is === 'sample')
    return { is: 'sample', reply: await readSample(await sources.archive(), job) };
  return { is: 'window', reply: await answerWindow(sources, job) };
}

async function answerWindow(sources: LookSources, job: WindowJob): Promise<LookReply> {
  const read = job.from === 'facts' ? null : await readWindow(await sources.archive(), job);
  if (read) return { ...job.frame, ...read, computing: 0 };
  const { computing, ...columns } = await factColumns(sources, job);
  const isKnown = computing === 0 || job.files.length === 0;
  if (!isKnown && job.files.length <= MOST_FILES[job.facts.dimensions]) {
    // Not computed yet, and few files: they are read now.
    const now = await readWindow(await sources.archive(), { ...job, from: 'files' });
    if (now) return { ...job.frame, ...now, computing: 0 };
  }
  return {
    ...job.frame,
    ...{ units: columns.units, every: null, thinned: 1, leftOut: [], computing },
    shown: columns.shown,
  };
}

async function factColumns(
  sources: LookSources,
  { span, columns, facts, limits, frame }: WindowJob,
) {
  const hours = Math.max(1, Math.ceil((span.to - span.from) / HOUR_SECONDS / columns));
  const width = hours * HOUR_SECONDS;
  const range = {
    from: Math.floor(span.from / width) * width,
    to: Math.ceil(span.to / width) * width,
  };
  const { db, reader } = await sources.facts();
  const of = { datastream: frame.datastream, ...facts };
  const rows = await rowsOf({ db, reader, limits: () => limits }, of, range, hours);
  const [n, bad, doubtful, missing, mean, low, high] = rows.columns;
  const list = (values: ArrayLike<number> | undefined) =>
    Array.from(values ?? [], (value) => (Number.isNaN(value) ? null : digits(value)));
  const counts = (values: ArrayLike<number> | undefined) => Array.from(values ?? []);
  const lane = { mean: [], low: [], high: [] };
  const shown: LookColumns = {
    kind: 'columns',
    source: 'facts',
    from: range.from,
    step: width,
    count: rows.rows,
    good: { n: counts(n), mean: list(mean), low: list(low), high: list(high) },
    doubtful: { n: counts(doubtful), ...lane },
    bad: { n: counts(bad), ...lane },
    missing: counts(missing),
  };
  const computing = rows.computing.reduce((sum, one) => sum + one, 0) * hours;
  const isEmpty = shown.good.n.every((one) => one === 0) && hoursIn(range) > 0;
  const isNothing = isEmpty && shown.bad.n.every((one) => one === 0);
  return { units: facts.units, computing, shown: isNothing ? null : shown };
}
