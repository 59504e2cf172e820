// Random secrets for cookies and access tokens, and what is stored of them.
import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, safe in a cookie or an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * SHA-256, hex: enough for a secret that is random already; what leaks from the store opens
 * nothing.
 */
export const secretHash = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');
