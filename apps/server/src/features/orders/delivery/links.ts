// Signed links: anyone who has one may fetch a delivery until it expires, without signing in.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signingKey } from '../../../platform/keys/signing-key.ts';

/**
 * What a link opens: the files of a delivery, or the details of an order so that the same can be
 * ordered again.
 */
export type LinkPurpose = 'delivery' | 'share';

export interface LinkSigner {
  /** `expires` in seconds UTC. Safe in an address. */
  sign(purpose: LinkPurpose, orderId: number, expires: number): string;
  /** A key for another order or purpose is 'forged' too. */
  check(
    purpose: LinkPurpose,
    orderId: number,
    key: string,
    now?: number,
  ): 'valid' | 'expired' | 'forged';
}

export async function openLinkSigner(home: string): Promise<LinkSigner> {
  return linkSigner(await signingKey(home));
}

export function linkSigner(key: Uint8Array): LinkSigner {
  const mac = (purpose: LinkPurpose, orderId: number, expires: number) =>
    createHmac('sha256', key).update(`${purpose} ${orderId} ${expires}`).digest();
  return {
    sign: (purpose, orderId, expires) =>
      `${Math.floor(expires)}.${mac(purpose, orderId, Math.floor(expires)).toString('base64url')}`,
    check(purpose, orderId, signed, now = Date.now() / 1000) {
      const [, until = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(signed) ?? [];
      const expected = mac(purpose, orderId, Number(until));
      const bytes = Buffer.from(given, 'base64url');
      if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return 'forged';
      return Number(until) > now ? 'valid' : 'expired';
    },
  };
}
