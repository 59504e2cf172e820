// Port: an identity provider (single sign-on).

/** The claims of an identity provider about a user who signed in there. */
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
  /** The session at the site, by which the site reports its end; '' if it has no id. */
  readonly siteSession: string;
}

export interface SignInSite {
  /** The name of the site in addresses: letters and digits. */
  readonly id: string;
  /** The name that users know. */
  readonly label: string;
  readonly issuer: string;
  /**
   * Domains whose addresses the site gives out itself, in ASCII: for these its word on an address
   * is enough.
   */
  readonly emailDomains: readonly string[];
  /**
   * Days after the last sign-in for which a role that the site gave stays; null: the site does not
   * decide about roles.
   */
  readonly roleDays: number | null;
  /**
   * Where to send the browser, and what to remember until it comes back. Rejects when the site is
   * away.
   */
  begin(callback: string): Promise<{ readonly address: string; readonly memory: string }>;
  /**
   * The person who came back; `address` is the whole callback address. Throws SiteRefusal when the
   * callback cannot be trusted.
   */
  finish(address: URL, memory: string): Promise<SiteClaims>;
  /** Where the browser ends the session at the site; null: the site offers none. */
  endAddress(idToken: string, backTo: string): Promise<string | null>;
  /**
   * Whose session the site has ended, read from its signed notice; null if the notice cannot be
   * trusted.
   */
  ended(token: string): Promise<EndedThere | null>;
  /** Asks the site whether users can sign in there; never rejects. */
  examine(callback: string): Promise<SiteFindings>;
}

/**
 * What a site ended: a session of its own, or all of a person. At least one of the two is named.
 */
export interface EndedThere {
  readonly subject: string | null;
  readonly siteSession: string | null;
  /** Seconds UTC: sessions that began later go on. */
  readonly at: number;
}

export interface SiteFindings {
  /** What prevents sign-ins. */
  readonly problems: readonly string[];
  /** What works differently there. */
  readonly notes: readonly string[];
}

/**
 * The site, or what came back from it, cannot be taken for a sign-in. `message` is for the person.
 */
export class SiteRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SiteRefusal';
  }
}
