// Calls of the support desk: a challenge to solve before writing, and how an incident stands (part
// 3 section 7).

import * as z from 'zod/mini';
import { incidentReply, incidentRequest } from '../support/incident.ts';
import { defineCall } from './call.ts';

/** GET {notification}/challenge: an ALTCHA challenge. The end of the salt says when it expires. */
export const supportChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  /** Hex SHA-256 of salt and number. */
  challenge: z.string(),
  /** The number is at most this. */
  maxnumber: z.number(),
  salt: z.string(),
  signature: z.string(),
});
export type SupportChallenge = z.infer<typeof supportChallenge>;

/** A challenge is valid for this long, and once. */
export const CHALLENGE_SECONDS = 600;

/** 'received': no operator has opened it yet. */
export const INCIDENT_STATES = ['received', 'answered', 'closed'] as const;

/**
 * GET {notification}/incidents/{key}, with the key from the link in the mail. Instants UTC,
 * YYYY-MM-DDTHH:mm:ssZ.
 */
export const incidentView = z.object({
  number: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(INCIDENT_STATES),
  receivedAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** Its number in the desk's own ticket system, once a connected one has taken it. */
  ticket: z.nullable(z.string()),
  answers: z.array(z.object({ answeredAt: z.string(), text: z.string() })),
});
export type IncidentView = z.infer<typeof incidentView>;

export const askChallenge = defineCall({
  method: 'GET',
  service: 'notification',
  path: '/challenge',
  summary: 'A challenge (ALTCHA) whose solution goes with one message to the support desk',
  session: 'none',
  perMinute: 30,
  answer: supportChallenge,
});

export const fileIncidentCall = defineCall({
  method: 'POST',
  service: 'notification',
  path: '/createServiceNowIncident',
  summary: 'Files a message to the support desk; answers its reference number',
  session: 'none',
  perMinute: 5,
  body: incidentRequest,
  answer: incidentReply,
  errors: ['conflict'],
});

export const incidentByKey = defineCall({
  method: 'GET',
  service: 'notification',
  path: '/incidents/:key',
  summary: 'Status of a message to the support desk, by the link in its mail',
  session: 'none',
  params: z.object({ key: z.string().check(z.maxLength(100)) }),
  answer: incidentView,
  errors: ['not-found'],
});
