// How a report comes to be in force: a draft, handed in, read by a second person, published; each step is written down.

import { Problem } from '@isobar/contract/problem.ts';
import {
  type DraftProblem,
  draftProblems,
  type ReportDraft,
} from '@isobar/contract/quality/draft.ts';
import { reportClass } from '@isobar/contract/quality/report.ts';
import { formatCompactDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { dataVariables, isKnownDatastream } from './data-variables.ts';
import type { ReportRow } from './reports.ts';
import {
  cellsOf,
  findWritten,
  markReportsChanged,
  proposalOf,
  publishedRows,
  type WrittenRow,
} from './written.ts';

type Db = Kysely<Tables>;

/** Who acts; the name is kept with what they did. */
export interface Writer {
  readonly personId: string;
  readonly name: string;
}

export interface WriteContext {
  readonly db: Db;
  readonly tables: CuratedTables;
  /** Seconds UTC. */
  readonly now: number;
}

/** Begins a report, or a change of one that is in force (`id`). Answers its id. Throws 'conflict' when it is being changed. */
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
        await propose(trx, row, writer, draft, now, 'began');
      },
      () => noteCurated(tables, id),
    );
    return id;
  }
  for (let tries = 0; ; tries++) {
    const next = await nextId(db, tables, now);
    const added = await db.transaction().execute(async (trx) => {
      const row = await insert(trx, next, null, now);
      if (row) await propose(trx, row, writer, draft, now, 'began');
      return row;
    });
    if (added) return next;
    if (tries >= 20)
      throw new Problem('unavailable', 'No number for the report could be found. Try again.');
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
    await propose(trx, row, writer, draft, now, 'changed');
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
    await trx
      .updateTable('quality_reports')
      .set({ state: 'review', author_id: writer.personId, author_name: writer.name })
      .where('dqr_id', '=', id)
      .execute();
    await record(trx, known, writer, 'handed in', note, now);
  });
}

/** Publishes what waits for review. Throws 'forbidden' for anybody who wrote on it. */
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
    await publish(trx, row, rows, withdraw === '' ? null : withdraw, now);
    await record(trx, row, reviewer, withdraw === '' ? 'approved' : 'withdrew', note, now);
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
    await trx
      .updateTable('quality_reports')
      .set({ state: 'returned' })
      .where('dqr_id', '=', id)
      .execute();
    await record(trx, row, reviewer, 'sent back', note, now);
  });
}

/** Gives up a draft; what is in force stays. The history keeps that there was one. */
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
    await trx
      .updateTable('quality_reports')
      .set({ proposal: null, state })
      .where('dqr_id', '=', id)
      .execute();
    await record(trx, row, writer, 'discarded', note, now);
  });
}

/** Puts rows of a table in force without a review: an import by the operator of the installation. False: nothing changed. */
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
      await publish(trx, row, rows, null, now, row.proposal);
      await record(trx, row, writer, 'imported', '', now);
    },
    () => tables.qualityReport(id),
  );
  return true;
}

/** Nobody who wrote on the present proposal approves it. */
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

/** What has to be mended, also what only the catalogue can tell. */
export async function problemsOf(
  { db, tables }: WriteContext,
  draft: ReportDraft,
): Promise<readonly DraftProblem[]> {
  const problems = [...draftProblems(draft)];
  if (draft.withdraw.trim() !== '') return problems;
  for (const id of draft.supersedes)
    if (tables.qualityReport(id).length === 0)
      problems.push({ path: 'supersedes', reason: `There is no report ${id}.` });
  for (const [at, span] of draft.spans.entries())
    for (const name of span.datastreams) {
      const path = `spans.${at}`;
      const known = await isKnownDatastream(db, name);
      if (!known && tables.qualityReportsOf(name).length === 0)
        problems.push({
          path: `${path}.datastreams`,
          reason: `The catalogue has no datastream ${name}.`,
        });
      if (!known || span.variables.length === 0) continue;
      const has = new Set(await dataVariables(db, name));
      const absent = span.variables.filter((one) => has.size > 0 && !has.has(one));
      if (absent.length > 0)
        problems.push({
          path: `${path}.variables`,
          reason: `${name} has no variable ${absent.join(', ')}.`,
        });
    }
  return problems;
}

/** A row for each datastream and span, each with the whole text. */
export const rowsOf = (id: string, draft: ReportDraft): ReportRow[] =>
  draft.spans.flatMap((span) =>
    span.datastreams.map(
      (datastream): ReportRow => ({
        dqr_id: id,
        datastream,
        quality_code: span.code,
        quality_name: reportClass(span.code)?.name ?? '',
        start_time: span.start,
        end_time: span.end,
        subject: draft.subject.trim(),
        description: draft.description,
        suggestions: draft.suggestions,
        variables: [...span.variables],
        text_format: draft.format,
        supersedes: [...draft.supersedes],
      }),
    ),
  );

/** Runs in one transaction over the row of a report; `absent` gives the rows that it begins with, or null: not found. */
async function change(
  db: Db,
  id: string,
  now: number,
  act: (trx: Db, row: WrittenRow) => Promise<void>,
  absent: () => readonly ReportRow[] | null = () => null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    let row = await findWritten(trx, id);
    if (!row) {
      const rows = absent();
      row = rows === null ? undefined : await insert(trx, id, rows, now);
    }
    if (!row) throw new Problem('not-found', `There is no report ${id} to change.`);
    const taken = await trx
      .updateTable('quality_reports')
      .set({ revision: row.revision + 1, changed_at: now })
      .where('dqr_id', '=', id)
      .where('revision', '=', row.revision)
      .returning('dqr_id')
      .executeTakeFirst();
    if (!taken) throw somebodyElse(id);
    await act(trx, { ...row, revision: Number(row.revision), version: Number(row.version) });
  });
}

const somebodyElse = (id: string) =>
  new Problem(
    'conflict',
    `Somebody else changed ${id} meanwhile. Open it again to see how it stands.`,
  );

function sameRevision(row: WrittenRow, revision: number): void {
  if (Number(row.revision) !== revision) throw somebodyElse(row.dqr_id);
}

/** Undefined: the id is taken. */
const insert = (trx: Db, id: string, rows: readonly ReportRow[] | null, now: number) =>
  trx
    .insertInto('quality_reports')
    .values({
      dqr_id: id,
      published: rows && rows.length > 0 ? JSON.stringify(rows.map(cellsOf)) : null,
      published_at: null,
      withdrawn: null,
      proposal: null,
      state: 'published',
      version: rows && rows.length > 0 ? 1 : 0,
      revision: 1,
      author_id: null,
      author_name: '',
      changed_at: now,
      pending: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

async function propose(
  trx: Db,
  row: WrittenRow,
  writer: Writer,
  draft: ReportDraft,
  now: number,
  action: string,
): Promise<void> {
  await trx
    .updateTable('quality_reports')
    .set({
      proposal: JSON.stringify(draft),
      state: row.state === 'returned' ? 'returned' : 'draft',
      author_id: writer.personId,
      author_name: writer.name,
    })
    .where('dqr_id', '=', row.dqr_id)
    .execute();
  await record(trx, row, writer, action, '', now, JSON.stringify(draft));
}

async function publish(
  trx: Db,
  row: WrittenRow,
  rows: readonly ReportRow[],
  withdrawn: string | null,
  now: number,
  proposal: string | null = null,
): Promise<void> {
  const touched = [...publishedRows(row), ...rows].map((one) => one.datastream);
  const waiting: unknown = JSON.parse(row.pending ?? '[]');
  const pending = new Set([...(Array.isArray(waiting) ? waiting : []), ...touched]);
  await trx
    .updateTable('quality_reports')
    .set({
      published: JSON.stringify(rows.map(cellsOf)),
      published_at: now,
      withdrawn,
      proposal,
      state: proposal === null ? (withdrawn === null ? 'published' : 'withdrawn') : row.state,
      version: row.version + 1,
      pending: JSON.stringify([...pending]),
    })
    .where('dqr_id', '=', row.dqr_id)
    .execute();
  await markReportsChanged(trx);
}

/** `version`: how many versions had been published when it happened. */
async function record(
  trx: Db,
  row: Pick<WrittenRow, 'dqr_id' | 'version'>,
  { personId, name }: Writer,
  action: string,
  note: string,
  now: number,
  content: string | null = null,
): Promise<void> {
  await trx
    .insertInto('quality_report_events')
    .values({
      dqr_id: row.dqr_id,
      at: now,
      person_id: personId,
      person_name: name,
      action,
      note,
      version: row.version,
      content,
    })
    .execute();
}

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
