// Ends mails of one kind by the signed link that each of them has: a page with one button, and the
// one click of mail programs.
import {
  PREFERENCE_APPLICATION,
  PREFERENCES,
  parseSaved,
} from '@isobar/contract/accounts/preferences.ts';
import { unsubscribe, unsubscribePage } from '@isobar/contract/calls/unsubscribe-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Session } from '../../core/accounts/session.ts';
import { type Subscription, unsubscribeLinks } from '../../core/accounts/unsubscribe.ts';
import { plainPage } from '../../core/pages/plain-page.ts';
import type { Http } from '../../platform/http/http.ts';
import { html } from '../../platform/text/html.ts';
import type { Tables } from '../../store/tables.ts';

type Db = Kysely<Tables>;

export interface UnsubscribeFeature {
  readonly db: Db;
  /** The installation's secret. */
  readonly secret: Uint8Array;
  /** Address of the installation, without a slash at the end. */
  readonly url: string;
  readonly title: string;
}

export function registerUnsubscribe(http: Http<Session>, feature: UnsubscribeFeature): void {
  const { db, title } = feature;
  const links = unsubscribeLinks(feature.secret, feature.url);
  const meant = (query: { kind: string; id: string; key: string }): Subscription => {
    const subscription = links.read(query);
    if (!subscription)
      throw new Problem(
        'forbidden',
        'This link is not valid or not complete. Use the whole link from the mail.',
      );
    return subscription;
  };
  http.route(unsubscribePage, async ({ query, reply }) =>
    sendPage(reply, title, 'Stop these mails?', askingText(meant(query)), true),
  );
  http.route(unsubscribe, async ({ query, reply }) => {
    const subscription = meant(query);
    await end(db, subscription);
    return sendPage(reply, title, 'These mails are stopped', doneText(subscription), false);
  });
}

const askingText = ({ kind }: Subscription): string =>
  kind === 'affected'
    ? 'You will get no more mails when data of your orders change. The pages of your orders still show it.'
    : 'You will get no more mails about new results of this saved search. The search stays saved.';

const doneText = ({ kind }: Subscription): string =>
  kind === 'affected'
    ? 'You can switch them on again in the profile of your account.'
    : 'You can switch them on again at the saved search.';

/** Ending twice, or after the account or the search is gone, changes nothing. */
async function end(db: Db, { kind, id }: Subscription): Promise<void> {
  if (kind === 'affected') await endAffected(db, id);
  else
    await db
      .updateTable('saved_searches')
      .set({ tell: 'never' })
      .where('search_id', '=', id)
      .execute();
}

async function endAffected(db: Db, personId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('people')
      .select('person_id')
      .where('person_id', '=', personId)
      .executeTakeFirst();
    if (!person) return;
    const key = { application: PREFERENCE_APPLICATION, preference: 'email' };
    const row = await trx
      .selectFrom('preferences')
      .select('value')
      .where('person_id', '=', personId)
      .where('application', '=', key.application)
      .where('preference', '=', key.preference)
      .executeTakeFirst();
    const saved = z.safeParse(PREFERENCES.email.shape, parseSaved(row?.value ?? '{}'));
    const now = { ...(saved.success ? saved.data : PREFERENCES.email.initial), affected: false };
    const value = JSON.stringify(now);
    await trx
      .insertInto('preferences')
      .values({ person_id: personId, ...key, value })
      .onConflict((c) =>
        c.columns(['person_id', 'application', 'preference']).doUpdateSet({ value }),
      )
      .execute();
  });
}

async function sendPage(
  reply: FastifyReply,
  title: string,
  heading: string,
  text: string,
  asks: boolean,
): Promise<FastifyReply> {
  return await reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(
      plainPage({
        site: { title, simulated: false },
        heading,
        body: html`<p>${text}</p>
${asks && html`<form method="post"><button type="submit" class="button">Stop these mails</button></form>`}
<p><a href="/discovery/#/account/profile">Back to ${title}</a></p>`,
      }),
    );
}
