// Calls of order drafts: a program prepares an order, and the person places it.

import * as z from 'zod/mini';
import { orderRequest } from '../orders/request.ts';
import { defineCall } from './call.ts';
import { orderCreated } from './orders.ts';

/** A draft is offered for this long after it was prepared. */
export const DRAFT_HOURS = 24;
/** Drafts of one person that wait at the same time. */
export const MOST_DRAFTS = 20;

export const draftRequest = z.object({
  /**
   * What is ordered. Where it is delivered to is for the person alone: a draft always offers a
   * download.
   */
  selectedData: orderRequest.shape.selectedData,
  /** The program that prepares it, as it names itself. */
  client: z.optional(z.string().check(z.maxLength(100))),
});

const listed = {
  draftId: z.string(),
  /** 'expired': it can no longer be placed. */
  state: z.enum(['open', 'placed', 'discarded', 'expired']),
  madeAt: z.string(),
  expiresAt: z.string(),
  /** Name of the access token that it was prepared with; '' for a browser. */
  token: z.string(),
  /** How the program named itself, which no one has checked; '' if it did not. */
  client: z.string(),
  /** Of the whole source files. */
  files: z.number(),
  bytes: z.number(),
  /** Null: it was not placed. */
  orderId: z.nullable(z.int()),
};

export const listedDraft = z.object(listed);
export type ListedDraft = z.infer<typeof listedDraft>;

export const orderDraft = z.object({
  ...listed,
  /** Why the order would wait for an operator; null: it would not. */
  review: z.nullable(z.enum(['Restricted', 'Oversize'])),
  selectedData: orderRequest.shape.selectedData,
  /** The page on which the person places or discards it. */
  url: z.string(),
});
export type OrderDraft = z.infer<typeof orderDraft>;

const draft = z.object({ draftId: z.string().check(z.regex(/^[\w-]{22}$/, 'is no draft')) });
const EXAMPLE = { params: { draftId: 'kJ8sQm0aT2uW4yZ6bD8fHg' } };

const SELECTED = {
  selectedDatastreams: [
    {
      datastream: 'sgpmetE13.b1',
      dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }],
      dqrFilter: ['incorrect'],
    },
  ],
  outputFormat: ['ANDR'],
};

/** `profile` suffices, because a draft orders nothing. */
export const makeDraft = defineCall({
  method: 'POST',
  service: 'order',
  path: '/drafts',
  summary: 'Prepares an order, which its owner places or discards on a page of the portal',
  session: 'required',
  token: 'profile',
  perMinute: 30,
  answer: orderDraft,
  errors: ['invalid-order', 'conflict', 'unavailable'],
  form: draftRequest,
  example: { body: { selectedData: SELECTED, client: 'notebook' } },
});

export const listDrafts = defineCall({
  method: 'GET',
  service: 'order',
  path: '/drafts',
  summary: 'Drafts of the signed-in person, newest first',
  session: 'required',
  token: 'profile',
  answer: z.object({ drafts: z.array(listedDraft) }),
});

export const readDraft = defineCall({
  method: 'GET',
  service: 'order',
  path: '/drafts/:draftId',
  summary: 'A draft of the signed-in person, with all that it would order',
  session: 'required',
  token: 'profile',
  params: draft,
  answer: orderDraft,
  errors: ['not-found', 'gone'],
  example: EXAMPLE,
});

export const placeDraft = defineCall({
  method: 'POST',
  service: 'order',
  path: '/drafts/:draftId/place',
  summary: 'Places the order of a draft; only in the browser of its owner, never by a token',
  session: 'required',
  token: 'none',
  perMinute: 60,
  params: draft,
  answer: orderCreated,
  errors: ['invalid-order', 'not-found', 'gone', 'key-reused', 'unavailable'],
  example: EXAMPLE,
});

export const discardDraft = defineCall({
  method: 'DELETE',
  service: 'order',
  path: '/drafts/:draftId',
  summary:
    'Discards a draft, so that it cannot be placed any more; only in the browser of its owner',
  session: 'required',
  token: 'none',
  params: draft,
  answer: listedDraft,
  errors: ['not-found', 'gone', 'conflict'],
  example: EXAMPLE,
});
