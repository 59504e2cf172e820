// Incidents in the store: filed once, answered and closed by the desk, visible to anyone who has
// the link.
import { createHmac } from 'node:crypto';
import type { IncidentView } from '@isobar/contract/calls/support.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { incidentRequest } from '@isobar/contract/support/incident.ts';
import { partsOf, type SupportContext } from '@isobar/contract/support/incident.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../core/jobs/job.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import type { Tables } from '../../store/tables.ts';

export type Incident = Selectable<Tables['incidents']>;
type Asked = z.output<typeof incidentRequest>;

export const INCIDENT_JOB = 'incident';
/** What follows an incident, each a job of its own: one that fails holds no other up. */
export const INCIDENT_STEPS = ['mail-sender', 'mail-desk', 'ticket', 'mail-answer'] as const;
export type IncidentStep = (typeof INCIDENT_STEPS)[number];

/** Messages of one network, and of all, in a day; more are refused, not queued. */
const MOST_A_DAY = { network: 20, all: 2000 } as const;
const DAY_SECONDS = 86_400;

/** 'INC0010001': the form that desks know. */
export const incidentNumber = (incidentId: number): string =>
  `INC${String(incidentId).padStart(7, '0')}`;

/** The number of a text such as 'INC0010001' or '10001'; NaN when it is none. */
export const incidentIdOf = (text: string): number =>
  /^(INC)?\d{1,15}$/i.test(text) ? Number(text.replace(/^INC/i, '')) : Number.NaN;

/** The key of an incident's page: only the mail holds it. */
export function incidentKey(secret: Uint8Array, incidentId: number): string {
  const mac = createHmac('sha256', secret).update(`incident ${incidentId}`).digest('base64url');
  return `${incidentId}.${mac}`;
}

/**
 * Keeps the incident and the jobs that follow it, or throws 'too-many-requests'. `origin` names the
 * sender's network.
 */
export async function fileIncident(
  trx: Db,
  asked: Asked,
  { origin, now }: { readonly origin: string; readonly now: number },
): Promise<Incident> {
  await refuseFlood(trx, origin, now);
  const { name, email, subject, message } = partsOf(asked);
  const incident = await trx
    .insertInto('incidents')
    .values({
      sender_name: name,
      sender_email: email,
      subject,
      message,
      assignment_group: asked.assignment_group,
      context: asked.context ? JSON.stringify(asked.context) : null,
      origin,
      state: 'received',
      ticket: null,
      received_at: now,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const step of ['mail-sender', 'mail-desk', 'ticket'] as const)
    await follow(trx, Number(incident.incident_id), step);
  return incident;
}

async function refuseFlood(trx: Db, origin: string, now: number): Promise<void> {
  const since = (e: typeof trx) =>
    e
      .selectFrom('incidents')
      .select((x) => x.fn.countAll<number>().as('count'))
      .where('received_at', '>', now - DAY_SECONDS);
  const { count: own } = await since(trx).where('origin', '=', origin).executeTakeFirstOrThrow();
  const { count: all } = await since(trx).executeTakeFirstOrThrow();
  if (Number(own) >= MOST_A_DAY.network || Number(all) >= MOST_A_DAY.all)
    throw new Problem(
      'too-many-requests',
      'The support desk takes no more messages from here today. Please write an e-mail instead.',
    );
}

async function follow(trx: Db, incidentId: number, step: IncidentStep, answerId?: number) {
  await enqueue(trx, {
    kind: INCIDENT_JOB,
    subject: `incident-${incidentId}-${step}${answerId === undefined ? '' : `-${answerId}`}`,
    personId: null,
    step,
    payload: JSON.stringify({ incidentId, ...(answerId === undefined ? {} : { answerId }) }),
  });
}

export const findIncident = (db: Db, incidentId: number): Promise<Incident | undefined> =>
  db.selectFrom('incidents').selectAll().where('incident_id', '=', incidentId).executeTakeFirst();

/** Answers an incident and mails the answer; with `close` it is over. Throws 'not-found'. */
export async function answerIncident(
  db: Db,
  incidentId: number,
  { text, close, now }: { readonly text: string; readonly close: boolean; readonly now: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('incidents')
      .set({ state: close ? 'closed' : 'answered', closed_at: close ? now : null })
      .where('incident_id', '=', incidentId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new Problem('not-found', `There is no incident ${incidentNumber(incidentId)}.`);
    if (text === '') return;
    const { answer_id } = await trx
      .insertInto('incident_answers')
      .values({ incident_id: incidentId, answered_at: now, text })
      .returning('answer_id')
      .executeTakeFirstOrThrow();
    await follow(trx, incidentId, 'mail-answer', Number(answer_id));
  });
}

/** What the sender sees. */
export async function viewOf(db: Db, incident: Incident): Promise<IncidentView> {
  const answers = await db
    .selectFrom('incident_answers')
    .selectAll()
    .where('incident_id', '=', Number(incident.incident_id))
    .orderBy('answer_id')
    .execute();
  const { closed_at, ticket } = incident;
  return {
    number: incidentNumber(Number(incident.incident_id)),
    subject: incident.subject,
    message: incident.message,
    state: incident.state,
    receivedAt: formatInstant(Number(incident.received_at)),
    closedAt: closed_at === null ? null : formatInstant(Number(closed_at)),
    ticket,
    answers: answers.map(({ answered_at, text }) => ({
      answeredAt: formatInstant(Number(answered_at)),
      text,
    })),
  };
}

/** What the sender attached, as lines for the desk. */
export function contextLines(incident: Pick<Incident, 'context'>): readonly string[] {
  if (incident.context === null) return [];
  const context: SupportContext = JSON.parse(incident.context); // what fileIncident wrote
  const { page, order, version, browser } = context;
  const named = { Page: page, Order: order, Version: version, Browser: browser };
  return Object.entries(named).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}
