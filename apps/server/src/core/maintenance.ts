// The message that visitors see during maintenance. A text file in the home, so that it can be
// edited without the portal too; where several servers share PostgreSQL, in the store, and a file
// in the home of one of them goes before it there.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { removeDurably, writeDurably } from '../platform/files/disk.ts';
import type { Store } from '../store/open.ts';
import { keepSetting, readSetting } from '../store/settings.ts';

const LONGEST = 500;
const SETTING = 'maintenance';
const fileOf = (home: string): string => join(home, 'maintenance.txt');

export interface Maintenance {
  /**
   * The message; empty: there is no maintenance. While the store does not answer, what the file
   * says.
   */
  read(): Promise<string>;
  /** Empty takes it away. Throws 'bad-request'. */
  write(message: string): Promise<void>;
}

/** `store`: of the servers that have the message in common; a file, if it is not PostgreSQL. */
export function maintenanceAt(home: string, store?: Pick<Store, 'db' | 'kind'>): Maintenance {
  const db = store?.kind === 'postgres' ? store.db : null;
  return {
    async read() {
      const text = (await readFile(fileOf(home), 'utf8').catch(() => '')).trim();
      if (text !== '' || !db) return text;
      return await stored(db).catch(() => '');
    },
    async write(message) {
      const text = message.trim();
      if (text.length > LONGEST)
        throw new Problem('bad-request', `The message is longer than ${LONGEST} characters.`);
      if (!db && text !== '') return await writeDurably(fileOf(home), `${text}\n`);
      if (db) await keepSetting(db, SETTING, text);
      await removeDurably(fileOf(home));
    },
  };
}

const stored = async (db: Store['db']): Promise<string> => (await readSetting(db, SETTING)) ?? '';
