// Calls that end mails of one kind without a sign-in: the page behind the link in a mail, and the
// one click of mail programs.
import * as z from 'zod/mini';
import { bytes, defineCall } from './call.ts';

/** 'affected': data of orders changed since; 'search': new results of a saved search. */
export const MAIL_KINDS = ['affected', 'search'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

const link = z.object({
  kind: z.string().check(z.maxLength(20)),
  id: z.string().check(z.maxLength(100)),
  key: z.string().check(z.maxLength(100)),
});

const example = { query: { kind: 'affected', id: 'ID', key: 'KEY' } };

export const unsubscribePage = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/unsubscribe',
  summary:
    'A page with one button that ends mails of one kind; nothing changes before it is pressed',
  session: 'none',
  perMinute: 30,
  query: link,
  answer: bytes('text/html'),
  errors: ['forbidden'],
  example,
});

export const unsubscribe = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/unsubscribe',
  summary: 'Ends mails of one kind without a sign-in, as mail programs ask (RFC 8058)',
  session: 'none',
  perMinute: 30,
  query: link,
  answer: bytes('text/html'),
  errors: ['forbidden'],
  example,
});
