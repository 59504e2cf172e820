// Accounts as an operator sees and changes them: roles, sign-out, tokens, expiry. No password is
// ever shown or set here.
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import type { accountToAdd, operatePeople, PersonAct } from '@isobar/contract/calls/admin.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { type Expression, type Kysely, sql } from 'kysely';
import type * as z from 'zod/mini';
import { setBeta } from '../../core/accounts/beta-features.ts';
import { checkedEmail, checkedUserName } from '../../core/accounts/names.ts';
import {
  expirePerson,
  insertPerson,
  renewAccessToken,
  signOutEverywhere,
} from '../../core/accounts/people.ts';
import { fileRequest } from '../../core/accounts/requests.ts';
import { giveRole } from '../../core/accounts/roles.ts';
import { noteAct, type Operator, subjectOf } from '../../core/audit/audit.ts';
import type { Tables } from '../../store/tables.ts';

const LISTED = 200;

export async function peopleOf(
  db: Kysely<Tables>,
  find: string,
): Promise<z.infer<typeof operatePeople>> {
  const name = sql<string>`lower(name_first || ' ' || name_last)`;
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where(({ or, ref }) =>
      or(
        spellingsOf(find).flatMap((text) => [
          contains(ref('user_name'), text),
          contains(ref('email'), text),
          contains(name, text),
        ]),
      ),
    )
    .orderBy('user_name')
    .limit(LISTED + 1)
    .execute();
  const now = Math.floor(Date.now() / 1000);
  const ids = rows.map((row) => row.person_id);
  const none = ids.length === 0 ? [''] : ids;
  const roles = await db
    .selectFrom('person_roles')
    .select(['person_id', 'role'])
    .where('person_id', 'in', none)
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
    .execute();
  const beta = await db
    .selectFrom('beta_users')
    .select(['person_id', 'feature_name'])
    .where('person_id', 'in', none)
    .where('app_name', '=', PREFERENCE_APPLICATION)
    .orderBy('feature_name')
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select((e) => ['person_id', e.fn.countAll<number>().as('n')])
    .where('person_id', 'in', none)
    .groupBy('person_id')
    .execute();
  return {
    more: rows.length > LISTED,
    people: rows.slice(0, LISTED).map((row) => ({
      userName: row.user_name,
      name: `${row.name_first} ${row.name_last}`.trim(),
      email: row.email,
      roles: roles.flatMap((one) => (one.person_id === row.person_id ? [one.role] : [])),
      beta: beta.flatMap((one) => (one.person_id === row.person_id ? [one.feature_name] : [])),
      hasToken: row.access_token_hash !== null,
      sessions: Number(sessions.find((one) => one.person_id === row.person_id)?.n ?? 0),
      expires: row.expires_at === null ? null : formatInstant(Number(row.expires_at)),
      created: formatInstant(Number(row.created_at)),
    })),
  };
}

/**
 * What is typed in lower case, and with the other letters than those of ASCII large at the start of
 * words, and everywhere: SQLite changes the case of ASCII letters only.
 */
function spellingsOf(typed: string): readonly string[] {
  const small = typed.trim().toLowerCase();
  const titled = small.replace(/(?<![\p{L}\p{M}])[^\p{ASCII}]/gu, (letter) => letter.toUpperCase());
  return [
    ...new Set([small, titled, small.replace(/[^\p{ASCII}]/gu, (letter) => letter.toUpperCase())]),
  ];
}

const contains = (column: Expression<string>, text: string) =>
  sql<boolean>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

type Act = (db: Kysely<Tables>, personId: string) => Promise<unknown>;

const ACTS: Readonly<Record<PersonAct, Act>> = {
  operator: (db, id) => giveRole(db, id, 'operator'),
  'no-role': (db, id) => giveRole(db, id, null),
  'sign-out': signOutEverywhere,
  'revoke-token': renewAccessToken, // replaced by a new one that is never shown
  expire: (db, id) => expirePerson(db, id, Math.floor(Date.now() / 1000)),
  renew: (db, id) => expirePerson(db, id, null),
};

/** Throws 'conflict' if an operator would lock themselves out. */
export async function actOnPerson(
  db: Kysely<Tables>,
  operator: Operator,
  userName: string,
  act: PersonAct,
): Promise<void> {
  const person = await personNamed(db, userName);
  const own = person.person_id === operator.personId;
  if (own && (act === 'no-role' || act === 'expire'))
    throw new Problem(
      'conflict',
      'You cannot take away your own role or account. Ask another operator.',
    );
  await ACTS[act](db, person.person_id);
  await noteAct(db, operator, { action: `person.${act}`, ...subjectOf(person) });
}

/**
 * Adds a person and mails the link by which a password is chosen; until then there is none to sign
 * in with. Throws 'bad-request', 'conflict'.
 */
export async function addAccountFor(
  db: Kysely<Tables>,
  operator: Operator,
  person: z.infer<typeof accountToAdd>,
  now: number,
): Promise<void> {
  const [userName, email] = [checkedUserName(person.userName), checkedEmail(person.email)];
  const { nameFirst, nameLast } = person;
  const aboutId = await insertPerson(db, {
    userName,
    email,
    nameFirst,
    nameLast,
    passwordHash: '',
  });
  await fileRequest(db, { kind: 'password', email }, now);
  await noteAct(db, operator, { action: 'person.add', subject: userName, aboutId });
}

/** Throws 'not-found', 'bad-request'. */
export async function setBetaOf(
  db: Kysely<Tables>,
  operator: Operator,
  { userName, feature, on }: { userName: string; feature: string; on: boolean },
): Promise<void> {
  const person = await personNamed(db, userName);
  await setBeta(db, person.person_id, feature, on);
  const action = on ? 'person.beta' : 'person.no-beta';
  await noteAct(db, operator, { action, ...subjectOf(person), note: feature });
}

async function personNamed(db: Kysely<Tables>, userName: string) {
  const person = await db
    .selectFrom('people')
    .select(['person_id', 'user_name'])
    .where('user_name', '=', userName.trim().toLowerCase())
    .executeTakeFirst();
  if (!person) throw new Problem('not-found', `There is no person ${userName}.`);
  return person;
}
