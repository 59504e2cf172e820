// Calls of the sign-in and profile services (specification part 2 section 7).
import * as z from 'zod/mini';
import { PREFERENCE_APPLICATION } from '../accounts/preferences.ts';
import { whenNone } from './none.ts';

/** GET/POST {auth}login. */
export const signedInPerson = z.object({
  personId: z.string(),
  userName: z.string(),
  nameFirst: z.string(),
  nameLast: z.string(),
  /** First and last name; the user name where neither is known. */
  personName: z.string(),
  /**
   * Features that this person tries out in the portal; {profile}/beta-users lists them for other
   * applications.
   */
  betaFeatures: z.array(z.string()),
  email: z.optional(z.string()),
  /** What the person may do beyond their own things. */
  roles: z.optional(z.array(z.string())),
});
export type SignedInPerson = z.infer<typeof signedInPerson>;

/** Roles that `isobar user role` gives. */
export const ROLES = ['operator'] as const;
export type Role = (typeof ROLES)[number];

/** What a failed sign-in says, verbatim (part 2 section 8). */
export const LOGIN_MESSAGES = {
  'invalid-credentials': 'Invalid Credentials!',
  'account-expired': 'Account expired!',
  'invalid-session': 'Invalid Session!',
} as const;

/** The text with which every service refuses a caller without a session. */
export const NO_SESSION_MESSAGE =
  'Invalid session, no ticket provided, no username/password provided';

/** GET and POST {profile}/preference… */
export const preference = z.object({
  personId: z.string(),
  application: z.string(),
  preference: z.string().check(z.minLength(1), z.maxLength(100)),
  /** JSON text. */
  value: z.string().check(z.maxLength(65_536)),
});

/** GET {profile}/preference/search/appPersonIdPref. */
export const preferenceQuery = z.object({
  personId: z.string(),
  application: z._default(z.string().check(z.maxLength(100)), PREFERENCE_APPLICATION),
  preference: z.string().check(z.minLength(1), z.maxLength(100)),
  none: whenNone,
});

/** GET {profile}/beta-users/search/app. */
export const betaUsersQuery = z.object({
  personId: z.string(),
  appName: z._default(z.string().check(z.maxLength(100)), PREFERENCE_APPLICATION),
});

/**
 * GET and PUT {profile}/cart (decision 1025). The server keeps what the portal sends and does not
 * look into the items. savedAt: UTC; null if none was ever saved. A PUT answers the new one.
 */
export const storedCart = z.object({
  items: z.array(z.unknown()).check(z.maxLength(1000)),
  savedAt: z.nullable(z.string()),
});
export const cartToStore = z.object({ items: z.array(z.unknown()).check(z.maxLength(1000)) });
