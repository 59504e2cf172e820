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
  summary: 'State of the installation',
  answer: operateOverview,
});

export const ordersToWatch = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/orders`,
  summary: 'Orders that are waiting for approval, in progress or failed',
  query: z.object({ state: z._default(z.enum(ORDER_STATES), 'review') }),
  answer: operateOrders,
});

export const jobsAtWork = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/jobs`,
  summary: 'Jobs that are running, waiting or failed',
  answer: operateJobs,
});

export const harvestReport = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/harvest`,
  summary: 'What the harvest could not index, or found incomplete',
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
  summary: 'Words without results, and products that rank higher because they are used',
  answer: operateWords,
});

export const auditLog = defineCall({
  ...shown,
  method: 'GET',
  path: `${OPERATE}/log`,
  summary: 'Actions of operators, the latest first',
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
    'Grants or removes a role, signs a person out everywhere, revokes a token, sets or lifts the expiry of an account',
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
  summary: 'Adds a person, who sets a password by the link in a mail',
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
  summary: 'Grants a person a beta feature, or removes it',
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
      number: z
        .string()
        .check(z.regex(/^INC\d{1,15}$/, 'is not a number of a message: INC0010001')),
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
  summary: 'Resets the counts of words without results',
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
  summary: 'Switches on or off that usage is counted and used for ranking in Best match',
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
  summary: 'Rows of a curated table that contain a text',
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
  summary: 'Restores an earlier version of a curated table',
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
