// Which version of the reader the whole archive was last read with: a newer one may understand what
// was not understood before.
import type { Kysely } from 'kysely';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * One more whenever times or variables are read that were not before: files that lack them are then
 * read again once.
 */
export const READER_VERSION = 3;

const NAME = 'harvest.reader';
const LACKING = ['no-time', 'no-axis', 'no-records', 'unread-variable'] as const;

/** Whether files that lack something are to be read again. */
export const isReaderNewer = async (db: Kysely<Tables>): Promise<boolean> =>
  Number((await readSetting(db, NAME)) ?? 0) < READER_VERSION;

/** Called when the whole archive has been read. */
export const noteReader = async (db: Kysely<Tables>): Promise<void> =>
  await keepSetting(db, NAME, String(READER_VERSION));

/** Whether a newer reader may find in a file what these notices say that it lacks. */
export const lacksSomething = (notices: string | null): boolean =>
  (notices ?? '')
    .split(',')
    .some((notice) => LACKING.some((code) => notice === code || notice.startsWith(`${code}=`)));
