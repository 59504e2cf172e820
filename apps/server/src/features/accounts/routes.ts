// Accounts: signing in and out, preferences, beta features and the kept cart.
import type { Kysely } from 'kysely';
import type { Accounts } from '../../core/accounts/accounts.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http.ts';
import type { Tables } from '../../store/tables.ts';
import { registerAuth } from './auth.ts';
import { registerProfile } from './profile.ts';

export interface AccountsFeature {
  readonly db: Kysely<Tables>;
  readonly accounts: Accounts;
}

export function registerAccounts(http: Http<Session>, { db, accounts }: AccountsFeature): void {
  registerAuth(http, accounts);
  registerProfile(http, db);
}
