// Addresses that end mails of one kind without a sign-in (RFC 8058): signed, so that only a reader
// of such a mail can use them.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { pathOf } from '@isobar/contract/calls/call.ts';
import {
  MAIL_KINDS,
  type MailKind,
  unsubscribePage,
} from '@isobar/contract/calls/unsubscribe-calls.ts';

/** What a link ends: mails about changed orders of a person, or those of one saved search. */
export interface Subscription {
  readonly kind: MailKind;
  /** Id of the person, or of the saved search. */
  readonly id: string;
}

export interface UnsubscribeLinks {
  /** Whole address. */
  addressOf(subscription: Subscription): string;
  /** Null: the key was not made here for exactly this subscription. */
  read(given: {
    readonly kind: string;
    readonly id: string;
    readonly key: string;
  }): Subscription | null;
}

/** `secret`: of the installation; `url`: of the installation, without a slash at the end. */
export function unsubscribeLinks(secret: Uint8Array, url: string): UnsubscribeLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'isobar unsubscribe', 32));
  const signed = ({ kind, id }: Subscription): Buffer =>
    createHmac('sha256', key).update(`${kind}\n${id}`).digest();
  return {
    addressOf(subscription) {
      const { kind, id } = subscription;
      const query = new URLSearchParams({
        kind,
        id,
        key: signed(subscription).toString('base64url'),
      });
      return `${url}${pathOf(unsubscribePage)}?${query}`;
    },
    read(given) {
      const kind = MAIL_KINDS.find((one) => one === given.kind);
      // Something is always compared, so that the time of an answer tells nothing.
      const subscription: Subscription = { kind: kind ?? 'affected', id: given.id };
      const expected = signed(subscription);
      const bytes = Buffer.from(given.key, 'base64url');
      const isRight = bytes.length === expected.length && timingSafeEqual(bytes, expected);
      return isRight && kind ? subscription : null;
    },
  };
}
