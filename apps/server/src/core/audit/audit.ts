// What operators did, kept for good: who, when, what, to what, and in which words; names go with
// the account that they name.
import { type Kysely, sql } from 'kysely';
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
  /**
   * The person that the act is about, if there is one: their names are removed from the entry with
   * their account.
   */
  readonly aboutId?: string;
}

/**
 * Replaces the name of a deleted account in records that others rely on, such as the history of a
 * quality report.
 */
export const FORMER = 'a former member';

/**
 * The subject of an entry about a person: never the address or the id by which the operator named
 * them.
 */
export const subjectOf = (person: { readonly user_name: string; readonly person_id: string }) => ({
  subject: person.user_name,
  aboutId: person.person_id,
});

const LONGEST = 2000;

/** Call it in the transaction of the act, where there is one. */
export async function noteAct(
  db: Db,
  operator: Operator,
  { action, subject, note = '', aboutId }: Act,
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
      about_id: aboutId ?? null,
    })
    .execute();
}

/**
 * Removes the names of a person from the log, as subject and as operator. Call it in the
 * transaction that removes the account.
 */
export async function forgetInLog(trx: Db, personId: string): Promise<void> {
  await trx
    .updateTable('operator_log')
    .set({
      subject: FORMER,
      about_id: null,
      note: sql<string>`case action when 'person.rename' then '' else note end`, // a user name
    })
    .where('about_id', '=', personId)
    .execute();
  await trx
    .updateTable('operator_log')
    .set({ person_name: FORMER, person_id: null })
    .where('person_id', '=', personId)
    .execute();
}

/**
 * Removes what operators wrote to the owner of these orders. Call it while the orders are still
 * those of the person.
 */
export async function forgetOrderNotes(trx: Db, personId: string): Promise<void> {
  const ids = trx.selectFrom('orders').where('person_id', '=', personId);
  await trx
    .updateTable('operator_log')
    .set({ note: '' })
    .where('subject', 'in', ids.select(sql<string>`'order ' || order_id`.as('subject')))
    .execute();
  await trx
    .deleteFrom('order_review_notes')
    .where('order_id', 'in', ids.select('order_id'))
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
