// Who is signed in, as every feature sees it.

export interface Session {
  readonly personId: string;
  readonly userName: string;
  readonly nameFirst: string;
  readonly nameLast: string;
  readonly email: string;
  /**
   * The account has run out: the person may see the account page and how to renew, nothing more
   * (decision 1005).
   */
  readonly expired: boolean;
  /** Name of the access token that a program showed; absent: a browser. */
  readonly token?: string;
}

/** The name under which a person's acts are recorded. */
export const writtenBy = ({ personId, nameFirst, nameLast, userName }: Session) => ({
  personId,
  name: `${nameFirst} ${nameLast}`.trim() || userName,
});
