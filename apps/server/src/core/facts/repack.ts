// Blocks of hour facts that a former version wrote, in the smaller form of this one: a datastream
// at a time, while there is nothing else to do.
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import { decodeHours, encodeHours, type HourColumns, isOldBlock } from './hour-columns.ts';
import { plainMean } from './value-forms.ts';

type Db = Kysely<Tables>;

/** The last datastream that was looked at; all of them: DONE. */
const SETTING = 'hour-facts-repacked';
const DONE = '\u{10ffff}';

/** True: there may be more. Safe to be killed and to run in several processes. */
export async function repackNext(db: Db): Promise<boolean> {
  const after = (await readSetting(db, SETTING)) ?? '';
  if (after === DONE) return false;
  const next = await db
    .selectFrom('hour_facts')
    .select('datastream')
    .where('datastream', '>', after)
    .orderBy('datastream')
    .limit(1)
    .executeTakeFirst();
  if (next) await repack(db, next.datastream);
  await keepSetting(db, SETTING, next?.datastream ?? DONE);
  return next !== undefined;
}

async function repack(db: Db, datastream: string): Promise<void> {
  const keys = await db
    .selectFrom('hour_facts')
    .select(['variable', 'units', 'year'])
    .where('datastream', '=', datastream)
    .execute();
  for (const { variable, units, year } of keys) {
    const row = await db
      .selectFrom('hour_facts')
      .select('block')
      .where('datastream', '=', datastream)
      .where('variable', '=', variable)
      .where('units', '=', units)
      .where('year', '=', year)
      .executeTakeFirst();
    if (!row || !isOldBlock(row.block)) continue;
    const block = encodeHours(withPlainMeans(decodeHours(row.block, ALL)));
    await db
      .updateTable('hour_facts')
      .set({ block })
      .where('datastream', '=', datastream)
      .where('variable', '=', variable)
      .where('units', '=', units)
      .where('year', '=', year)
      .where('block', '=', row.block) // computed again meanwhile: it has the new form already
      .execute();
    await setImmediate();
  }
}

const ALL = ['valid', 'bad', 'indeterminate', 'missing', 'mean', 'min', 'max'] as const;

/** As they would be computed now. */
function withPlainMeans(hours: HourColumns): HourColumns {
  const mean = hours.mean.map((value, hour) => {
    const count = hours.valid[hour] ?? 0;
    return count > 0 && !Number.isNaN(value) ? plainMean(value * count, count) : value;
  });
  return { ...hours, mean };
}
