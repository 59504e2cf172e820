// Calls of the pages for operators: approvals, queue, harvest report, tables, notices, accounts,
// words, audit log.
import * as z from 'zod/mini';
import { LONGEST_NAME, PERSON_NAME } from '../accounts/person-name.ts';
import { SERVICES } from './config.ts';
import { INCIDENT_STATES } from './support.ts';

const text = z.string();
const whole = z.number();
const instant = z.nullable(z.string());
const personName = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LONGEST_NAME),
    z.regex(PERSON_NAME, 'has characters that no name has'),
  );

export const OPERATE = `${SERVICES}/operate`;

export const ORDER_ACTS = ['approve', 'deny', 'pause', 'resume', 'cancel', 'retry'] as const;
export type OrderAct = (typeof ORDER_ACTS)[number];
export const PERSON_ACTS = [
  'operator',
  'no-role',
  'sign-out',
  'revoke-token',
  'expire',
  'renew',
] as const;
export type PersonAct = (typeof PERSON_ACTS)[number];

/** One thing that is watched, and what is wrong with it; null: it is well. */
export const healthEntry = z.object({ what: text, problem: z.nullable(text) });

export const operateOverview = z.object({
  version: text,
  simulated: z.boolean(),
  health: z.array(healthEntry),
  counts: z.object({
    approvals: whole,
    waiting: whole,
    running: whole,
    failed: whole,
    files: whole,
    datastreams: whole,
    unfiled: whole,
    people: whole,
  }),
  maintenance: text,
  index: z.object({
    building: z.boolean(),
    documents: whole,
    builtAt: instant,
    failed: z.nullable(text),
  }),
});
export type OperateOverview = z.infer<typeof operateOverview>;

export const ORDER_STATES = ['review', 'working', 'failed', 'all'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const operateOrders = z.object({
  orders: z.array(
    z.object({
      orderId: whole,
      orderDate: text,
      userName: text,
      files: whole,
      bytes: whole,
      state: text,
      reason: text,
      acts: z.array(z.enum(ORDER_ACTS)),
    }),
  ),
  more: z.boolean(),
});

export const operateJobs = z.object({
  jobs: z.array(
    z.object({
      jobId: whole,
      kind: text,
      subject: text,
      state: text,
      step: text,
      attempts: whole,
      deaths: whole,
      worker: z.nullable(text),
      heartbeat: instant,
      runAt: text,
      lastError: z.nullable(text),
    }),
  ),
  more: z.boolean(),
});

export const operateHarvest = z.object({
  lines: z.array(
    z.object({
      path: text,
      datastream: text,
      problem: text,
      what: text,
      toDo: text,
      files: text,
      /** The curated table that lacks a line, and that line; '' if none is suggested. */
      table: text,
      line: text,
    }),
  ),
  more: z.boolean(),
});

export const operateTables = z.object({
  tables: z.array(
    z.object({
      file: text,
      /** What it is for, in plain words. */
      title: text,
      /** Null: not there, or too large to be counted for a list. */
      rows: z.nullable(whole),
      bytes: whole,
      changedAt: instant,
    }),
  ),
});

export const operateTable = z.object({
  file: text,
  digest: text,
  columns: z.array(text),
  total: whole,
  /** Rows that fit; `row` counts all rows from 0. */
  found: whole,
  rows: z.array(z.object({ row: whole, cells: z.array(text) })),
  former: z.array(z.object({ name: text, at: text })),
});
export type OperateTable = z.infer<typeof operateTable>;

export const tableChange = z.object({
  digest: text.check(z.regex(/^[0-9a-f]{64}$/)),
  changes: z
    .array(
      z.object({
        row: z.optional(z.int().check(z.gte(0))),
        cells: z.nullable(z.record(z.string(), z.string().check(z.maxLength(100_000)))),
      }),
    )
    .check(z.maxLength(1000)),
  keep: z.boolean(),
});

const cells = z.array(text);
export const tableProposed = z.object({
  problem: z.nullable(text),
  kept: z.nullable(text),
  added: z.array(cells),
  removed: z.array(cells),
  changed: z.array(z.object({ before: cells, after: cells })),
});
export type TableProposed = z.infer<typeof tableProposed>;

export const operatePeople = z.object({
  people: z.array(
    z.object({
      userName: text,
      name: text,
      email: text,
      roles: z.array(text),
      /** Names of the beta features of the portal that this person has. */
      beta: z.array(text),
      hasToken: z.boolean(),
      sessions: whole,
      expires: instant,
      created: text,
    }),
  ),
  more: z.boolean(),
});

/** An account that an operator makes. Its owner chooses the password by a link in a mail. */
export const accountToAdd = z.object({
  userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
  nameFirst: personName.check(z.minLength(1, 'is needed')),
  nameLast: personName,
});

export const INBOX_STATES = ['open', 'all'] as const;
/** Messages to the support desk, the latest first. */
export const operateInbox = z.object({
  messages: z.array(
    z.object({
      number: text,
      senderName: text,
      senderEmail: text,
      subject: text,
      message: text,
      state: z.enum(INCIDENT_STATES),
      ticket: z.nullable(text),
      receivedAt: text,
      /** What the sender attached: page, order, version, browser. */
      context: z.array(text),
      answers: z.array(z.object({ answeredAt: text, text })),
    }),
  ),
  more: z.boolean(),
});
export type OperateInbox = z.infer<typeof operateInbox>;

export const operateWords = z.object({
  /** 'never': this installation does not learn from use (ISOBAR_LEARN). */
  learns: z.enum(['on', 'off', 'never']),
  /** Ranking gain from usage to a score in 'Best match', 0 to 1; the most used first. */
  used: z.array(z.object({ product: text, opened: whole, ordered: whole, weight: z.number() })),
  words: z.array(z.object({ word: text, searches: whole, lastDay: text })),
});

export const operateLog = z.object({
  acts: z.array(
    z.object({ entryId: whole, at: text, who: text, action: text, subject: text, note: text }),
  ),
  more: z.boolean(),
});

export const done = z.object({ done: z.boolean() });
