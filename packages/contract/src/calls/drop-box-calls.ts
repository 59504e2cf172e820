// Calls by which a person links a drop box.
import * as z from 'zod/mini';
import { bytes, defineCall, redirect } from './call.ts';
import { dropBoxLinked } from './orders.ts';

export const isDropBoxLinked = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/validate/dropbox/:personId',
  summary:
    'Is the drop box of a person linked, and where to link it; without that where drop boxes are not set up',
  session: 'required',
  token: 'orders:read',
  perMinute: 60,
  params: z.object({ personId: z.string().check(z.maxLength(200)) }),
  answer: dropBoxLinked,
  errors: ['unavailable'],
});

export const linkDropBox = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/dropbox/link',
  summary: 'Redirects to where a person authorises deliveries to their drop box',
  session: 'required',
  token: 'installation',
  perMinute: 20,
  answer: redirect(303),
  errors: ['unavailable'],
});

export const backFromDropBox = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/dropbox/callback',
  summary: 'Where the drop box redirects a person back to',
  session: 'required',
  token: 'installation',
  perMinute: 20,
  query: z.object({
    state: z.string().check(z.maxLength(2000)),
    code: z.optional(z.string().check(z.maxLength(2000))),
    error: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: bytes('text/html'),
  errors: ['unavailable'],
});

export const unlinkDropBox = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/dropbox/unlink',
  summary: 'Revokes the permission and removes the link',
  session: 'required',
  token: 'installation',
  perMinute: 20,
  answer: dropBoxLinked,
  errors: ['unavailable'],
});
