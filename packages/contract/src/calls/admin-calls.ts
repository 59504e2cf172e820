// Calls of the pages for operators: each needs the role, and whatever is done is noted in the log.

import * as z from 'zod/mini';
import { betaName } from '../accounts/beta-features.ts';
import {
  accountToAdd,
  done,
  INBOX_STATES,
  OPERATE,
  ORDER_ACTS,
  ORDER_STATES,
  operateHarvest,
  operateInbox,
  operateJobs,
  operateLog,
  operateOrders,
  operateOverview,
  operatePeople,
  operateTable,
  operateTables,
  operateWords,
  PERSON_ACTS,
  tableChange,
  tableProposed,
} from './admin.ts';
import { defineCall } from './call.ts';
import { numberText } from './number-text.ts';

/** Everybody else gets 'forbidden'. */
const shown = {
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  tag: 'operate',
} as const;

export const overview = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}`,
  summary: 'How the installation is',
  answer: operateOverview,
});

export const ordersToWatch = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/orders`,
  summary: 'Orders waiting for approval, are under way or failed',
  query: z.object({ state: z._default(z.enum(ORDER_STATES), 'review') }),
  answer: operateOrders,
});

export const jobsAtWork = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/jobs`,
  summary: 'What is at work, waits or failed',
  answer: operateJobs,
});

export const harvestReport = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/harvest`,
  summary: 'What the harvest could not file or found wanting',
  answer: operateHarvest,
});

export const listPeople = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/people`,
  summary: 'People of this installation',
  query: z.object({ find: z._default(z.string().check(z.maxLength(200)), '') }),
  answer: operatePeople,
});

export const missingWords = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/words`,
  summary: 'Words that found nothing, and products that weigh more because they are used',
  answer: operateWords,
});

export const auditLog = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/log`,
  summary: 'What operators did, the latest first',
  query: z.object({ before: z.optional(numberText(z.int(), z.positive())) }),
  answer: operateLog,
});

export const listTables = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/tables`,
  summary: 'The curated tables',
  answer: operateTables,
});

export const actOnOrder = defineCall({
  method: 'POST',
  path: `${OPERATE}/orders/act`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary: 'Approves, refuses (with words), pauses, resumes, cancels or retries an order',
  body: z.object({
    orderId: z.int().check(z.positive()),
    act: z.enum(ORDER_ACTS),
    words: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  }),
  answer: done,
  errors: ['conflict', 'not-found'],
  tag: 'operate',
});

export const actOnAccount = defineCall({
  method: 'POST',
  path: `${OPERATE}/people/act`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary:
    'Gives or takes a role, signs out everywhere, ends a token, lets an account expire or lifts that',
  body: z.object({
    userName: z.string().check(z.minLength(1), z.maxLength(200)),
    act: z.enum(PERSON_ACTS),
  }),
  answer: done,
  errors: ['conflict', 'not-found'],
  tag: 'operate',
});

export const addAccount = defineCall({
  method: 'POST',
  path: `${OPERATE}/people`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 60,
  summary: 'Adds a person, who chooses a password by the link of a mail',
  body: accountToAdd,
  answer: done,
  errors: ['conflict'],
  tag: 'operate',
});

export const setBetaFeature = defineCall({
  method: 'PUT',
  path: `${OPERATE}/people/beta`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary: 'Gives a person a beta feature, or takes it away',
  body: z.object({
    userName: z.string().check(z.minLength(1), z.maxLength(200)),
    feature: betaName,
    on: z.boolean(),
  }),
  answer: done,
  errors: ['not-found'],
  tag: 'operate',
});

export const supportInbox = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/support`,
  summary: 'Messages to the support desk: open ones, or all',
  query: z.object({ state: z._default(z.enum(INBOX_STATES), 'open') }),
  answer: operateInbox,
});

export const answerMessage = defineCall({
  method: 'POST',
  path: `${OPERATE}/support/answer`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 120,
  summary: 'Answers a message by mail, closes it, or both',
  body: z
    .object({
      number: z.string().check(z.regex(/^INC\d{1,15}$/, 'is no number of a message: INC0010001')),
      text: z._default(z.string().check(z.trim(), z.maxLength(20_000)), ''),
      close: z.boolean(),
    })
    .check(
      z.refine(({ text, close }) => close || text !== '', {
        error: 'has neither an answer nor an end',
      }),
    ),
  answer: done,
  errors: ['not-found'],
  tag: 'operate',
});

export const setMaintenance = defineCall({
  method: 'PUT',
  path: `${OPERATE}/maintenance`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary: 'The message that every visitor sees; empty takes it away',
  body: z.object({ message: z.string().check(z.maxLength(2000)) }),
  answer: done,
  tag: 'operate',
});

export const forgetWords = defineCall({
  method: 'POST',
  path: `${OPERATE}/words/forget`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary: 'Counts words that find nothing from the start',
  answer: done,
  tag: 'operate',
});

export const switchLearning = defineCall({
  method: 'PUT',
  path: `${OPERATE}/words/learning`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary: 'Whether use is counted and weighed in Best match',
  body: z.object({ on: z.boolean() }),
  answer: done,
  tag: 'operate',
});

export const rebuildIndex = defineCall({
  method: 'POST',
  path: `${OPERATE}/index`,
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  summary: 'Rebuilds the search index from the files and the tables',
  answer: done,
  errors: ['conflict'],
  tag: 'operate',
});

/** The name of a table, checked by the server, which knows the tables. */
const tableParams = z.object({ file: z.string().check(z.maxLength(100)) });

export const readTable = defineCall({
  method: 'GET',
  path: `${OPERATE}/tables/:file`,
  summary: 'Rows of a curated table that hold a text',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 240,
  params: tableParams,
  query: z.object({
    find: z._default(z.string().check(z.maxLength(200)), ''),
    from: z._default(numberText(z.int(), z.gte(0)), 0),
  }),
  answer: operateTable,
  tag: 'operate',
});

export const changeTable = defineCall({
  method: 'POST',
  path: `${OPERATE}/tables/:file`,
  summary: 'What a change of a curated table would do; with keep it is kept',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 60,
  params: tableParams,
  body: tableChange,
  answer: tableProposed,
  errors: ['conflict'],
  tag: 'operate',
});

export const restoreTable = defineCall({
  method: 'POST',
  path: `${OPERATE}/tables/:file/restore`,
  summary: 'A former state of a curated table in force again',
  session: 'required',
  token: 'operator',
  role: 'operator',
  perMinute: 60,
  params: tableParams,
  body: z.object({ name: z.string().check(z.regex(/^\d{10,12}-[0-9a-f]{8}\.csv$/)) }),
  answer: done,
  errors: ['conflict', 'not-found'],
  tag: 'operate',
});
