// Messages to support that were sent from the address of an account.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/**
 * The ids of the messages from this address, in whatever case it was typed. `email` is in lower
 * case. SQLite changes the case of ASCII letters only, so the store selects by the ASCII end of the
 * address, and the rest is compared here.
 */
export async function messagesFrom(db: Kysely<Tables>, email: string): Promise<number[]> {
  const end = email.replace(/.*\P{ASCII}/su, '');
  const rows = await db
    .selectFrom('incidents')
    .select(['incident_id', 'sender_email'])
    .where((e) => e(e.fn<string>('lower', ['sender_email']), 'like', `%${end}`))
    .orderBy('incident_id')
    .execute();
  return rows
    .filter((row) => row.sender_email.toLowerCase() === email)
    .map((row) => row.incident_id);
}
