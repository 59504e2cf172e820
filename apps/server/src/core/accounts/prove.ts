// Verifies the password of an account, with limits that make guessing futile.
import { LOGIN_MESSAGES } from '@isobar/contract/calls/accounts.ts';
import { plural } from '@isobar/contract/count.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { passwordFits } from './password.ts';
import type { Person } from './people.ts';
import { beginAttempt, type Guesser } from './throttle.ts';

export interface Proof {
  /** Null: there is no such account; the check takes as long as for a wrong password. */
  readonly person: Pick<Person, 'password_hash'> | null;
  readonly password: string;
  readonly guesser: Guesser;
  /** Seconds UTC. */
  readonly now: number;
  readonly onThrottled: (retryAfterSeconds: number) => void;
}

/**
 * Throws 'invalid-credentials', and 'too-many-requests' through `onThrottled`, which receives the
 * seconds to wait.
 */
export async function provePassword(db: Kysely<Tables>, proof: Proof): Promise<void> {
  const attempt = await beginAttempt(db, proof.guesser, proof.now);
  if (!attempt.allowed) {
    proof.onThrottled(attempt.retryAfterSeconds);
    const minutes = plural(Math.ceil(attempt.retryAfterSeconds / 60), 'minute');
    throw new Problem(
      'too-many-requests',
      `Too many failed attempts to sign in. Try again in ${minutes}.`,
    );
  }
  // Accounts that sign in only at another site have the password hash '', which must count as none.
  if (!(await passwordFits(proof.password, proof.person?.password_hash || null)))
    throw invalidCredentials();
  await attempt.succeeded();
}

export const invalidCredentials = (): Problem =>
  new Problem('invalid-credentials', LOGIN_MESSAGES['invalid-credentials']);
