// The job that tells a web hook that an order is done: at least once, retried for days while no
// server answers.
import { changesThatMatter } from '@isobar/contract/orders/changes.ts';
import { hookProblem, NO_HOOKS } from '@isobar/contract/orders/web-hook.ts';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import { personById } from '../../../core/accounts/people.ts';
import { changesOf } from '../../../core/affected/stored-changes.ts';
import { checkHookStatus, hookHeaders } from '../../../core/hooks/sign.ts';
import type { JobKind } from '../../../core/jobs/job.ts';
import { COMPLETE } from '../../../core/orders/machine.ts';
import { signingKey } from '../../../platform/keys/signing-key.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { WebHooks } from '../../../ports/web-hook.ts';
import { readManifest } from '../delivery/manifest.ts';
import { type Db, findOrder, type Order } from '../order.ts';
import type { OrderSettings } from '../settings.ts';
import { affectedBody, HOOK_EVENTS, type HookEvent, hookBody, hookSecret } from './message.ts';

export interface HookWork {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly settings: OrderSettings;
  /** Absent: not set up here. */
  readonly webHooks: WebHooks | undefined;
  readonly log: Log;
}

const payload = z.object({ orderId: z.number(), event: z.enum(HOOK_EVENTS) });

export const hookJobs = ({ db, blobs, settings, webHooks, log }: HookWork): JobKind => ({
  harmless: true,
  async run(job, running) {
    const { orderId, event } = payload.parse(JSON.parse(job.payload));
    const order = await findOrder(db, orderId);
    const url = order?.request.webHook?.url;
    if (!order || !url || !(await personById(db, order.personId)) || isOver(event, order))
      return { end: 'done' };
    // The operator may have taken the host off the list since the order was placed.
    const problem = webHooks ? hookProblem(url, settings.hooks) : NO_HOOKS;
    if (!webHooks || problem !== null) return { end: 'failed', reason: problem ?? NO_HOOKS };
    const body = await bodyOf(event, order, { db, blobs, settings });
    if (body === null) return { end: 'done' };
    const at = Math.floor(Date.now() / 1000);
    const secret = hookSecret(await signingKey(settings.home), orderId);
    const { version } = settings;
    const headers = hookHeaders(secret, { id: job.subject, at, body, version });
    const status = await webHooks.post({ url, headers, body }, running.signal);
    checkHookStatus(status, new URL(url).host);
    log.info({ order: orderId, event, status }, 'web hook delivered');
    return { end: 'done' };
  },
  async givenUp(trx, job, reason) {
    const { orderId, event } = payload.parse(JSON.parse(job.payload));
    log.warn({ order: orderId, reason }, 'a web hook could not be delivered');
    if (event === 'affected') return; // nothing of the delivery is missing for it
    const order = await findOrder(trx, orderId);
    if (!order) return;
    const { missing, missingCount } = order.progress;
    const told = { file: 'Web hook', reason: `${reason} Nothing else of the order depends on it.` };
    const progress = JSON.stringify({
      ...order.progress,
      missing: [...missing, told],
      missingCount: missingCount + 1,
    });
    await trx.updateTable('orders').set({ progress }).where('order_id', '=', orderId).execute();
  },
  passing: (error) => error instanceof Problem && error.code === 'unavailable',
});

/** It was retried meanwhile: another message will report its result. */
const isOver = (event: HookEvent, order: Order): boolean =>
  event === 'failed' ? order.failure === null : order.step !== COMPLETE;

/** Null: there is nothing to report any more. */
async function bodyOf(
  event: HookEvent,
  order: Order,
  { db, blobs, settings }: Pick<HookWork, 'db' | 'blobs' | 'settings'>,
): Promise<string | null> {
  if (event === 'affected') {
    const changes = await changesOf(db, order.orderId);
    const matters = changes !== null && changesThatMatter(changes.counts) > 0;
    return matters ? affectedBody(order, changes, settings.url) : null;
  }
  const manifest = event === 'complete' ? await readManifest(blobs, order.orderId) : null;
  return hookBody(event, order, manifest, settings.url);
}
