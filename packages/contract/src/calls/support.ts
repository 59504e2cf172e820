// Calls of the support desk: a challenge to solve before writing, and how an incident stands (part 3 section 7).
import * as z from 'zod/mini';

/** GET {notification}/challenge: an ALTCHA challenge. The salt ends in when it runs out. */
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

/** A challenge is good for this long, once. */
export const CHALLENGE_SECONDS = 600;

/** 'received': nobody has looked yet. */
export const INCIDENT_STATES = ['received', 'answered', 'closed'] as const;

/** GET {notification}/incidents/{key}, the key being that of the link in the mail. Instants UTC, YYYY-MM-DDTHH:mm:ssZ. */
export const incidentView = z.object({
  number: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(INCIDENT_STATES),
  receivedAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** Number in the desk's own ticket system, when one is connected and has taken it. */
  ticket: z.nullable(z.string()),
  answers: z.array(z.object({ answeredAt: z.string(), text: z.string() })),
});
export type IncidentView = z.infer<typeof incidentView>;
