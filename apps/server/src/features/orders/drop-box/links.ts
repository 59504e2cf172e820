// Which person has linked a drop box: the lasting token, sealed in the store.
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { Seal } from '../../../platform/keys/seal.ts';
import type { DropBox, OpenDropBox } from '../../../ports/drop-box.ts';
import type { Db } from '../order.ts';

/** What an installation with drop box delivery has; others have none. */
export interface DropBoxDelivery {
  readonly dropBox: DropBox;
  readonly seal: Seal;
}

export const NOT_SET_UP = 'Drop box delivery is not set up at this archive.';
export const NOT_LINKED = 'Your account is not linked to a Drop Box.';

/** A person has this long to allow the link, seconds. */
const LINK_SECONDS = 3600;

const state = z.object({ personId: z.string(), until: z.number() });

export function newState({ seal }: DropBoxDelivery, personId: string, now: number): string {
  return seal.close('drop box state', JSON.stringify({ personId, until: now + LINK_SECONDS }));
}

/**
 * Throws Problem 'forbidden' if the link was made for a different user, too long ago, or was
 * forged.
 */
export function checkState(
  { seal }: DropBoxDelivery,
  sealed: string,
  personId: string,
  now: number,
): void {
  const opened = seal.open('drop box state', sealed);
  const known = opened === null ? null : state.parse(JSON.parse(opened));
  if (known?.personId !== personId || known.until < now)
    throw new Problem('forbidden', 'This link is no longer valid. Please start again.');
}

export async function keepLink(
  { seal }: DropBoxDelivery,
  db: Db,
  personId: string,
  token: string,
  now: number,
): Promise<void> {
  const sealed = seal.close(purposeOf(personId), token);
  await db
    .insertInto('drop_boxes')
    .values({ person_id: personId, token: sealed, linked_at: now })
    .onConflict((c) => c.column('person_id').doUpdateSet({ token: sealed, linked_at: now }))
    .execute();
}

export async function forgetLink(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('drop_boxes').where('person_id', '=', personId).execute();
}

/**
 * The person's drop box; null if none is linked or the permission was withdrawn. Throws Problem
 * 'unavailable'.
 */
export async function openLinked(
  { dropBox, seal }: DropBoxDelivery,
  db: Db,
  personId: string,
): Promise<OpenDropBox | null> {
  const row = await db
    .selectFrom('drop_boxes')
    .select('token')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const token = row ? seal.open(purposeOf(personId), row.token) : null;
  if (token === null) return null;
  const opened = await dropBox.open(token);
  if (!opened)
    await db
      .deleteFrom('drop_boxes')
      .where('person_id', '=', personId)
      .where('token', '=', row?.token ?? '')
      .execute(); // only this one: it may have been linked again meanwhile
  return opened;
}

/** Whether a link was made, without asking whether it still works. */
export async function isLinked(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('drop_boxes')
    .select('linked_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row !== undefined;
}

const purposeOf = (personId: string): string => `drop box of ${personId}`;
