// What follows an incident: mails to its sender and to the desk, and its ticket. Each is tried for
// days; nothing is lost meanwhile.
import * as z from 'zod';
import type { Db, JobKind } from '../../core/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail, MailSender } from '../../ports/mail.ts';
import type { TicketDesk } from '../../ports/tickets.ts';
import {
  contextLines,
  findIncident,
  INCIDENT_STEPS,
  type Incident,
  type IncidentStep,
  incidentKey,
  incidentNumber,
} from './incidents.ts';

export interface IncidentWork {
  readonly db: Db;
  readonly mail: MailSender;
  /** Absent: no ticket system is connected. */
  readonly tickets?: TicketDesk | undefined;
  /** The installation's secret, for the link in the mail. */
  readonly secret: Uint8Array;
  readonly site: SupportSite;
  readonly log: Log;
}

/** Who signs the mails. */
export interface SupportSite {
  readonly title: string;
  /** Address of the site, without a slash at its end. */
  readonly url: string;
  /** The desk's own mail address; one that ends in .invalid has no mailbox. */
  readonly contact: string;
}

const payload = z.object({ incidentId: z.number(), answerId: z.number().optional() });
const step = z.enum(INCIDENT_STEPS);

export function incidentJobs(work: IncidentWork): JobKind {
  const acts: Record<IncidentStep, (incident: Incident, answerId?: number) => Promise<void>> = {
    'mail-sender': (incident) => work.mail.send(receipt(work, incident)),
    'mail-desk': async (incident) => {
      if (!work.site.contact.endsWith('.invalid')) await work.mail.send(toDesk(work, incident));
    },
    ticket: (incident) => fileTicket(work, incident),
    'mail-answer': async (incident, answerId = 0) => {
      const answer = await work.db
        .selectFrom('incident_answers')
        .selectAll()
        .where('answer_id', '=', answerId)
        .executeTakeFirst();
      if (answer) await work.mail.send(answerMail(work, incident, answer));
    },
  };
  return {
    harmless: true,
    async run(job) {
      const { incidentId, answerId } = payload.parse(JSON.parse(job.payload));
      const incident = await findIncident(work.db, incidentId);
      if (incident) await acts[step.parse(job.step)](incident, answerId);
      return { end: 'done' };
    },
    async givenUp(_, job, reason) {
      work.log.error({ incident: job.subject, reason }, 'an incident could not be passed on');
    },
    passing: () => true, // servers of mails and tickets come back
  };
}

async function fileTicket({ db, tickets, log }: IncidentWork, incident: Incident): Promise<void> {
  if (!tickets || incident.ticket !== null) return;
  const number = incidentNumber(Number(incident.incident_id));
  const ticket = await tickets.file({
    number,
    caller: { name: incident.sender_name, email: incident.sender_email },
    shortDescription: `Data Discovery Support Request: ${incident.subject}`,
    description: [`From: ${sender(incident)}`, '', incident.message, '', ...contextLines(incident)]
      .join('\n')
      .trim(),
    assignmentGroup: incident.assignment_group,
  });
  await db
    .updateTable('incidents')
    .set({ ticket })
    .where('incident_id', '=', Number(incident.incident_id))
    .execute();
  log.info({ incident: number, ticket }, 'ticket filed');
}

const sender = ({ sender_name, sender_email }: Incident): string =>
  [sender_name, sender_email].filter(Boolean).join(', ');

const senderOf = ({ sender_name, sender_email }: Incident): Mail['to'] => ({
  name: sender_name,
  address: sender_email,
});

function receipt({ site, secret }: IncidentWork, incident: Incident): Mail {
  const id = Number(incident.incident_id);
  return {
    id: `incident-${id}-receipt`,
    to: senderOf(incident),
    subject: `${incidentNumber(id)}: ${incident.subject}`,
    text: [
      `Dear ${incident.sender_name || 'colleague'},`,
      `thank you for your message. Your support reference number is: ${incidentNumber(id)}`,
      `See the status and the answers at any time:\n${pageOf(site, secret, id)}`,
      `You wrote:\n\n${quoted(incident.message)}`,
      signature(site),
    ].join('\n\n'),
  };
}

function toDesk({ site, secret }: IncidentWork, incident: Incident): Mail {
  const id = Number(incident.incident_id);
  const lines = contextLines(incident);
  return {
    id: `incident-${id}-desk`,
    to: { name: site.title, address: site.contact },
    subject: `${incidentNumber(id)}: ${incident.subject}`,
    text: [
      `From: ${sender(incident)}`,
      incident.message,
      ...(lines.length > 0 ? [lines.join('\n')] : []),
      `As the sender sees it: ${pageOf(site, secret, id)}`,
      `Answer with: isobar support answer ${incidentNumber(id)} "…"`,
    ].join('\n\n'),
  };
}

function answerMail(
  { site, secret }: IncidentWork,
  incident: Incident,
  answer: { readonly answer_id: number; readonly text: string },
): Mail {
  const id = Number(incident.incident_id);
  return {
    id: `incident-${id}-answer-${answer.answer_id}`,
    to: senderOf(incident),
    subject: `Re: ${incidentNumber(id)}: ${incident.subject}`,
    text: [
      `Dear ${incident.sender_name || 'colleague'},`,
      answer.text,
      `All of it: ${pageOf(site, secret, id)}`,
      `You wrote:\n\n${quoted(incident.message)}`,
      signature(site),
    ].join('\n\n'),
  };
}

const pageOf = ({ url }: SupportSite, secret: Uint8Array, incidentId: number): string =>
  `${url}/discovery/#/support/${incidentKey(secret, incidentId)}`;

const quoted = (text: string): string => text.replace(/^/gm, '> ');

const signature = ({ title, contact }: SupportSite): string =>
  `${title}${contact.endsWith('.invalid') ? '' : `. Questions: ${contact}`}\n`;
