// Whether files that a user has are still right: compared by name and checksum with the archive as
// it is now, without an account.
import { setImmediate } from 'node:timers/promises';
import type { HeldAnswer, HeldRequest } from '@isobar/contract/calls/verify-calls.ts';
import type { FileVersion } from '@isobar/contract/orders/changes.ts';
import { datastreamIn } from '@isobar/contract/orders/held-files.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { touches, writtenSecond } from '@isobar/contract/quality/affected.ts';
import { endOfDay, formatDay, parseCompact, parseDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import { checksumOf } from '../catalogue/checksum.ts';
import { className } from '../quality/reports.ts';
import { rowsOn, spanOf } from '../quality/spans.ts';
import { publishedAt } from '../reports/written.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

type Db = Kysely<Tables>;

export interface VerifyInput {
  readonly db: Db;
  readonly archive: ArchiveStore;
  /** With a table of reports. */
  readonly tables: CuratedTables;
  /** Bytes and milliseconds that may be spent on files whose checksum is not known yet. */
  readonly budget: { bytes: number; readonly untilMs: number };
}

type Answered = HeldAnswer['files'][number];
type HeldFile = HeldRequest['files'][number];

const NAMES_AT_ONCE = 400;
/** Reports in one answer. */
const MOST_REPORTS = 500;
const MOST_INSTEAD = 10;

export async function verifyHeld(input: VerifyInput, asked: HeldRequest): Promise<HeldAnswer> {
  const files: Answered[] = [];
  const spans = new Map<string, { readonly span: Span; readonly isFile: boolean }[]>();
  const note = (datastream: string, span: Span, isFile: boolean): void => {
    const known = spans.get(datastream);
    if (known) known.push({ span, isFile });
    else spans.set(datastream, [{ span, isFile }]);
  };
  let unread = 0;
  const byDatastream = Map.groupBy(asked.files, ({ name }) => datastreamIn(name) ?? '');
  for (const [datastream, some] of byDatastream)
    for (let at = 0; at < some.length; at += NAMES_AT_ONCE) {
      const slice = some.slice(at, at + NAMES_AT_ONCE);
      if (datastream === '') files.push(...slice.map(({ name }) => unknown(name, null)));
      else {
        const rows = await rowsOf(input.db, datastream, slice);
        for (const held of slice) {
          const one = await stateOf(input, asked, { datastream, held, rows });
          if (one.span) note(datastream, one.span, true);
          if (one.isUnread) unread++;
          files.push(one.answer);
        }
      }
      await setImmediate();
    }
  for (const { datastream, start, end } of asked.data)
    note(
      datastream,
      { start: parseDay(start) ?? -1e11, end: end === '' ? 1e11 : endOfDay(parseDay(end) ?? 1e11) },
      false,
    );
  const reports = await reportsOn(input, spans, asked.since);
  return {
    files,
    reports,
    counts: countsOf(files, reports.length),
    unread,
    order: orderOf(files),
  };
}

const countsOf = (files: readonly Answered[], reports: number): HeldAnswer['counts'] => {
  const of = (state: Answered['state']) => files.filter((one) => one.state === state).length;
  return {
    same: of('same'),
    replaced: of('replaced'),
    perhapsReplaced: of('perhaps-replaced'),
    withdrawn: of('withdrawn'),
    present: of('present'),
    unknown: of('unknown'),
    reports,
  };
};

const unknown = (name: string, datastream: string | null): Answered => ({
  ...{ name, state: 'unknown', datastream, source: null, now: [], noticed: null },
  comparable: false,
});

/** Endings of archive files of which an order makes `NAME.custom.ENDING`. */
const ENDINGS = ['cdf', 'nc', 'nc4', 'hdf', 'h5', 'csv', 'ict'];

/** Names that the archive may have for a file: itself, and what an order made it of. */
function sourcesOf(name: string): readonly string[] {
  const [, stem = ''] = /^(.+\.\d{8}\.\d{6})\.custom\.\w+$/.exec(name) ?? [];
  return stem === '' ? [name] : ENDINGS.map((ending) => `${stem}.${ending}`);
}

/**
 * The times of a file that an order joined:
 * 'sgpmetE13.b1.20190101.000000.20190104.235000.custom.cdf'; null: it is another one.
 */
function joinedSpan(name: string): Span | null {
  const [, first = '', last = ''] =
    /\.(\d{8})\.\d{6}\.(\d{8})\.\d{6}\.custom\.\w+$/.exec(name) ?? [];
  const [start, end] = [parseCompact(first), parseCompact(last)];
  return start === null || end === null ? null : { start, end: endOfDay(end) };
}

interface Rows {
  readonly present: ReadonlyMap<string, PresentRow>;
  readonly former: ReadonlyMap<string, FormerRow>;
}

async function presentRows(db: Db, datastream: string, names: readonly string[]) {
  return await db
    .selectFrom('files')
    .select(['file_name', 'path', 'size', 'sha256', 'start_s', 'end_s', 'modified_ms'])
    .where('datastream', '=', datastream)
    .where('file_name', 'in', names)
    .execute();
}
type PresentRow = Awaited<ReturnType<typeof presentRows>>[number];

async function formerRows(db: Db, datastream: string, names: readonly string[]) {
  return await db
    .selectFrom('former_files')
    .select(['file_name', 'day', 'start_s', 'end_s'])
    .select((e) => e('facts', 'is not', null).as('has_facts'))
    .where('datastream', '=', datastream)
    .where('file_name', 'in', names)
    .orderBy('day')
    .execute();
}
type FormerRow = Awaited<ReturnType<typeof formerRows>>[number];

async function rowsOf(db: Db, datastream: string, some: readonly HeldFile[]): Promise<Rows> {
  const names = [...new Set(some.flatMap(({ name }) => sourcesOf(name)))];
  const present = new Map<string, PresentRow>();
  const former = new Map<string, FormerRow>();
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const slice = names.slice(at, at + NAMES_AT_ONCE);
    for (const row of await presentRows(db, datastream, slice)) present.set(row.file_name, row);
    for (const row of await formerRows(db, datastream, slice)) former.set(row.file_name, row);
  }
  return { present, former };
}

interface Stated {
  readonly answer: Answered;
  readonly span: Span | null;
  readonly isUnread: boolean;
}

async function stateOf(
  input: VerifyInput,
  { since }: HeldRequest,
  { datastream, held, rows }: { datastream: string; held: HeldFile; rows: Rows },
): Promise<Stated> {
  const { name } = held;
  const sources = sourcesOf(name);
  const row = sources.map((one) => rows.present.get(one)).find((one) => one !== undefined);
  const old = sources.map((one) => rows.former.get(one)).find((one) => one !== undefined);
  const source = row?.file_name ?? old?.file_name ?? name;
  const base = {
    ...{ name, datastream, source: source === name ? null : source },
    noticed: old?.day ?? null,
  };
  const joined = joinedSpan(name);
  if (!row && !old)
    return joined
      ? await stateOfJoined(input.db, { ...base, source: null }, joined, since)
      : { answer: unknown(name, datastream), span: null, isUnread: false };
  const span = spanOfRow(row ?? old);
  if (!row) {
    const now = await insteadOf(input.db, datastream, span);
    const answer: Answered = { ...base, state: 'withdrawn', now, comparable: false };
    return { answer, span, isUnread: false };
  }
  const comparable = Boolean(old?.has_facts);
  const isMade = source !== name;
  const sum = isMade ? undefined : held.sha256;
  const known =
    sum === undefined ? row.sha256 : (row.sha256 ?? (await learn(input, datastream, row)));
  const now: FileVersion[] = [{ file: source, bytes: Number(row.size), sha256: known }];
  const state = ((): Answered['state'] => {
    if (sum !== undefined && known !== null) return sum === known ? 'same' : 'replaced';
    const isLater = old !== undefined && (since === undefined || old.day >= since);
    return isLater ? 'perhaps-replaced' : 'present';
  })();
  const isUnread = sum !== undefined && known === null;
  return { answer: { ...base, state, now, comparable }, span, isUnread };
}

const spanOfRow = (row: { start_s: number; end_s: number } | undefined): Span => ({
  start: Number(row?.start_s ?? 0),
  end: Number(row?.end_s ?? 0),
});

/** A file that an order joined of many: whether any of them was replaced or removed. */
async function stateOfJoined(
  db: Db,
  base: Pick<Answered, 'name' | 'datastream' | 'source' | 'noticed'>,
  span: Span,
  since: string | undefined,
): Promise<Stated> {
  const row = await db
    .selectFrom('former_files')
    .select((e) => e.fn.max('day').as('day'))
    .where('datastream', '=', base.datastream ?? '')
    .where('start_s', '<=', span.end)
    .where('end_s', '>=', span.start)
    .where('day', '>=', since ?? '')
    .executeTakeFirst();
  const noticed = row?.day ?? null;
  const state = noticed === null ? 'present' : 'perhaps-replaced';
  return { answer: { ...base, noticed, state, now: [], comparable: false }, span, isUnread: false };
}

async function insteadOf(db: Db, datastream: string, span: Span): Promise<FileVersion[]> {
  const rows = await db
    .selectFrom('files')
    .select(['file_name', 'size', 'sha256'])
    .where('datastream', '=', datastream)
    .where('start_s', '<=', span.end)
    .where('end_s', '>=', span.start)
    .orderBy('start_s')
    .limit(MOST_INSTEAD)
    .execute();
  return rows.map((row) => ({ file: row.file_name, bytes: Number(row.size), sha256: row.sha256 }));
}

/**
 * Reads a file once and notes its checksum; null: there was no time or budget for it, or it cannot
 * be read.
 */
async function learn(
  { db, archive, budget }: VerifyInput,
  datastream: string,
  row: PresentRow,
): Promise<string | null> {
  const left = budget.untilMs - performance.now();
  if (Number(row.size) > budget.bytes || left <= 0) return null;
  budget.bytes -= Number(row.size);
  const read = await checksumOf(archive, row.path, AbortSignal.timeout(Math.ceil(left))).catch(
    () => null,
  );
  if (read?.bytes !== Number(row.size)) return null;
  await db
    .updateTable('files')
    .set({ sha256: read.sha256 })
    .where('datastream', '=', datastream)
    .where('file_name', '=', row.file_name)
    .where('size', '=', row.size)
    .where('modified_ms', '=', row.modified_ms)
    .execute();
  return read.sha256;
}

async function reportsOn(
  { db, tables }: VerifyInput,
  spans: ReadonlyMap<string, readonly { readonly span: Span; readonly isFile: boolean }[]>,
  since: string | undefined,
): Promise<HeldAnswer['reports']> {
  const published = await publishedAt(db);
  const reports: HeldAnswer['reports'][number][] = [];
  for (const [datastream, held] of spans) {
    const ranges = mergeSpans(held.map(({ span }) => span));
    for (const row of rowsOn(tables, [{ datastream, ranges, variables: [] }])) {
      const at = published.get(row.dqr_id);
      const day = at === undefined ? null : formatDay(at);
      if (since !== undefined && day !== null && day < since) continue;
      if (reports.length >= MOST_REPORTS) return reports;
      const about = spanOf(row);
      const files = held.filter(
        ({ span, isFile }) =>
          isFile && touches(about, { datastream, ranges: [span], variables: [] }),
      ).length;
      reports.push({
        report: row.dqr_id,
        subject: row.subject,
        className: className(row),
        datastream,
        variables: [...row.variables],
        start: writtenSecond(row.start_time),
        end: Number.isFinite(row.end_time) ? writtenSecond(row.end_time) : null,
        published: day,
        files,
      });
    }
    await setImmediate();
  }
  return reports;
}

/**
 * What would be ordered instead: files that were replaced, or that hold the times of withdrawn
 * ones.
 */
function orderOf(files: readonly Answered[]): HeldAnswer['order'] {
  const changed = files.filter(
    ({ state }) => state === 'replaced' || state === 'perhaps-replaced' || state === 'withdrawn',
  );
  const names = new Map<string, Map<string, number>>();
  for (const { datastream, now } of changed)
    for (const { file, bytes } of now) {
      const own = names.get(datastream ?? '') ?? new Map<string, number>();
      names.set(datastream ?? '', own.set(file, bytes));
    }
  if (names.size === 0) return null;
  const sizes = [...names.values()].flatMap((own) => [...own.values()]);
  return {
    selectedData: {
      selectedDatastreams: [...names].map(([datastream, own]) => ({
        datastream,
        files: [...own.keys()],
        dates: [],
      })),
      outputFormat: ['ANDR'],
    },
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
