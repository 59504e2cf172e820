// Signed links: whoever has one may fetch a delivery until it expires, without signing in.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../../platform/durable.ts';

/** What a link opens: the files of a delivery, or the sight of an order in order to order the same. */
export type LinkPurpose = 'delivery' | 'share';

export interface LinkSigner {
  /** `expires` in seconds UTC. Safe in an address. */
  sign(purpose: LinkPurpose, orderId: number, expires: number): string;
  /** 'forged' also for the key of another order or purpose. */
  check(
    purpose: LinkPurpose,
    orderId: number,
    key: string,
    now?: number,
  ): 'valid' | 'expired' | 'forged';
}

const KEY_BYTES = 32;

/** The key lies in the installation's home, readable by its owner only, and is made when it is missing. */
export async function openLinkSigner(home: string): Promise<LinkSigner> {
  const path = join(home, 'signing-key');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const stored = await readFile(path, 'utf8').catch(() => null);
  if (stored !== null) return linkSigner(Buffer.from(stored.trim(), 'hex'));
  await writeDurably(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, 0o600);
  // Read back: of two processes that make it at once, the later one's key counts for both.
  return linkSigner(Buffer.from((await readFile(path, 'utf8')).trim(), 'hex'));
}

export function linkSigner(key: Uint8Array): LinkSigner {
  if (key.length < KEY_BYTES)
    throw new Error('The signing key is too short; remove it and restart.');
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
