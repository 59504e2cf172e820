// The steps that changes of a report are made of. Each runs in the transaction of its change, and
// the history keeps what was done.

import { Problem } from '@isobar/contract/problem.ts';
import type { ReportDraft } from '@isobar/contract/quality/draft.ts';
import type { Kysely, Updateable } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { noteChange } from '../catalogue/changes.ts';
import type { ReportRow } from '../quality/spans.ts';
import {
  cellsOf,
  findWritten,
  markReportsChanged,
  publishedRows,
  type WrittenRow,
} from './written.ts';

type Db = Kysely<Tables>;

/** Who acts; the name is kept with what they did. */
export interface Writer {
  readonly personId: string;
  readonly name: string;
}

/**
 * Changes a report in one transaction. `absent` gives the rows to begin with where the store has no
 * such report; null: not found.
 */
export async function change(
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
      row = rows === null ? undefined : await insertReport(trx, id, rows, now);
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
    `${id} was changed by another author in the meantime. Reload it to see the current version.`,
  );

export function sameRevision(row: WrittenRow, revision: number): void {
  if (Number(row.revision) !== revision) throw somebodyElse(row.dqr_id);
}

export const setOf = (trx: Db, id: string, columns: Updateable<Tables['quality_reports']>) =>
  trx.updateTable('quality_reports').set(columns).where('dqr_id', '=', id).execute();

/** Undefined: the id is taken. */
export const insertReport = (trx: Db, id: string, rows: readonly ReportRow[] | null, now: number) =>
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

export async function propose(
  trx: Db,
  row: WrittenRow,
  writer: Writer,
  draft: ReportDraft,
  event: Pick<ReportEvent, 'action' | 'now'>,
): Promise<void> {
  await setOf(trx, row.dqr_id, {
    proposal: JSON.stringify(draft),
    state: row.state === 'returned' ? 'returned' : 'draft',
    author_id: writer.personId,
    author_name: writer.name,
  });
  await record(trx, row, writer, { ...event, note: '', content: JSON.stringify(draft) });
}

interface Publication {
  /** Why the report is withdrawn; null for a report in force. */
  readonly withdrawn: string | null;
  readonly now: number;
  /** A draft of the next version that stays. */
  readonly proposal?: string | null;
}

export async function publish(
  trx: Db,
  row: WrittenRow,
  rows: readonly ReportRow[],
  { withdrawn, now, proposal = null }: Publication,
): Promise<void> {
  const touched = [...publishedRows(row), ...rows].map((one) => one.datastream);
  const waiting: unknown = JSON.parse(row.pending ?? '[]');
  const pending = new Set([...(Array.isArray(waiting) ? waiting : []), ...touched]);
  await setOf(trx, row.dqr_id, {
    published: JSON.stringify(rows.map(cellsOf)),
    published_at: now,
    withdrawn,
    proposal,
    state: proposal === null ? (withdrawn === null ? 'published' : 'withdrawn') : row.state,
    version: row.version + 1,
    pending: JSON.stringify([...pending]),
  });
  await markReportsChanged(trx);
  await noteChange(trx, [...new Set(touched)]);
}

/** What happened to a report. */
interface ReportEvent {
  readonly action: string;
  readonly note: string;
  readonly now: number;
  /** The proposal as it was written. */
  readonly content?: string;
}

/** `version`: how many versions had been published when it happened. */
export async function record(
  trx: Db,
  row: Pick<WrittenRow, 'dqr_id' | 'version'>,
  { personId, name }: Writer,
  { action, note, now, content }: ReportEvent,
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
      content: content ?? null,
    })
    .execute();
}
