// Whether use is counted and weighed in 'Best match': what operators chose, kept in the store, so
// that every process knows.
import type { Kysely } from 'kysely';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import { noteAct, type Operator } from '../audit/audit.ts';

const NAME = 'words.learning';

export async function isLearning(db: Kysely<Tables>): Promise<boolean> {
  return (await readSetting(db, NAME)) !== 'off';
}

/** Counts stay where they are; switched on again, they weigh as before. */
export async function setLearning(
  db: Kysely<Tables>,
  operator: Operator,
  on: boolean,
): Promise<void> {
  const value = on ? 'on' : 'off';
  await db.transaction().execute(async (trx) => {
    await keepSetting(trx, NAME, value);
    await noteAct(trx, operator, { action: 'words.learning', subject: value });
  });
}
