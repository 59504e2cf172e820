// Port: another site at which people sign in (single sign-on).

/** What a site says of somebody who signed in there. */
export interface SiteClaims {
  /** The site, and who the person is there: the pair never changes. */
  readonly issuer: string;
  readonly subject: string;
  /** '' when the site does not tell. */
  readonly email: string;
  /** Whether the site has made sure that the address is the person's. */
  readonly emailVerified: boolean;
  readonly userName: string;
  readonly nameFirst: string;
  readonly nameLast: string;
  /** From the claim that the configuration names; null: it names none. */
  readonly personId: string | null;
  /** Roles that the site gives the person; null if the site does not decide about roles. */
  readonly roles: readonly string[] | null;
  /** Proof of the sign-in, to end it there. */
  readonly idToken: string;
}

export interface SignInSite {
  /** In addresses: letters and digits. */
  readonly id: string;
  /** As people call it. */
  readonly label: string;
  readonly issuer: string;
  /** Where to send the browser, and what to remember until it comes back. Rejects when the site is away. */
  begin(callback: string): Promise<{ readonly address: string; readonly memory: string }>;
  /** The person who came back; `address` is the whole callback address. Throws SiteRefusal when the callback cannot be trusted. */
  finish(address: URL, memory: string): Promise<SiteClaims>;
  /** Where the browser ends the session at the site; null: the site offers none. */
  endAddress(idToken: string, backTo: string): Promise<string | null>;
  /** Whose session the site has ended, read from its signed notice; null if the notice cannot be trusted. */
  ended(token: string): Promise<{ readonly subject: string; readonly at: number } | null>;
}

/** The site, or what came back from it, cannot be taken for a sign-in. `message` is for the person. */
export class SiteRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SiteRefusal';
  }
}
