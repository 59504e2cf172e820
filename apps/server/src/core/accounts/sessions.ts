// Sessions in the store: random cookies, kept as hashes, found, begun, ended and swept.
import type { Insertable, Kysely } from 'kysely';
import { inPassing } from '../../platform/replies/in-passing.ts';
import type { Tables } from '../../store/tables.ts';
import { rememberDevice } from './devices.ts';
import { isExpired, type Person } from './people.ts';
import { newSecret, secretHash } from './secret.ts';
import type { Session } from './session.ts';

/** After this long the password is asked for again, however much the session is used. */
const LONGEST_SECONDS = 90 * 86_400;
/** Expired tokens stay in their owner's list for this long. */
const SHOWN_SECONDS = 90 * 86_400;
/** Using a session is written down at most this often. */
const SLIDE_SECONDS = 300;

/** A session that began at a sign-in site. */
export interface Elsewhere {
  readonly provider: string;
  /** Sealed. */
  readonly idToken: string;
}

type Begun = Omit<
  Insertable<Tables['sessions']>,
  'token_hash' | 'person_id' | 'created_at' | 'expires_at'
>;

/** `now` in milliseconds. */
export function openSessions(db: Kysely<Tables>, now: () => number) {
  const seconds = () => Math.floor(now() / 1000);
  return {
    /**
     * The session that belongs to a cookie, also of an expired account; null: there is none. Each
     * use moves the end of the session.
     */
    async find(cookie: string | undefined): Promise<Session | null> {
      if (!cookie) return null;
      const token_hash = secretHash(cookie);
      const found = await db
        .selectFrom('sessions')
        .innerJoin('people', 'people.person_id', 'sessions.person_id')
        .selectAll('people')
        .select(['sessions.expires_at as ends_at', 'sessions.lifetime_s'])
        .where('token_hash', '=', token_hash)
        .where('sessions.expires_at', '>', seconds())
        .where('sessions.created_at', '>', seconds() - LONGEST_SECONDS)
        .executeTakeFirst();
      if (!found) return null;
      const ends = seconds() + Number(found.lifetime_s);
      if (ends - Number(found.ends_at) >= SLIDE_SECONDS)
        await inPassing(
          db
            .updateTable('sessions')
            .set({ expires_at: ends })
            .where('token_hash', '=', token_hash)
            .execute(),
        );
      return toSession(found, now());
    },

    /** Opens a session; answers its cookie and the device's new secret. */
    async begin(
      person: Person,
      known: string | null,
      session: Begun,
    ): Promise<{ readonly cookie: string; readonly device: string }> {
      const cookie = newSecret();
      const device = await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('sessions')
          .values({
            ...session,
            token_hash: secretHash(cookie),
            person_id: person.person_id,
            created_at: seconds(),
            expires_at: seconds() + session.lifetime_s,
          })
          .execute();
        return await rememberDevice(trx, person.person_id, known, seconds());
      });
      return { cookie, device };
    },

    /** Forgets the session of this cookie, if there is one; answers where it came from. */
    async end(cookie: string): Promise<Elsewhere | null> {
      const ended = await db
        .deleteFrom('sessions')
        .where('token_hash', '=', secretHash(cookie))
        .returning(['provider', 'id_token'])
        .executeTakeFirst();
      return ended?.provider ? { provider: ended.provider, idToken: ended.id_token } : null;
    },

    /** Removes whatever has expired, devices, tickets, links and tokens too. */
    async sweep() {
      await db
        .deleteFrom('sessions')
        .where((e) =>
          e.or([
            e('expires_at', '<=', seconds()),
            e('created_at', '<=', seconds() - LONGEST_SECONDS),
          ]),
        )
        .execute();
      for (const table of ['known_devices', 'sign_in_tickets', 'account_requests'] as const)
        await db.deleteFrom(table).where('expires_at', '<=', seconds()).execute();
      // Expired ones are shown for a while, so that their owners know why a program stopped.
      await db
        .deleteFrom('access_tokens')
        .where('expires_at', '<=', seconds() - SHOWN_SECONDS)
        .execute();
    },
  };
}

export const toSession = (person: Person, now: number): Session => ({
  personId: person.person_id,
  userName: person.user_name,
  nameFirst: person.name_first,
  nameLast: person.name_last,
  email: person.email,
  expired: isExpired(person, now),
});
