// What an operator wrote to the owner of an order with a refusal.
import type { Db } from './order.ts';

const LONGEST = 2000;

export async function keepReviewNote(trx: Db, orderId: number, note: string): Promise<void> {
  const row = { note: note.slice(0, LONGEST), at: Math.floor(Date.now() / 1000) };
  await trx
    .insertInto('order_review_notes')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute();
}

/** Empty: there is none. */
export async function reviewNoteOf(db: Db, orderId: number): Promise<string> {
  const row = await db
    .selectFrom('order_review_notes')
    .select('note')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.note ?? '';
}
