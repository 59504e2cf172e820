// Tools around orders. None places one: a draft is prepared, and its owner places it in the
// browser.
import {
  draftOutput,
  draftStatusInput,
  estimateOutput,
  type OrderInput,
  orderInput,
  orderStatusInput,
  orderStatusOutput,
} from '@isobar/contract/calls/assistant-tools.ts';
import { makeDraft, type OrderDraft, readDraft } from '@isobar/contract/calls/draft-calls.ts';
import {
  estimateOrder as estimateCall,
  flaggedOfOrder,
  listOrders,
  orderStatus as statusCall,
} from '@isobar/contract/calls/order-calls.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import { z } from 'zod';
import { quoted } from '../quoted.ts';
import { defineTool, type Place } from '../tool.ts';
import { shareOf } from './day-tools.ts';

const MOST_ORDERS = 20;
const MOST_MISSING = 20;

const requestOf = (asked: OrderInput) => ({
  selectedData: Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  ),
});

export const estimateOrder = defineTool({
  name: 'estimate_order',
  title: 'Estimate an order',
  description:
    'What an order would bring: files, bytes, seconds until it is done, and what masking takes. Nothing is ordered; the person orders from the page, or from what draft_order prepares.',
  input: orderInput,
  output: estimateOutput,
  async act(asked, { calls, url }) {
    const body = requestOf(asked);
    const { files, bytes, seconds, ahead } = await calls.ask(estimateCall, { body });
    const { selections } = await calls.ask(flaggedOfOrder, { body });
    return {
      ...{ files, bytes, seconds, ahead },
      page: `${url}/discovery/${searchOf(asked)}`,
      masked: selections.map(shareOf),
    };
  },
});

/** The search for what was chosen: its datastreams, from the first to the last of its days. */
function searchOf({ selectedDatastreams }: OrderInput): string {
  const days = selectedDatastreams
    .flatMap(({ dates = [] }) => dates)
    .flatMap(({ startDate, endDate }) => [startDate.slice(0, 10), endDate.slice(0, 10)])
    .toSorted();
  const [first] = days;
  const last = days.at(-1);
  return resultsHref({
    ...EMPTY_SEARCH,
    terms: {
      datastream: [...new Set(selectedDatastreams.map(({ datastream }) => datastream))],
      ...(first && last ? { start_date: [first], end_date: [last] } : {}),
    },
  });
}

const told = ({ state, orderId, ...draft }: OrderDraft) => ({
  draftId: draft.draftId,
  state: state === 'placed' ? ('placed' as const) : ('open' as const),
  url: draft.url,
  expiresAt: draft.expiresAt,
  files: draft.files,
  bytes: draft.bytes,
  review: draft.review,
  orderId,
  next:
    state === 'placed'
      ? `The person placed it: order ${orderId}.`
      : 'Nothing is ordered yet. Give the person this link: only they can place it, in their browser, within a day.',
});

const draftNow = async (draftId: string, { calls }: Place) =>
  told(await calls.ask(readDraft, { params: { draftId } }));

export const draftOrder = defineTool({
  name: 'draft_order',
  title: 'Prepare an order',
  description:
    'Prepares an order for the person who owns the token, and answers the page on which they see files, bytes, minutes and masks, and place or discard it. It never places one, and no other tool does.',
  input: orderInput,
  output: draftOutput,
  prepares: true,
  scope: 'profile',
  async act(asked, { calls, client }) {
    const body = { ...requestOf(asked), client };
    return told(await calls.ask(makeDraft, { body }));
  },
  page: {
    of: (answer) => {
      const { url, draftId } = z.object({ url: z.string(), draftId: z.string() }).parse(answer);
      return { url, state: draftId };
    },
    message: 'An order is prepared. Review it, then place or discard it.',
    after: draftNow,
  },
});

export const draftStatus = defineTool({
  name: 'draft_status',
  title: 'What became of a draft',
  description: 'Whether the person has placed a draft, and the number of the order.',
  input: draftStatusInput,
  output: draftOutput,
  scope: 'profile',
  act: async ({ draftId }, place) => await draftNow(draftId, place),
});

export const orderStatus = defineTool({
  name: 'order_status',
  title: 'Where orders stand',
  description: "An order of the token's owner by its number, or their latest orders.",
  input: orderStatusInput,
  output: orderStatusOutput,
  scope: 'orders:read',
  async act({ orderId }, { calls }) {
    if (orderId !== undefined) {
      const one = await calls.ask(statusCall, { params: { orderId } });
      return {
        orders: [
          {
            orderId: one.orderId,
            orderDate: one.orderDate,
            step: one.curStep,
            suspended: one.suspendReas,
            files: one.progress?.filesTotal ?? 0,
            bytes: one.progress?.bytesTotal ?? 0,
            secondsLeft: one.secondsLeft,
            delivery: one.delivery?.url ?? null,
            expired: one.expired,
            changes: null,
            quoted: {
              failure: quoted(one.failure ?? ''),
              waiting: quoted(one.waiting ?? ''),
              missing: one.missing
                .slice(0, MOST_MISSING)
                .map(({ file, reason }) => quoted(`${file}: ${reason}`)),
            },
          },
        ],
        moreOrders: 0,
      };
    }
    const { orderHistoryResponses: all } = await calls.ask(listOrders);
    return {
      orders: all.slice(0, MOST_ORDERS).map((one) => ({
        orderId: one.orderId,
        orderDate: one.orderDate,
        step: one.curStep,
        suspended: one.suspendReas,
        files: one.totalFileCount,
        bytes: one.totalFileSize,
        secondsLeft: null,
        delivery: null,
        expired: one.expired,
        changes: one.changes,
        quoted: { failure: quoted(one.failure ?? ''), waiting: '', missing: [] },
      })),
      moreOrders: Math.max(0, all.length - MOST_ORDERS),
    };
  },
});
