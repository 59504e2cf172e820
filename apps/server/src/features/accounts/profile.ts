// The profile service: preferences, beta features and the cart that a signed-in person keeps on the
// server.

import {
  betaFeatures,
  keepCart,
  readCart,
  readPreference,
  savePreference,
} from '@isobar/contract/calls/profile-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { betaFeaturesOf } from '../../core/accounts/beta-features.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import { sendUnchecked } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';

/** A person stores at most this many preferences. */
const MOST_PREFERENCES = 200;

export function registerProfile(http: Http<Session>, db: Kysely<Tables>): void {
  http.route(readPreference, async ({ query, session }) => {
    const personId = own(session, query.personId);
    const found = await db
      .selectFrom('preferences')
      .select('value')
      .where('person_id', '=', personId)
      .where('application', '=', query.application)
      .where('preference', '=', query.preference)
      .executeTakeFirst();
    const { none, ...asked } = query;
    if (!found && none !== 'empty')
      throw new Problem('not-found', `No preference ${query.preference} is stored.`);
    return { ...asked, value: found?.value ?? '' };
  });
  http.route(savePreference, async ({ body, session }) => {
    const row = {
      person_id: own(session, body.personId),
      application: body.application,
      preference: body.preference,
      value: body.value,
    };
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('preferences')
        .values(row)
        .onConflict((c) =>
          c.columns(['person_id', 'application', 'preference']).doUpdateSet({ value: row.value }),
        )
        .execute();
      const { count } = await trx
        .selectFrom('preferences')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('person_id', '=', row.person_id)
        .executeTakeFirstOrThrow();
      if (Number(count) > MOST_PREFERENCES)
        throw new Problem('conflict', `A person keeps at most ${MOST_PREFERENCES} preferences.`);
    });
    return body;
  });
  http.route(betaFeatures, async ({ query, session }) => {
    const features = await betaFeaturesOf(db, own(session, query.personId), query.appName);
    return { _embedded: { 'beta-users': features.map((featureName) => ({ featureName })) } };
  });
  registerCart(http, db);
}

/** Items with thousands of chosen files each; as much as a browser keeps. */
const CART_BYTES = 8 << 20;

/** Decision 25: the cart outlives the browser's 24 hours. */
function registerCart(http: Http<Session>, db: Kysely<Tables>): void {
  http.route(readCart, async ({ session, reply }) => {
    const row = await db
      .selectFrom('carts')
      .select(['cart', 'updated_at'])
      .where('person_id', '=', session.personId)
      .executeTakeFirst();
    if (!row) return { items: [], savedAt: null };
    return sendUnchecked(reply, storedCart(row.cart, Number(row.updated_at)));
  });
  http.route(
    keepCart,
    async ({ body, session, reply }) => {
      const updated_at = Math.floor(Date.now() / 1000);
      const cart = JSON.stringify(body.items);
      await db
        .insertInto('carts')
        .values({ person_id: session.personId, cart, updated_at })
        .onConflict((c) => c.column('person_id').doUpdateSet({ cart, updated_at }))
        .execute();
      return sendUnchecked(reply, storedCart(cart, updated_at));
    },
    { bodyLimit: CART_BYTES },
  );
}

/**
 * A StoredCart around items that are already JSON: megabytes are not parsed and written again just
 * for an envelope.
 */
const storedCart = (items: string, updatedAt: number): string =>
  `{"items":${items},"savedAt":${JSON.stringify(formatInstant(updatedAt))}}`;

/** The id of the signed-in user; throws if the call names another account. */
function own(session: Session, personId: string): string {
  if (session.personId !== personId)
    throw new Problem('forbidden', 'This belongs to another person.');
  return personId;
}
