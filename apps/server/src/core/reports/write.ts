// How a report comes to be in force: a draft, handed in, read by a second person, published; each
// step is written down.

import { Problem } from '@isobar/contract/problem.ts';
import { firstSecond, lastSecond, namedVariables } from '@isobar/contract/quality/affected.ts';
import { classNameOf } from '@isobar/contract/quality/classes.ts';
import type { ReportDraft } from '@isobar/contract/quality/draft.ts';
import { formatCompactDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { ReportRow } from '../quality/spans.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { problemsOf } from './draft-problems.ts';
import {
  change,
  insertReport,
  propose,
  publish,
  record,
  sameRevision,
  setOf,
  type Writer,
} from './write-steps.ts';
import { cellsOf, findWritten, proposalOf, publishedRows, type WrittenRow } from './written.ts';

type Db = Kysely<Tables>;

export interface WriteContext {
  readonly db: Db;
  readonly tables: CuratedTables;
  /** Seconds UTC. */
  readonly now: number;
}

/**
 * Begins a report, or a change of one that is in force (`id`). Answers its id. Throws 'conflict'
 * when it is being changed.
 */
export async function beginDraft(
  { db, tables, now }: WriteContext,
  writer: Writer,
  draft: ReportDraft,
  id?: string,
): Promise<string> {
  if (id !== undefined) {
    await change(
      db,
      id,
      now,
      async (trx, row) => {
        if (row.proposal !== null)
          throw new Problem('conflict', `${id} is being changed by ${row.author_name} already.`);
        await propose(trx, row, writer, draft, { action: 'began', now });
      },
      () => noteCurated(tables, id),
    );
    return id;
  }
  for (let tries = 0; ; tries++) {
    const next = await nextId(db, tables, now);
    const added = await db.transaction().execute(async (trx) => {
      const row = await insertReport(trx, next, null, now);
      if (row) await propose(trx, row, writer, draft, { action: 'began', now });
      return row;
    });
    if (added) return next;
    if (tries >= 20)
      throw new Problem('unavailable', 'No free report number was found. Try again.');
  }
}

export async function saveDraft(
  { db, now }: WriteContext,
  writer: Writer,
  id: string,
  revision: number,
  draft: ReportDraft,
): Promise<void> {
  await change(db, id, now, async (trx, row) => {
    sameRevision(row, revision);
    if (row.proposal === null) throw new Problem('conflict', `${id} is not being changed.`);
    if (row.state === 'review')
      throw new Problem(
        'conflict',
        `${id} waits for its review; send it back before you change it.`,
      );
    await propose(trx, row, writer, draft, { action: 'changed', now });
  });
}

/** Hands a draft in. Throws 'bad-request' with every problem that is left. */
export async function submitDraft(
  context: WriteContext,
  writer: Writer,
  id: string,
  revision: number,
  note: string,
): Promise<void> {
  const { db, now } = context;
  const row = await findWritten(db, id);
  const draft = row ? proposalOf(row) : null;
  if (draft) {
    const problems = await problemsOf(context, draft);
    if (problems[0])
      throw new Problem('bad-request', problems[0].reason, { details: [...problems] });
  }
  await change(db, id, now, async (trx, known) => {
    sameRevision(known, revision);
    if (known.proposal === null || known.state === 'review')
      throw new Problem('conflict', `There is no draft of ${id} to hand in.`);
    await setOf(trx, id, { state: 'review', author_id: writer.personId, author_name: writer.name });
    await record(trx, known, writer, { action: 'handed in', note, now });
  });
}

/** Publishes a report that waits for review. Throws 'forbidden' for its authors. */
export async function approve(
  { db, now }: WriteContext,
  reviewer: Writer,
  id: string,
  revision: number,
  note: string,
): Promise<void> {
  await change(db, id, now, async (trx, row) => {
    sameRevision(row, revision);
    const draft = proposalOf(row);
    if (!draft || row.state !== 'review')
      throw new Problem('conflict', `${id} does not wait for a review.`);
    if (!(await mayApprove(trx, row, reviewer.personId)))
      throw new Problem('forbidden', 'A report is approved by a person who did not write on it.');
    const withdraw = draft.withdraw.trim();
    const rows = withdraw === '' ? rowsOf(id, draft) : publishedRows(row);
    await publish(trx, row, rows, { withdrawn: withdraw === '' ? null : withdraw, now });
    await record(trx, row, reviewer, {
      action: withdraw === '' ? 'approved' : 'withdrew',
      note,
      now,
    });
  });
}

export async function sendBack(
  { db, now }: WriteContext,
  reviewer: Writer,
  id: string,
  revision: number,
  note: string,
): Promise<void> {
  if (note.trim() === '')
    throw new Problem('bad-request', 'Say what has to be changed before you send a report back.');
  await change(db, id, now, async (trx, row) => {
    sameRevision(row, revision);
    if (row.state !== 'review') throw new Problem('conflict', `${id} does not wait for a review.`);
    await setOf(trx, id, { state: 'returned' });
    await record(trx, row, reviewer, { action: 'sent back', note, now });
  });
}

/**
 * Discards a draft; the published version stays in force. The history records that there was a
 * draft.
 */
export async function discard(
  { db, now }: WriteContext,
  writer: Writer,
  id: string,
  revision: number,
  note: string,
): Promise<void> {
  await change(db, id, now, async (trx, row) => {
    sameRevision(row, revision);
    if (row.proposal === null) throw new Problem('conflict', `There is no draft of ${id}.`);
    const state = row.withdrawn === null ? 'published' : 'withdrawn';
    await setOf(trx, id, { proposal: null, state });
    await record(trx, row, writer, { action: 'discarded', note, now });
  });
}

/**
 * Puts rows of a table in force without a review: an import by the operator of the installation.
 * False: nothing changed.
 */
export async function importReport(
  { db, tables, now }: WriteContext,
  writer: Writer,
  id: string,
  rows: readonly ReportRow[],
): Promise<boolean> {
  if (sameRows(rows, tables.qualityReport(id))) return false;
  await change(
    db,
    id,
    now,
    async (trx, row) => {
      await publish(trx, row, rows, { withdrawn: null, now, proposal: row.proposal });
      await record(trx, row, writer, { action: 'imported', note: '', now });
    },
    () => tables.qualityReport(id),
  );
  return true;
}

/** False for the authors of the present proposal, who may not approve it themselves. */
export async function mayApprove(db: Db, row: WrittenRow, personId: string): Promise<boolean> {
  if (row.state !== 'review') return false;
  const own = await db
    .selectFrom('quality_report_events')
    .select('event_id')
    .where('dqr_id', '=', row.dqr_id)
    .where('version', '=', row.version)
    .where('person_id', '=', personId)
    .where('action', 'in', ['began', 'changed', 'handed in'])
    .executeTakeFirst();
  return own === undefined;
}

/** A row for each datastream and span, with the whole text in each. */
export const rowsOf = (id: string, draft: ReportDraft): ReportRow[] =>
  draft.spans.flatMap((span) =>
    span.datastreams.map(
      (datastream): ReportRow => ({
        dqr_id: id,
        datastream,
        quality_code: span.code,
        quality_name: classNameOf(span.code),
        start_time: firstSecond(span.start),
        end_time: lastSecond(span.end),
        subject: draft.subject.trim(),
        description: draft.description,
        suggestions: draft.suggestions,
        variables: namedVariables(span.variables),
        text_format: draft.format,
        supersedes: [...draft.supersedes],
      }),
    ),
  );

/** The report as the curated table has it; null: it has none. */
const noteCurated = (tables: CuratedTables, id: string): readonly ReportRow[] | null => {
  const rows = tables.qualityReport(id);
  return rows.length > 0 ? rows : null;
};

async function nextId(db: Db, tables: CuratedTables, now: number): Promise<string> {
  const prefix = `D${formatCompactDay(now).slice(2)}.`;
  const own = await db
    .selectFrom('quality_reports')
    .select('dqr_id')
    .where('dqr_id', 'like', `${prefix}%`)
    .execute();
  const ids = [
    ...own.map((row) => row.dqr_id),
    ...tables.rows['quality-reports.csv']
      .map((row) => row.dqr_id)
      .filter((id) => id.startsWith(prefix)),
  ];
  const numbers = ids.map((id) => Number(id.slice(prefix.length))).filter(Number.isSafeInteger);
  return `${prefix}${Math.max(0, ...numbers) + 1}`;
}

const sameRows = (a: readonly ReportRow[], b: readonly ReportRow[]): boolean => {
  const texts = (rows: readonly ReportRow[]) =>
    rows.map((row) => JSON.stringify(cellsOf(row), KEYS)).sort();
  return a.length === b.length && JSON.stringify(texts(a)) === JSON.stringify(texts(b));
};

const KEYS = [
  ...['dqr_id', 'datastream', 'quality_code', 'quality_name', 'start_time', 'end_time'],
  ...['subject', 'description', 'suggestions', 'variables', 'text_format', 'supersedes'],
];
