// Passwords: argon2id, worked out on native threads, few at once, so that no other work waits for
// sign-ins.

import { Problem } from '@isobar/contract/problem.ts';
import { hash, verify } from '@node-rs/argon2';

/** 19 MiB, two passes: some 30 ms on a small machine. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SHORTEST = 8;
const LONGEST = 1000;

/**
 * Half of the threads that also read files; sign-ins beyond the queue are refused with a time to
 * retry.
 */
const HASHES_AT_ONCE = 2;
const MOST_WAITING = 100;

/**
 * Throws Problem 'bad-request' when it is too short, absurdly long, among those that are guessed
 * first, or one of `names` (user name, e-mail address).
 */
export async function hashPassword(
  password: string,
  names: readonly string[] = [],
): Promise<string> {
  const plain = password.normalize('NFKC');
  if (plain.length < SHORTEST || plain.length > LONGEST)
    throw new Problem('bad-request', `A password has ${SHORTEST} to ${LONGEST} characters.`);
  const folded = plain.toLowerCase();
  if (isGuessedFirst(folded) || names.some((name) => folded === name.toLowerCase()))
    throw new Problem('bad-request', 'This password is too easy to guess. Choose another.');
  return await inTurn(() => hash(plain, COST));
}

/**
 * Whether the password fits the hash. Without a hash (no such person) it takes as long and says no,
 * so that the time does not tell which accounts exist. Throws 'unavailable' when too many are
 * signing in.
 */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  if (password.length > LONGEST) return false;
  decoy ??= hash('no account has this password', COST);
  const against = stored ?? (await decoy);
  const fits = await inTurn(() => verify(against, password.normalize('NFKC')));
  return stored !== null && fits;
}

let decoy: Promise<string> | undefined;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) running += 1;
  else {
    if (waiting.length >= MOST_WAITING)
      throw new Problem('unavailable', 'Too many people are signing in. Try again in a moment.');
    // resumed when another hash is done, whose place it takes
    await new Promise<void>((begin) => waiting.push(begin));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** One character over and over, a run of neighbours, or a listed word followed by digits. */
function isGuessedFirst(folded: string): boolean {
  if (/^(.)\1*$/u.test(folded)) return true;
  if (RUNS.some((run) => run.includes(folded))) return true;
  return GUESSED.has(folded.replace(/[\d!@#$%^&*._-]+$/, '')) || GUESSED.has(folded);
}

const RUNS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
] as const;

const GUESSED: ReadonlySet<string> = new Set(
  'admin administrator baseball changeme computer default dragon football guest iloveyou isobar letmein master monkey passw0rd password princess qwerty qwertyuiop root secret shadow starwars sunshine superman temp test trustno welcome whatever'.split(
    ' ',
  ),
);
