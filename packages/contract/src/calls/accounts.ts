// Calls of the sign-in and profile services (specification part 2 section 7).
import * as z from 'zod/mini';

/** GET/POST {auth}login. */
export const signedInPerson = z.object({
  personId: z.string(),
  userName: z.string(),
  nameFirst: z.string(),
  nameLast: z.string(),
  email: z.optional(z.string()),
});
export type SignedInPerson = z.infer<typeof signedInPerson>;

/** What a failed sign-in says, verbatim (part 2 section 8). */
export const LOGIN_MESSAGES = {
  'invalid-credentials': 'Invalid Credentials!',
  'account-expired': 'Account expired!',
  'invalid-session': 'Invalid Session!',
} as const;

/** The text by which every service says that nobody is signed in. */
export const NO_SESSION_MESSAGE =
  'Invalid session, no ticket provided, no username/password provided';

/** Preferences are stored per person under this application. */
export const PREFERENCE_APPLICATION = 'discovery';

/** GET and POST {profile}/preference… */
export const preference = z.object({
  personId: z.string(),
  application: z.string(),
  preference: z.string().check(z.minLength(1), z.maxLength(100)),
  /** JSON text. */
  value: z.string().check(z.maxLength(65_536)),
});
export type Preference = z.infer<typeof preference>;
