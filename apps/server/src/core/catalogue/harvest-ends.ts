// When the whole archive was last compared with the index, at once or in shares.
import type { Kysely } from 'kysely';
import type { Share } from '../../store/alone.ts';
import type { Tables } from '../../store/tables.ts';

const WHOLE = 'harvest';

/** A harvest of the archive, or of a share of it, has ended well. */
export async function noteHarvestEnd(db: Kysely<Tables>, share?: Share): Promise<void> {
  const name = share ? `${WHOLE} ${share.number}/${share.of}` : WHOLE;
  const ended_at = Math.floor(Date.now() / 1000);
  await db
    .insertInto('last_ends')
    .values({ name, ended_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ended_at }))
    .execute();
}

/**
 * Seconds since 1970 UTC of the latest end of a harvest of everything: shares count as one when all
 * of them have ended, from the end of the earliest. null: everything was never compared.
 */
export async function lastHarvestEnd(db: Kysely<Tables>): Promise<number | null> {
  const rows = await db
    .selectFrom('last_ends')
    .selectAll()
    .where((e) => e.or([e('name', '=', WHOLE), e('name', 'like', `${WHOLE} %`)]))
    .execute();
  const ends = new Map<string, number[]>();
  for (const { name, ended_at } of rows) {
    const of = name.split('/')[1] ?? '1';
    ends.set(of, [...(ends.get(of) ?? []), Number(ended_at)]);
  }
  const whole = [...ends].flatMap(([of, all]) =>
    all.length >= Number(of) ? [of === '1' ? Math.max(...all) : Math.min(...all)] : [],
  );
  return whole.length > 0 ? Math.max(...whole) : null;
}
