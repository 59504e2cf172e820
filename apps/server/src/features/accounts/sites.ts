// The sign-in sites of this installation, by their ids and issuers.
import type { SignInSite } from '../../ports/sign-in-site.ts';

export interface SignInSites {
  readonly all: readonly SignInSite[];
  find(id: string): SignInSite | undefined;
  /** The displayed name of a site; its id if the site is no longer configured. */
  labelOf(id: string): string;
  labelOfIssuer(issuer: string): string;
}

export const signInSites = (all: readonly SignInSite[]): SignInSites => {
  const find = (id: string) => all.find((site) => site.id === id);
  return {
    all,
    find,
    labelOf: (id) => find(id)?.label ?? id,
    labelOfIssuer: (issuer) => all.find((site) => site.issuer === issuer)?.label ?? issuer,
  };
};
