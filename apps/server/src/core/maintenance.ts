// The message that visitors see during maintenance: a text file in the home, so that it can be edited without the portal too.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { removeDurably, writeDurably } from '../platform/files/disk.ts';

const LONGEST = 500;
const fileOf = (home: string): string => join(home, 'maintenance.txt');

/** The message; empty: there is no maintenance. */
export async function readMaintenance(home: string): Promise<string> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => '');
  return text.trim();
}

/** Empty takes it away. Throws 'bad-request'. */
export async function writeMaintenance(home: string, message: string): Promise<void> {
  const text = message.trim();
  if (text.length > LONGEST)
    throw new Problem('bad-request', `The message is longer than ${LONGEST} characters.`);
  if (text === '') await removeDurably(fileOf(home));
  else await writeDurably(fileOf(home), `${text}\n`);
}
