// Proof of work before a message: cheap for one person's browser, expensive for ten thousand
// messages (ALTCHA).
import { createHmac } from 'node:crypto';
import { CHALLENGE_SECONDS, type SupportChallenge } from '@isobar/contract/calls/support.ts';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import * as z from 'zod';
import type { Db } from '../../core/jobs/job.ts';

/** Half of it is tried on average: some tenths of a second in a browser. */
const LARGEST_NUMBER = 200_000;

const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  number: z.number().int().min(0).max(LARGEST_NUMBER),
  salt: z.string().max(200),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

export interface Challenges {
  make(now: number): Promise<SupportChallenge>;
  /**
   * The id of the challenge that the payload solves, and until when; null: it is not ours, not
   * solved, or too old. `now` in seconds.
   */
  check(
    payload: string,
    now: number,
  ): Promise<{ readonly id: string; readonly until: number } | null>;
}

/**
 * Signed with a key derived from the installation's own, so that any process of it may check what
 * another made.
 */
export function challengesOf(secret: Uint8Array): Challenges {
  const hmacKey = createHmac('sha256', secret).update('support challenge').digest('hex');
  return {
    async make(now) {
      const expires = new Date((now + CHALLENGE_SECONDS) * 1000);
      const made = await createChallenge({ hmacKey, maxnumber: LARGEST_NUMBER, expires });
      const { challenge, salt, signature } = made;
      return { algorithm: 'SHA-256', challenge, maxnumber: LARGEST_NUMBER, salt, signature };
    },
    async check(payload, now) {
      const read = solution.safeParse(jsonOf(payload));
      if (!read.success) return null;
      const until = Number(/[?&]expires=(\d{1,12})&/.exec(read.data.salt)?.[1] ?? 0);
      if (until <= now) return null;
      // the clock above is the one that counts
      const solved = await verifySolution(read.data, hmacKey, false);
      return solved ? { id: read.data.challenge, until } : null;
    },
  };
}

/**
 * False when this solution was used before: it is good for one message. Call it in the message's
 * transaction.
 */
export async function spend(
  trx: Db,
  used: { readonly id: string; readonly until: number },
  now: number,
): Promise<boolean> {
  await trx.deleteFrom('spent_challenges').where('good_until', '<', now).execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('spent_challenges')
    .values({ challenge: used.id, good_until: used.until })
    .onConflict((c) => c.column('challenge').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

function jsonOf(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
