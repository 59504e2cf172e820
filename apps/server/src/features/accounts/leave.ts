// Deleting an account: what belongs to the person goes; what others rely on stays without a name.
import type { Kysely } from 'kysely';
import type { Person } from '../../core/accounts/people.ts';
import { notify } from '../../core/accounts/requests.ts';
import { FORMER, forgetInLog } from '../../core/audit/audit.ts';
import type { Tables } from '../../store/tables.ts';
import { reached } from './reached.ts';
import { messagesFrom } from './sent-messages.ts';

type Db = Kysely<Tables>;

/**
 * Sessions, devices, preferences, cart, saved searches, tokens, roles and links are removed with
 * the person's row: all in one transaction, together with the mail that confirms it.
 */
export async function forgetPerson(
  db: Db,
  person: Person,
  forgetOrders: (trx: Db, personId: string) => Promise<void>,
): Promise<void> {
  const { person_id, email } = person;
  await db.transaction().execute(async (trx) => {
    await forgetOrders(trx, person_id);
    for (const incidentId of await messagesFrom(trx, email)) {
      await trx.deleteFrom('incident_answers').where('incident_id', '=', incidentId).execute();
      await trx.deleteFrom('incidents').where('incident_id', '=', incidentId).execute();
    }
    await trx
      .updateTable('quality_reports')
      .set({ author_id: null, author_name: FORMER })
      .where('author_id', '=', person_id)
      .execute();
    await trx
      .updateTable('quality_report_events')
      .set({ person_id: '', person_name: FORMER })
      .where('person_id', '=', person_id)
      .execute();
    await forgetInLog(trx, person_id);
    await trx.deleteFrom('account_requests').where('email', '=', email).execute();
    await trx.deleteFrom('service_turns').where('person_id', '=', person_id).execute();
    await trx.deleteFrom('people').where('person_id', '=', person_id).execute();
    await notify(trx, { what: 'left', ...reached(person) });
  });
}
