// How messages to web hooks are signed, in the form of Standard Webhooks, so that existing
// libraries can verify it, and what an answer means.
import { createHmac, hkdfSync } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';

/**
 * A secret for messages about one thing, derived again from the installation's key when needed:
 * nothing is kept.
 */
export function hookSecretOf(key: Uint8Array, about: string): string {
  const secret = hkdfSync('sha256', key, '', `isobar web hook of ${about}`, 32);
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** `at` in seconds UTC. The id is the same however often it is sent. */
export function hookHeaders(
  secret: string,
  { id, at, body, version }: { id: string; at: number; body: string; version: string },
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': `Isobar/${version}`,
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  };
}

/** Statuses that mean: try again later. */
const LATER: readonly number[] = [408, 425, 429];

/**
 * Throws Problem for an answer that is no success: 'unavailable' when it may succeed later, else
 * 'conflict'.
 */
export function checkHookStatus(status: number, host: string): void {
  if (status >= 200 && status < 300) return;
  const isLater = status >= 500 || LATER.includes(status);
  const why = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  throw new Problem(isLater ? 'unavailable' : 'conflict', `${host} answered ${status}.${why}`);
}
