// Tables for the management of one's own account, sign-in at other sites and recommendations
// (migration 0100).
import type { Generated, Kysely } from 'kysely';

export interface AccountTables {
  /** Personal access tokens: programs use them instead of a password. */
  access_tokens: {
    token_id: string;
    person_id: string;
    name: string;
    /** SHA-256 of the token, hex. */
    token_hash: string;
    /** Names of scopes, separated by spaces. */
    scopes: string;
    created_at: number;
    expires_at: number;
    /** Written down every few minutes. */
    last_used_at: number | null;
  };
  /**
   * Requests that wait until the person follows the link in a mail. The link's key is derived from
   * the id and the installation's secret.
   */
  account_requests: {
    request_id: string;
    kind: string;
    /**
     * The address to which the link is mailed; for a forgotten password, whatever the person typed.
     */
    email: string;
    /** The person; null: there is none, or it was not looked up yet. */
    person_id: string | null;
    /** JSON of the person to be, without the password itself. */
    payload: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  /** The identity of a user at a sign-in site. */
  person_identities: {
    issuer: string;
    subject: string;
    person_id: string;
    linked_at: number;
    /**
     * How it was shown that the account is this person's: 'domain', the site owns the domain of the
     * address; 'password'; 'mail', a link that was mailed; 'site', only the site's claim.
     */
    proof: Generated<string>;
  };
  /**
   * One-time tickets by which the callback of a sign-in site hands a person to the portal. SHA-256,
   * hex.
   */
  sign_in_tickets: {
    ticket_hash: string;
    /** Hash of the secret in the cookie of the browser for which the ticket was made. */
    browser_hash: string;
    person_id: string;
    provider: string;
    /** Sealed. */
    id_token: string;
    expires_at: number;
    /** The session at the site; empty if it has no id. */
    site_session: Generated<string>;
  };
  /** Instruments recommended to a person by the nightly job; JSON list. */
  recommendations: { person_id: string; kind: string; instruments: string; made_at: number };
}

const text = 'text';
const whole = 'bigint';

export async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  for (const column of ['agent', 'provider', 'id_token'])
    await db.schema
      .alterTable('sessions')
      .addColumn(column, text, (c) => c.notNull().defaultTo(''))
      .execute();
  await db.schema
    .alterTable('person_roles')
    .addColumn('given_by', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('access_tokens')
    .addColumn('token_id', text, (c) => c.primaryKey())
    .addColumn('person_id', text, (c) =>
      c.notNull().references('people.person_id').onDelete('cascade'),
    )
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .addColumn('last_used_at', whole)
    .execute();
  await db.schema
    .createIndex('access_tokens_by_person')
    .on('access_tokens')
    .column('person_id')
    .execute();
  await db.schema
    .createTable('account_requests')
    .addColumn('request_id', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('person_id', text, (c) => c.references('people.person_id').onDelete('cascade'))
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .addColumn('used_at', whole)
    .execute();
  await db.schema
    .createIndex('account_requests_by_person')
    .on('account_requests')
    .column('person_id')
    .execute();
  await db.schema
    .createTable('person_identities')
    .addColumn('issuer', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('person_id', text, (c) =>
      c.notNull().references('people.person_id').onDelete('cascade'),
    )
    .addColumn('linked_at', whole, (c) => c.notNull())
    .addPrimaryKeyConstraint('person_identities_key', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createTable('sign_in_tickets')
    .addColumn('ticket_hash', text, (c) => c.primaryKey())
    .addColumn('browser_hash', text, (c) => c.notNull())
    .addColumn('person_id', text, (c) =>
      c.notNull().references('people.person_id').onDelete('cascade'),
    )
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('id_token', text, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('recommendations')
    .addColumn('person_id', text, (c) =>
      c.notNull().references('people.person_id').onDelete('cascade'),
    )
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('instruments', text, (c) => c.notNull())
    .addColumn('made_at', whole, (c) => c.notNull())
    .addPrimaryKeyConstraint('recommendations_key', ['person_id', 'kind'])
    .execute();
}
