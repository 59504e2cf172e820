// Everything that is kept about a person, as one JSON file: streamed, because orders may be many
// and large.

import { Readable } from 'node:stream';
import { exportOwnData } from '@isobar/contract/calls/own-account-calls.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { type Person, requirePersonById } from '../../core/accounts/people.ts';
import { rolesOf } from '../../core/accounts/roles.ts';
import type { Session } from '../../core/accounts/session.ts';
import { tokensOf, toOwn } from '../../core/accounts/tokens.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Tables } from '../../store/tables.ts';
import { deviceName } from './device-name.ts';
import { messagesFrom } from './sent-messages.ts';

type Db = Kysely<Tables>;

/** Orders read at once: each may hold a megabyte of file names. */
const PAGE = 20;

export function registerOwnData(http: Http<Session>, db: Db, now: () => number = Date.now): void {
  http.route(exportOwnData, async ({ session, reply }) => {
    const person = await requirePersonById(db, session.personId);
    const name = `isobar-${person.user_name}.json`;
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return reply.send(Readable.from(pieces(db, person, Math.floor(now() / 1000))));
  });
}

async function* pieces(db: Db, person: Person, now: number): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${text(formatInstant(now))}`;
  for (const [name, load] of Object.entries(SECTIONS))
    yield `,\n${text(name)}: ${text(await load(db, person, now))}`;
  yield ',\n"orders": [';
  let after = 0;
  for (let first = true; ; ) {
    const page = await ordersAfter(db, person.person_id, after);
    for (const { order_id, request, ...rest } of page) {
      const order = text({ orderId: Number(order_id), ...told(rest) }).slice(0, -1);
      yield `${first ? '' : ','}\n${order},"request":${request}}`; // it is already JSON
      first = false;
      after = Number(order_id);
    }
    if (page.length < PAGE) break;
  }
  yield ']\n}\n';
}

const text = (value: unknown): string => JSON.stringify(value);

const ordersAfter = (db: Db, personId: string, after: number) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'order_date', 'request', 'step', 'suspend_reason', 'failure'])
    .select(['file_count', 'bytes', 'completed_at', 'expires_at'])
    .where('person_id', '=', personId)
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(PAGE)
    .execute();

/** Converts instants to ISO dates, and keeps numbers as numbers. */
function told(row: Readonly<Record<string, string | number | null>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name, null];
      if (/_(at|date)$/.test(name)) return [name, formatInstant(Number(value))];
      return [name, /^(file_count|bytes)$/.test(name) ? Number(value) : value];
    }),
  );
}

type Section = (db: Db, person: Person, now: number) => Promise<unknown>;

const SECTIONS: Readonly<Record<string, Section>> = {
  account: async (_, person) => ({
    personId: person.person_id,
    userName: person.user_name,
    email: person.email,
    nameFirst: person.name_first,
    nameLast: person.name_last,
    hasPassword: person.password_hash !== '',
    createdAt: formatInstant(Number(person.created_at)),
    expiresAt: person.expires_at === null ? null : formatInstant(Number(person.expires_at)),
  }),
  roles: async (db, { person_id }) => await rolesOf(db, person_id),
  signInSites: async (db, { person_id }) =>
    (
      await db
        .selectFrom('person_identities')
        .select(['issuer', 'subject', 'linked_at'])
        .where('person_id', '=', person_id)
        .execute()
    ).map(told),
  sessions: async (db, { person_id }) =>
    (
      await db
        .selectFrom('sessions')
        .select(['created_at', 'agent'])
        .where('person_id', '=', person_id)
        .execute()
    ).map(({ created_at, agent }) => ({
      startedAt: formatInstant(Number(created_at)),
      device: deviceName(agent),
      browser: agent,
    })),
  accessTokens: async (db, { person_id }, now) =>
    (await tokensOf(db, person_id)).map((row) => toOwn(row, now)),
  betaFeatures: async (db, { person_id }) =>
    await db
      .selectFrom('beta_users')
      .select(['app_name', 'feature_name'])
      .where('person_id', '=', person_id)
      .execute(),
  preferences: async (db, { person_id }) =>
    await db
      .selectFrom('preferences')
      .select(['application', 'preference', 'value'])
      .where('person_id', '=', person_id)
      .execute(),
  savedSearches: async (db, { person_id }) =>
    (
      await db
        .selectFrom('saved_searches')
        .select(['name', 'kind', 'address', 'tell', 'hook_url', 'saved_at', 'opened_at'])
        .where('person_id', '=', person_id)
        .execute()
    ).map(told),
  recommendations: async (db, { person_id }) =>
    (
      await db
        .selectFrom('recommendations')
        .select(['kind', 'instruments', 'made_at'])
        .where('person_id', '=', person_id)
        .execute()
    ).map(told),
  dropBox: async (db, { person_id }) =>
    (
      await db
        .selectFrom('drop_boxes')
        .select('linked_at')
        .where('person_id', '=', person_id)
        .execute()
    ).map(told),
  citableOrders: async (db, { person_id }) =>
    (
      await db
        .selectFrom('cited_orders')
        .select(['order_id', 'cited_at', 'doi'])
        .where('person_id', '=', person_id)
        .execute()
    ).map(told),
  orderDrafts: async (db, { person_id }) =>
    (
      await db
        .selectFrom('order_drafts')
        .select(['made_at', 'expires_at', 'token', 'client', 'state', 'order_id', 'selected'])
        .where('person_id', '=', person_id)
        .execute()
    ).map(({ selected, ...rest }) => ({ ...told(rest), selected: JSON.parse(selected) })),
  supportMessages: async (db, { email }) => {
    const messages: unknown[] = [];
    for (const incidentId of await messagesFrom(db, email)) {
      const row = await db
        .selectFrom('incidents')
        .select(['subject', 'message', 'context', 'state', 'received_at', 'closed_at'])
        .where('incident_id', '=', incidentId)
        .executeTakeFirst();
      if (row) messages.push(told(row));
    }
    return messages;
  },
  actsOfOperators: async (db, { person_id }) =>
    (
      await db
        .selectFrom('operator_log')
        .select(['at', 'action', 'subject', 'note'])
        .where('about_id', '=', person_id)
        .orderBy('entry_id')
        .execute()
    ).map(({ at, ...rest }) => ({ at: formatInstant(Number(at)), ...rest })),
  actsAsOperator: async (db, { person_id }) =>
    (
      await db
        .selectFrom('operator_log')
        .select(['at', 'action'])
        .where('person_id', '=', person_id)
        .orderBy('entry_id')
        .execute()
    ).map(({ at, action }) => ({ at: formatInstant(Number(at)), action })), // no subjects
  cart: async (db, { person_id }) =>
    (await db.selectFrom('carts').select('cart').where('person_id', '=', person_id).execute()).map(
      ({ cart }): unknown => JSON.parse(cart),
    ),
};
