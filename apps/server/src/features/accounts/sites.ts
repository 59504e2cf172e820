// The sign-in sites of this installation, by their ids and issuers.
import type { SignInSite } from '../../ports/sign-in-site.ts';

export interface SignInSites {
  readonly all: readonly SignInSite[];
  find(id: string): SignInSite | undefined;
  /** As people call it; the id itself where the site is not configured any more. */
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
