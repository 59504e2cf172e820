// What operators did, kept for good: who, when, what, to what, and in which words.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

type Db = Kysely<Tables>;

export interface Operator {
  /** Null: the operator at the command line. */
  readonly personId: string | null;
  readonly name: string;
}

export const COMMAND_LINE: Operator = { personId: null, name: 'command line' };

export interface Act {
  /** 'order.deny', 'table.save' … */
  readonly action: string;
  /** The object of the action. */
  readonly subject: string;
  readonly note?: string;
}

const LONGEST = 2000;

/** Call it in the transaction of the act, where there is one. */
export async function noteAct(
  db: Db,
  operator: Operator,
  { action, subject, note = '' }: Act,
  now: number = Math.floor(Date.now() / 1000),
): Promise<void> {
  await db
    .insertInto('operator_log')
    .values({
      at: now,
      person_id: operator.personId,
      person_name: operator.name,
      action,
      subject: subject.slice(0, LONGEST),
      note: note.slice(0, LONGEST),
    })
    .execute();
}

export interface NotedAct {
  readonly entryId: number;
  /** Seconds UTC. */
  readonly at: number;
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly note: string;
}

/** The latest first; `before`: only those with a smaller number. */
export async function listActs(db: Db, limit: number, before?: number): Promise<NotedAct[]> {
  let query = db.selectFrom('operator_log').selectAll().orderBy('entry_id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('entry_id', '<', before);
  return (await query.execute()).map((row) => ({
    entryId: Number(row.entry_id),
    at: Number(row.at),
    who: row.person_name,
    action: row.action,
    subject: row.subject,
    note: row.note,
  }));
}
