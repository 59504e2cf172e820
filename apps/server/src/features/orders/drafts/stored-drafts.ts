// Drafts in the store: prepared by programs, placed or discarded by their owners, offered for a
// day.
import { randomBytes } from 'node:crypto';
import { DRAFT_HOURS, type ListedDraft, MOST_DRAFTS } from '@isobar/contract/calls/draft-calls.ts';
import { plainLine } from '@isobar/contract/plain-text.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../store/tables.ts';
import type { Db } from '../order.ts';

/** Drafts that ended are listed for this long. */
const KEPT_SECONDS = 30 * 86_400;
const MOST_LISTED = 50;
const ID_BYTES = 16;

export type DraftRow = Selectable<Tables['order_drafts']>;

export interface NewDraft {
  readonly personId: string;
  /** JSON of the selected data. */
  readonly selected: string;
  readonly files: number;
  readonly bytes: number;
  readonly token: string;
  readonly client: string;
}

/** Throws 'conflict' when too many drafts of the person wait. `now` in seconds UTC. */
export async function storeDraft(db: Db, draft: NewDraft, now: number): Promise<DraftRow> {
  const row: DraftRow = {
    draft_id: randomBytes(ID_BYTES).toString('base64url'),
    person_id: draft.personId,
    made_at: now,
    expires_at: now + DRAFT_HOURS * 3600,
    selected: draft.selected,
    files: draft.files,
    bytes: draft.bytes,
    token: plainLine(draft.token),
    client: plainLine(draft.client),
    state: 'open',
    order_id: null,
  };
  await db
    .deleteFrom('order_drafts')
    .where('expires_at', '<', now - KEPT_SECONDS)
    .execute();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('order_drafts').values(row).execute();
    const { waiting } = await trx
      .selectFrom('order_drafts')
      .select((e) => e.fn.countAll<number>().as('waiting'))
      .where('person_id', '=', draft.personId)
      .where('state', '=', 'open')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(waiting) > MOST_DRAFTS)
      throw new Problem(
        'conflict',
        `${MOST_DRAFTS} drafts are waiting. Place or discard one before another is prepared.`,
      );
  });
  return row;
}

/** The latest of a person, newest first. */
export const draftsOf = (db: Db, personId: string): Promise<DraftRow[]> =>
  db
    .selectFrom('order_drafts')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('made_at', 'desc')
    .orderBy('draft_id')
    .limit(MOST_LISTED)
    .execute();

/**
 * A draft of this person that is open or was placed. That of another user is reported like one that
 * never existed: throws 'not-found'. Throws 'gone' for one that expired or was discarded.
 */
export async function ownDraft(
  db: Db,
  draftId: string,
  personId: string,
  now: number,
): Promise<DraftRow> {
  const row = await db
    .selectFrom('order_drafts')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!row) throw new Problem('not-found', 'There is no such draft of yours.');
  const state = stateOf(row, now);
  if (state === 'discarded') throw new Problem('gone', 'This draft was discarded.');
  if (state === 'expired')
    throw new Problem(
      'gone',
      `This draft expired on ${formatInstant(Number(row.expires_at)).replace('T', ' at ').slice(0, 19)} UTC. Have it prepared again.`,
    );
  return row;
}

/** Notes that its order was placed; the order is there already. */
export async function notePlaced(db: Db, draftId: string, orderId: number): Promise<void> {
  await db
    .updateTable('order_drafts')
    .set({ state: 'placed', order_id: orderId })
    .where('draft_id', '=', draftId)
    .execute();
}

/** False: it was placed meanwhile. */
export async function noteDiscarded(db: Db, draftId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('order_drafts')
    .set({ state: 'discarded' })
    .where('draft_id', '=', draftId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const stateOf = ({ state, expires_at }: DraftRow, now: number): ListedDraft['state'] =>
  state === 'open' && Number(expires_at) <= now ? 'expired' : state;

export const listedDraftOf = (row: DraftRow, now: number): ListedDraft => ({
  draftId: row.draft_id,
  state: stateOf(row, now),
  madeAt: formatInstant(Number(row.made_at)),
  expiresAt: formatInstant(Number(row.expires_at)),
  token: row.token,
  client: row.client,
  files: Number(row.files),
  bytes: Number(row.bytes),
  orderId: row.order_id === null ? null : Number(row.order_id),
});
