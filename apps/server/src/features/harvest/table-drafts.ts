// Writes suggested lines: beside the tables as drafts, or at the end of the tables themselves.

import { join } from 'node:path';
import { keysOf } from '@isobar/contract/keys.ts';
import { TABLE_SCHEMAS, type TableFile } from '../../core/tables/schemas.ts';
import { ensureFolder, writeDurably } from '../../platform/files/disk.ts';
import { readIfThere } from '../../platform/files/read-if-there.ts';
import type { SuggestedLine } from './suggest.ts';
import { type ColumnsOf, knownColumns, lineText } from './table-lines.ts';

type Counts = readonly (readonly [TableFile, number])[];

/** The columns of each table of the folder as its first line has them. */
export async function columnsIn(folder: string): Promise<ColumnsOf> {
  const found = new Map<TableFile, readonly string[]>();
  for (const file of keysOf(TABLE_SCHEMAS)) {
    const [first = ''] = (await textIfThere(join(folder, file))).split(/\r?\n/, 1);
    const names = first
      .replace(/^\ufeff/, '')
      .split(',')
      .map((name) => name.trim().replaceAll('"', ''));
    if (names.some((name) => name !== '')) found.set(file, names);
  }
  return (table) => found.get(table) ?? knownColumns(table);
}

/** Each as a table of its own, with its line of columns. */
export async function writeDrafts(
  folder: string,
  lines: readonly SuggestedLine[],
  columnsOf: ColumnsOf,
): Promise<Counts> {
  await ensureFolder(folder);
  return await each(lines, async (file, own) => {
    const columns = columnsOf(file);
    const text = [columns.join(), ...own.map((line) => lineText(line, columns))];
    await writeDurably(join(folder, file), `${text.join('\n')}\n`);
  });
}

/** At the end of each table; existing lines are not touched. */
export async function addLines(
  folder: string,
  lines: readonly SuggestedLine[],
  columnsOf: ColumnsOf,
): Promise<Counts> {
  return await each(lines, async (file, own) => {
    const columns = columnsOf(file);
    const before = await textIfThere(join(folder, file));
    const head = before.trim() === '' ? `${columns.join()}\n` : before.replace(/\n*$/, '\n');
    const added = own.map((line) => `${lineText(line, columns)}\n`).join('');
    await writeDurably(join(folder, file), head + added);
  });
}

async function each(
  lines: readonly SuggestedLine[],
  write: (file: TableFile, lines: readonly SuggestedLine[]) => Promise<void>,
): Promise<Counts> {
  const groups = [...Map.groupBy(lines, (line) => line.table)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [file, own] of groups) await write(file, own);
  return groups.map(([file, own]) => [file, own.length]);
}

const textIfThere = async (file: string): Promise<string> =>
  (await readIfThere(file))?.toString('utf8') ?? '';
