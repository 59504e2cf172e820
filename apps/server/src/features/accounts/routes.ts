// Accounts: signing in and out, preferences, beta features, the kept cart and saved searches.
import type { Accounts } from '../../core/accounts/accounts.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http.ts';
import { registerAuth } from './auth.ts';
import { registerProfile } from './profile.ts';
import { registerSavedSearches, type SavedSearchesFeature } from './saved-searches.ts';

export interface AccountsFeature extends SavedSearchesFeature {
  readonly accounts: Accounts;
}

export function registerAccounts(http: Http<Session>, feature: AccountsFeature): void {
  registerAuth(http, feature.accounts, feature.db);
  registerProfile(http, feature.db);
  registerSavedSearches(http, feature);
}
