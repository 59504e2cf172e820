// Passwords: argon2id, worked out on native threads so that no request waits for another's sign-in.

import { Problem } from '@isobar/contract/problem.ts';
import { hash, verify } from '@node-rs/argon2';

/** 19 MiB, two passes: some 30 ms on a small machine. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SHORTEST = 8;
const LONGEST = 1000;

/** Throws Problem 'bad-request' when it is too short or absurdly long. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < SHORTEST || password.length > LONGEST)
    throw new Problem('bad-request', `A password has ${SHORTEST} to ${LONGEST} characters.`);
  return await hash(password, COST);
}

/**
 * Whether the password fits the hash. Without a hash (no such person) it takes as long and says no, so that the time
 * does not tell which accounts exist.
 */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  if (password.length > LONGEST) return false;
  decoy ??= hash('nobody has this password', COST);
  const fits = await verify(stored ?? (await decoy), password);
  return stored !== null && fits;
}

let decoy: Promise<string> | undefined;
