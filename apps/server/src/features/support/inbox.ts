// The desk's own list of messages, where operators read and answer them.
import type { OperateInbox } from '@isobar/contract/calls/admin.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Db } from '../../core/jobs/job.ts';
import { contextLines, incidentNumber } from './incidents.ts';

const LISTED = 100;

/** The latest first; `open`: those that are not closed. */
export async function inboxOf(db: Db, state: 'open' | 'all'): Promise<OperateInbox> {
  const rows = await db
    .selectFrom('incidents')
    .selectAll()
    .$if(state === 'open', (query) => query.where('state', '!=', 'closed'))
    .orderBy('incident_id', 'desc')
    .limit(LISTED + 1)
    .execute();
  const listed = rows.slice(0, LISTED);
  const ids = listed.map((row) => row.incident_id);
  const answers = await db
    .selectFrom('incident_answers')
    .selectAll()
    .where('incident_id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('answer_id')
    .execute();
  return {
    more: rows.length > LISTED,
    messages: listed.map((row) => ({
      number: incidentNumber(Number(row.incident_id)),
      senderName: row.sender_name,
      senderEmail: row.sender_email,
      subject: row.subject,
      message: row.message,
      state: row.state,
      ticket: row.ticket,
      receivedAt: formatInstant(Number(row.received_at)),
      context: [...contextLines(row)],
      answers: answers.flatMap((one) =>
        Number(one.incident_id) === Number(row.incident_id)
          ? [{ answeredAt: formatInstant(Number(one.answered_at)), text: one.text }]
          : [],
      ),
    })),
  };
}
