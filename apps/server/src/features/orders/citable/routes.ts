// Calls of citable orders: make one citable, make it again, and what was kept of it.

import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import {
  citeOrderCall,
  keptBy,
  madeAgain,
  makeAgain,
} from '@isobar/contract/calls/citable-calls.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { OrderCited, OrderRemade } from '@isobar/contract/calls/orders.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply } from 'fastify';
import type { Session } from '../../../core/accounts/session.ts';
import { findCitedOrder, findRemake, keptDocument } from '../../../core/citation/cited-orders.ts';
import { enqueue } from '../../../core/jobs/queue.ts';
import type { Http } from '../../../platform/http/http.ts';
import { type Db, ownOrder } from '../order.ts';
import { type CiteOrder, citedPath, citeOrder } from './cite-order.ts';
import { REMAKE_JOB } from './jobs.ts';

const SIGN_IN = `${SERVICE_PATHS.portal}#/account/order`;
/** A recipe is run again when the last run is older than this. */
const FRESH_S = 600;

export function registerCitable(http: Http<Session>, cite: CiteOrder): void {
  const { db, settings } = cite;
  http.route(citeOrderCall, async ({ query, session }): Promise<OrderCited> => {
    const order = await ownOrder(db, query.orderId, session.personId);
    await citeOrder(cite, order);
    const cited = await findCitedOrder(db, order.orderId);
    return {
      orderId: order.orderId,
      url: settings.url + citedPath(order.orderId),
      doi: cited?.doi ?? null,
    };
  });
  http.route(
    makeAgain,
    async ({ query, session, request, reply }): Promise<OrderRemade | FastifyReply> => {
      // A form of its page, which needs no script, goes back there, or to where a person signs in.
      const isForm = request.headers.accept?.includes('text/html');
      if (!session) {
        if (isForm) return reply.redirect(SIGN_IN, 303);
        throw new Problem('no-session', NO_SESSION_MESSAGE);
      }
      await askRemake(db, query.orderId);
      if (isForm) return reply.redirect(`${citedPath(query.orderId)}#again`, 303);
      return await remadeOf(db, query.orderId);
    },
  );
  http.route(madeAgain, async ({ query, reply }): Promise<OrderRemade> => {
    reply.header('cache-control', 'no-store');
    return await remadeOf(db, query.orderId);
  });
  for (const which of ['recipe', 'reports'] as const)
    http.route(keptBy[which], async ({ params, reply }) => {
      const kept = await keptDocument(db, params.orderId, which);
      if (kept === null) throw notCitable(params.orderId);
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('application/json; charset=utf-8')
        .send(kept);
    });
}

const notCitable = (id: number): Problem =>
  new Problem('not-found', `There is no citable order ${id}.`);

async function askRemake(db: Db, id: number): Promise<void> {
  if ((await keptDocument(db, id, 'recipe')) === null) throw notCitable(id);
  const now = Math.floor(Date.now() / 1000);
  const last = await findRemake(db, id);
  if (last && (last.state === 'waiting' || now - (last.doneAt ?? 0) < FRESH_S)) return;
  await db.transaction().execute(async (trx) => {
    const asked = { state: 'waiting' as const, asked_at: now, done_at: null, differences: '[]' };
    await trx
      .insertInto('order_remakes')
      .values({ order_id: id, ...asked })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(asked))
      .execute();
    await enqueue(trx, {
      kind: REMAKE_JOB,
      subject: `order-${id}-remake-${now}`,
      personId: null,
      step: 'do',
      payload: JSON.stringify({ orderId: id }),
      priority: 1000,
    });
  });
}

async function remadeOf(db: Db, id: number): Promise<OrderRemade> {
  const remake = await findRemake(db, id);
  if (!remake) throw new Problem('not-found', `Order ${id} has not been made again yet.`);
  const same = remake.state === 'done' && remake.differences.length === 0;
  return { orderId: id, state: remake.state, same, differences: [...remake.differences] };
}
