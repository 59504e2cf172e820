// The messages to the web hook of an order. Pure.
import { addressOf } from '@isobar/contract/calls/call.ts';
import { readOrderChanges } from '@isobar/contract/calls/change-calls.ts';
import {
  fileChangeMatters,
  type OrderChanges,
  reportChangeMatters,
} from '@isobar/contract/orders/changes.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { hookSecretOf } from '../../../core/hooks/sign.ts';
import type { Manifest } from '../delivery/manifest.ts';
import { deliveryFolder } from '../delivery/serve.ts';
import type { Order } from '../order.ts';

/** 'affected': its data changed since they were delivered. */
export const HOOK_EVENTS = ['complete', 'failed', 'affected'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Longer lists are left to index.json of the delivery. */
const FILES_TOLD = 1000;

/** The secret of one order's messages; its owner sees it when the order is placed. */
export const hookSecret = (key: Uint8Array, orderId: number): string =>
  hookSecretOf(key, `order ${orderId}`);

/** What a message of 'affected' lists of each kind; the call for changes has everything. */
const CHANGES_TOLD = 100;

/** The body of 'affected'. `url`: of the installation. */
export function affectedBody(order: Order, changes: OrderChanges, url: string): string {
  const { counts, files, reports, onlyChanged } = changes;
  return JSON.stringify({
    type: 'order.affected',
    data: {
      orderId: order.orderId,
      state: 'affected',
      orderDate: formatInstant(order.orderDate),
      page: `${url}/discovery/#/account/order?orderId=${order.orderId}`,
      changes: url + addressOf(readOrderChanges, { orderId: order.orderId }),
      counts,
      files: files
        .filter(fileChangeMatters)
        .slice(0, CHANGES_TOLD)
        .map(({ kind, datastream, file, before, now }) => ({
          kind,
          datastream,
          file,
          before,
          now,
        })),
      reports: reports
        .filter(reportChangeMatters)
        .slice(0, CHANGES_TOLD)
        .map(({ report, className, datastream, variables, days }) => ({
          ...{ report, className, datastream, variables, days },
        })),
      onlyChanged,
    },
  });
}

/**
 * `url`: of the installation. Its addresses ask for a session or a token: there is no key in them.
 */
export function hookBody(
  event: HookEvent,
  order: Order,
  manifest: Manifest | null,
  url: string,
): string {
  const folder = `${url}${deliveryFolder(order.orderId)}`;
  const files = manifest?.files ?? [];
  const address = (name: string) => folder + name.split('/').map(encodeURIComponent).join('/');
  return JSON.stringify({
    type: `order.${event}`,
    data: {
      orderId: order.orderId,
      state: event,
      orderDate: formatInstant(order.orderDate),
      page: `${url}/discovery/#/account/order?orderId=${order.orderId}`,
      failure: event === 'failed' ? order.failure : null,
      missing: order.progress.missingCount,
      delivery:
        event === 'complete' && manifest
          ? {
              url: folder,
              index: `${folder}index.json`,
              expires: formatInstant(manifest.expires),
              fileCount: files.length,
              bytes: files.reduce((sum, file) => sum + file.bytes, 0),
              /** Null: too many to list; the delivery's index has them. */
              files:
                files.length > FILES_TOLD
                  ? null
                  : files.map(({ name, bytes, sha256, kind }) => ({
                      name,
                      kind,
                      bytes,
                      sha256,
                      url: address(name),
                    })),
            }
          : null,
    },
  });
}
