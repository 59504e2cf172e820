// Linking a drop box: is it linked (specification part 2 section 7), allow it, return from there,
// withdraw it.
import { pathOf } from '@isobar/contract/calls/call.ts';
import {
  backFromDropBox,
  isDropBoxLinked,
  linkDropBox,
  unlinkDropBox,
} from '@isobar/contract/calls/drop-box-calls.ts';
import type { dropBoxLinked } from '@isobar/contract/calls/orders.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type * as z from 'zod';
import type { Session } from '../../../core/accounts/session.ts';
import { plainPage } from '../../../core/pages/plain-page.ts';
import type { Http } from '../../../platform/http/http.ts';
import { html } from '../../../platform/text/html.ts';
import type { Db } from '../order.ts';
import {
  checkState,
  type DropBoxDelivery,
  forgetLink,
  keepLink,
  NOT_SET_UP,
  newState,
  openLinked,
} from './links.ts';

export interface DropBoxRoutes {
  readonly db: Db;
  /** Absent: not set up here. */
  readonly delivery: DropBoxDelivery | undefined;
  /** Address of the installation, without a slash at the end. */
  readonly url: string;
  /** Title of the archive. */
  readonly title: string;
}

export function registerDropBox(http: Http<Session>, feature: DropBoxRoutes): void {
  const { db, delivery, url, title } = feature;
  const configured = (): DropBoxDelivery => {
    if (delivery) return delivery;
    throw new Problem('unavailable', NOT_SET_UP);
  };
  const redirect = `${url}${pathOf(backFromDropBox)}`;
  const now = () => Math.floor(Date.now() / 1000);
  http.route(
    isDropBoxLinked,
    async ({ params, session, reply }): Promise<z.infer<typeof dropBoxLinked>> => {
      const { personId } = session;
      if (params.personId !== personId)
        throw new Problem('forbidden', 'You can only ask about your own drop box.');
      reply.header('cache-control', 'no-store');
      if (!delivery) return { data: false };
      const linked = await openLinked(delivery, db, personId);
      return linked ? { data: true } : { data: false, linkUrl: pathOf(linkDropBox) };
    },
  );
  http.route(linkDropBox, async ({ session, reply }) => {
    const { dropBox } = configured();
    const state = newState(configured(), session.personId, now());
    return await reply
      .header('cache-control', 'no-store')
      .redirect(dropBox.linkUrl({ redirect, state }), 303);
  });
  http.route(backFromDropBox, async ({ query, session, reply }) => {
    const opened = configured();
    checkState(opened, query.state, session.personId, now());
    if (query.code !== undefined) {
      const token = await opened.dropBox.exchange({ redirect, code: query.code });
      await keepLink(opened, db, session.personId, token, now());
    }
    const text =
      query.code === undefined
        ? 'Your Drop Box was not linked. You may close this window.'
        : 'Your Drop Box is linked. You may close this window and go on with your order.';
    return await reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(
        plainPage({
          site: { title, simulated: false },
          heading: 'Drop Box',
          body: html`<p>${text}</p>`,
        }),
      );
  });
  http.route(unlinkDropBox, async ({ session }): Promise<z.infer<typeof dropBoxLinked>> => {
    const { personId } = session;
    const linked = await openLinked(configured(), db, personId);
    await forgetLink(db, personId);
    await linked?.unlink();
    return { data: false };
  });
}
