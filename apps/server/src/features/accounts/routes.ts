// Accounts: signing in and up, preferences, the kept cart and saved searches, and changes of one's
// own account.
import type { Accounts } from '../../core/accounts/accounts.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import { sealWith } from '../../platform/keys/seal.ts';
import type { SignInSite } from '../../ports/sign-in-site.ts';
import { registerAuth } from './auth.ts';
import { registerConnect } from './connect.ts';
import { type OwnAccountFeature, registerOwnAccount } from './own-account.ts';
import { registerOwnData } from './own-data.ts';
import { registerProfile } from './profile.ts';
import { registerSavedSearches, type SavedSearchesFeature } from './saved-searches.ts';
import { registerSessions } from './sessions.ts';
import { registerSignUp } from './sign-up.ts';
import { registerSingleSignOn, type SingleSignOnFeature } from './single-sign-on.ts';
import { signInSites } from './sites.ts';
import { registerUnsubscribe } from './unsubscribe.ts';

export interface AccountsFeature
  extends SavedSearchesFeature,
    Pick<OwnAccountFeature, 'forgetOrders' | 'now'>,
    Pick<SingleSignOnFeature, 'url' | 'title' | 'log'> {
  readonly accounts: Accounts;
  /** The installation's secret. */
  readonly secret: Uint8Array;
  /** Whether users may create accounts for themselves. */
  readonly registration: boolean;
  readonly sites: readonly SignInSite[];
}

export function registerAccounts(http: Http<Session>, feature: AccountsFeature): void {
  const { db } = feature;
  const sites = signInSites(feature.sites);
  const sso = { ...feature, sites, seal: sealWith(feature.secret) };
  const welcome = registerAuth(http, sso);
  registerConnect(http, { ...feature, welcome });
  registerSignUp(http, feature);
  registerProfile(http, db);
  registerSessions(http, { ...feature, providerOf: sites.labelOf });
  registerOwnAccount(http, { ...feature, providerLabel: sites.labelOfIssuer });
  registerOwnData(http, db, feature.now);
  registerSavedSearches(http, feature);
  registerUnsubscribe(http, feature);
  registerSingleSignOn(http, sso);
}
