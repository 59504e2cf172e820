// Replies of the calls on one's own account: signing up, forgotten passwords, sessions, access
// tokens, deletion.
import * as z from 'zod/mini';

/** Something that was asked for by mail and waits for its link to be opened. */
export const REQUEST_KINDS = ['register', 'password', 'email', 'connect'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const pendingRequest = z.object({
  kind: z.enum(REQUEST_KINDS),
  /** The address that the link was sent to. */
  email: z.string(),
  /** '' until one is chosen. */
  userName: z.string(),
});
export type PendingRequest = z.infer<typeof pendingRequest>;

export const confirmed = z.object({ kind: z.enum(REQUEST_KINDS), userName: z.string() });

/** GET and PUT {profile}/person. */
export const ownPerson = z.object({
  personId: z.string(),
  userName: z.string(),
  nameFirst: z.string(),
  nameLast: z.string(),
  email: z.string(),
  /** False: this person signs in elsewhere, and proves it by having just done so. */
  hasPassword: z.boolean(),
  /** The demo account, which everybody uses, cannot be changed. */
  shared: z.boolean(),
  /** Since when the account has existed, UTC. */
  since: z.string(),
  /** Sign-in sites that lead to this account. */
  providers: z.array(z.string()),
  roles: z.array(z.string()),
});
export type OwnPerson = z.infer<typeof ownPerson>;
/** GET {profile}/sessions; DELETE {profile}/sessions (all others) and {profile}/sessions/ID. */
export const ownSessions = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      startedAt: z.string(),
      lastUsedAt: z.string(),
      /** 'Firefox on Linux', as the browser named itself. */
      device: z.string(),
      /** How the person signed in: '' by password, else the label of a sign-in site. */
      provider: z.string(),
      current: z.boolean(),
    }),
  ),
});
export type OwnSession = z.infer<typeof ownSessions>['sessions'][number];

/** What a personal access token may be used for. */
export const TOKEN_SCOPES = {
  data: 'Live data: list, download and extract files',
  'orders:read': 'Orders: see them and download deliveries',
  'orders:write': 'Orders: place, repeat, retry and cancel them',
  profile: 'Preferences, cart, saved searches and prepared orders',
  operator: 'What the roles of the account allow',
} as const;
export type TokenScope = keyof typeof TOKEN_SCOPES;
/** The names of scopes, in the order of TOKEN_SCOPES. */
export const SCOPE_NAMES = [
  'data',
  'orders:read',
  'orders:write',
  'profile',
  'operator',
] as const satisfies readonly TokenScope[];

export const MOST_TOKENS = 20;
/** A token is valid for at most this many days. */
export const MOST_TOKEN_DAYS = 366;

export const ownToken = z.object({
  tokenId: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  expired: z.boolean(),
});
export type OwnToken = z.infer<typeof ownToken>;
export const ownTokens = z.object({ tokens: z.array(ownToken) });
/** The answer to making a token: `token` is shown only this once. */
export const madeToken = z.object({ ...ownToken.shape, token: z.string() });
