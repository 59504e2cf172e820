// Shapes of files in the index: texts by their keys; what many of them have in common is stored
// once. A lidar whose tables differ every day has eleven thousand shapes of twelve kilobytes, which
// differ in some digests only.
import { type ShapeParts, shapeKey, shapeParts } from '@isobar/netcdf';
import type { Kysely, Transaction } from 'kysely';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { Tables } from '../../store/tables.ts';

/** Keys of one statement. */
const STATEMENT_KEYS = 200;
/** The value of `common` for a text that is whole, or that others have in common. */
const WHOLE = '';

/** Stores the shapes of these texts, by their keys. */
export async function keepShapes(
  db: Transaction<Tables>,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [shape, whole] of texts) {
    const parts = shapeParts(whole);
    const common = parts.digests.length === 0 ? WHOLE : shapeKey(parts.common);
    const text = common === WHOLE ? whole : JSON.stringify(parts.digests);
    if (common !== WHOLE)
      await db
        .insertInto('file_shapes')
        .values({ shape: common, text: parts.common, common: WHOLE })
        .onConflict((c) => c.column('shape').doNothing())
        .execute();
    await db
      .insertInto('file_shapes')
      .values({ shape, text, common })
      .onConflict((c) => c.column('shape').doUpdateSet({ text, common }))
      .execute();
  }
}

/** Stores in parts what an earlier version stored as whole texts. */
export async function shareFormerShapes(db: Kysely<Tables>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db
      .selectFrom('file_shapes')
      .select(['shape', 'text'])
      .where('common', 'is', null)
      .limit(STATEMENT_KEYS)
      .execute();
    if (rows.length === 0) return;
    const texts = new Map(rows.map(({ shape, text }) => [shape, text]));
    await db.transaction().execute((within) => keepShapes(within, texts));
    await breathe(); // other calls are answered between statements
  }
}

/** The parts of these shapes, by their keys; a shape that was removed since has none. */
export async function shapesOf(
  db: Kysely<Tables>,
  shapes: readonly string[],
): Promise<Map<string, ShapeParts>> {
  const found = new Map<string, ShapeParts>();
  const commons = new Map<string, string>();
  for (let at = 0; at < shapes.length; at += STATEMENT_KEYS) {
    const rows = await rowsOf(db, shapes.slice(at, at + STATEMENT_KEYS));
    const lacking = new Set(rows.flatMap(({ common }) => common || []));
    for (const known of commons.keys()) lacking.delete(known);
    if (lacking.size > 0)
      for (const { shape, text } of await rowsOf(db, [...lacking])) commons.set(shape, text);
    for (const { shape, text, common } of rows) {
      const part = common ? commons.get(common) : undefined;
      if (part !== undefined) found.set(shape, { common: part, digests: JSON.parse(text) });
      else if (!common) found.set(shape, shapeParts(text));
    }
    await breathe(); // other calls are answered between statements
  }
  return found;
}

const rowsOf = (db: Kysely<Tables>, shapes: readonly string[]) =>
  db.selectFrom('file_shapes').selectAll().where('shape', 'in', shapes).execute();

/** Removes shapes that no file has any more. */
export async function pruneShapes(db: Kysely<Tables>): Promise<void> {
  const used = db.selectFrom('file_rows').select('shape').distinct();
  const unused = db.deleteFrom('file_shapes').where('shape', 'not in', used);
  await unused.where('common', '!=', WHOLE).execute();
  const shared = db
    .selectFrom('file_shapes as others')
    .select('others.common')
    .where('others.common', '!=', WHOLE)
    .distinct();
  await unused.where('shape', 'not in', shared).execute();
}
