// Request bodies of the calls on one's own account; apart from the replies, because a browser
// checks only those.
import * as z from 'zod/mini';
import { LONGEST_NAME, PERSON_NAME } from '../accounts/person-name.ts';
import { MOST_TOKEN_DAYS, SCOPE_NAMES } from './own-account.ts';

const name = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LONGEST_NAME),
    z.regex(PERSON_NAME, 'has characters that no name has'),
  );
const password = z.string().check(z.minLength(1), z.maxLength(1000));
const address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, 'is no email address'),
  );

/** POST {auth}register. The answer is the same whether the address has an account or not. */
export const registration = z.object({
  userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  email: address,
  nameFirst: name.check(z.minLength(1, 'is needed')),
  nameLast: name,
  password,
});

/**
 * POST {auth}forgotten: user name or address. The answer is the same whether there is such an
 * account or not.
 */
export const forgotten = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
});

/** The key of a link in a mail. It is sent in bodies only. */
const key = z.string().check(z.minLength(20), z.maxLength(200));

/** POST {auth}confirm/look: what the link is for. */
export const confirmationLook = z.object({ key });
/** POST {auth}confirm: does it, once. userName: another name, if the first was taken meanwhile. */
export const confirmation = z.object({
  key,
  userName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  password: z.optional(password),
});
export const ownNames = z.object({
  nameFirst: name.check(z.minLength(1, 'is needed')),
  nameLast: name,
});

const current = z.optional(password);
/** PUT {profile}/password; POST {profile}/email; POST {profile}/leave. */
export const passwordChange = z.object({ current, next: password });
export const emailChange = z.object({ current, email: address });
export const leaving = z.object({ current, userName: z.string().check(z.maxLength(64)) });

export const tokenToMake = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(60),
      z.regex(/^[^\p{Cc}]*$/u, 'has control characters'),
    ),
  scopes: z.array(z.enum(SCOPE_NAMES)).check(z.minLength(1), z.maxLength(SCOPE_NAMES.length)),
  days: z.int().check(z.gte(1), z.lte(MOST_TOKEN_DAYS)),
});
