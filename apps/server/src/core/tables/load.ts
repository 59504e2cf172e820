// The curated tables: shipped defaults, copied to where an operator can edit them, read and checked
// as one.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keysOf } from '@isobar/contract/keys.ts';
import { ensureFolder, writeDurably } from '../../platform/files/disk.ts';
import { readIfThere } from '../../platform/files/read-if-there.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { type CuratedTables, curatedTables } from './curated-tables.ts';
import { lintWords, unknownCodes } from './lint-words.ts';
import { readTable, TableError } from './read-table.ts';
import { TABLE_SCHEMAS, type TableFile, type TableRows } from './schemas.ts';

/**
 * Copies every shipped table that `folder` lacks, and replaces those that a newer release ships
 * differently and that were not edited since they were copied. An edited table is never changed.
 * `instead`: a folder whose tables replace those of the same name.
 */
export async function ensureTables(at: {
  shipped: string;
  instead?: string | undefined;
  folder: string;
}): Promise<void> {
  await ensureFolder(at.folder);
  const recordFile = join(at.folder, RECORD);
  const copied = await readRecord(recordFile);
  const others = new Set(at.instead ? await readdir(at.instead) : []);
  for (const file of (await readdir(at.shipped)).filter((name) => name.endsWith('.csv')).sort()) {
    const from = at.instead && others.has(file) ? at.instead : at.shipped;
    const shipped = await readFile(join(from, file));
    const present = await tableIfThere(join(at.folder, file));
    const isSame = present?.equals(shipped) ?? false;
    const edited = present !== null && !isSame && digest(present) !== copied[file];
    // A table that equals the shipped one but is not in the record was copied just before the
    // program was killed; it is recorded now.
    if (edited || (isSame && copied[file] === digest(shipped))) continue;
    if (!isSame) await writeDurably(join(at.folder, file), shipped);
    copied[file] = digest(shipped);
    await writeDurably(recordFile, `${JSON.stringify(copied, null, 2)}\n`);
  }
}

/**
 * Reads all tables of a folder; a missing one counts as empty, but reports cannot be looked up
 * without theirs. Throws TableError naming file, line and column. `instead`: reads one of the
 * tables from this text rather than from its file.
 */
export async function loadTables(
  folder: string,
  instead?: { readonly file: TableFile; readonly text: string },
): Promise<CuratedTables> {
  const rows = { ...EMPTY };
  const absent = new Set<TableFile>();
  for (const file of keysOf(TABLE_SCHEMAS)) {
    const bytes =
      instead?.file === file ? Buffer.from(instead.text) : await tableIfThere(join(folder, file));
    if (bytes === null) absent.add(file);
    else Object.assign(rows, { [file]: await rowsOf(file, bytes) });
  }
  lintWords(rows);
  await refuseUnknownCodes(rows);
  // without any tables, that of the reports is not missed either
  const without = absent.size === Object.keys(TABLE_SCHEMAS).length;
  return curatedTables(rows, without ? new Set() : absent);
}

/** The folder with the tables of this release. */
export const shippedTables = (): string =>
  fileURLToPath(new URL('../../../tables', import.meta.url));

/**
 * A row as it is shipped may name what an archive does not have: an operator who enters the first
 * own campaign wrote none of them.
 */
async function refuseUnknownCodes(rows: TableRows): Promise<void> {
  for (const { file, row, message } of unknownCodes(rows)) {
    const known = shippedRows.get(file) ?? readShipped(file);
    shippedRows.set(file, known);
    if (!(await known).has(JSON.stringify(row))) throw new TableError(message);
  }
}

/** Each row of the shipped table as JSON. */
const shippedRows = new Map<TableFile, Promise<ReadonlySet<string>>>();

async function readShipped(file: TableFile): Promise<ReadonlySet<string>> {
  const rows = await readTable(
    file,
    utf8(file, await readFile(join(shippedTables(), file))),
    TABLE_SCHEMAS[file],
  );
  return new Set(rows.map((row) => JSON.stringify(row)));
}

/**
 * The rows of each file as it was last read: parsing all takes half a second, and an edit changes
 * one of them.
 */
const lastRead = new Map<TableFile, { readonly hash: string; readonly rows: readonly object[] }>();

async function rowsOf(file: TableFile, bytes: Buffer): Promise<readonly object[]> {
  const hash = digest(bytes);
  const last = lastRead.get(file);
  if (last?.hash === hash) return last.rows;
  const rows = await readTable(file, utf8(file, bytes), TABLE_SCHEMAS[file]);
  lastRead.set(file, { hash, rows });
  return rows;
}

/** What was copied from the shipped tables: file name -> SHA-256 of the copy. */
const RECORD = '.shipped.json';

const EMPTY = Object.fromEntries(
  Object.keys(TABLE_SCHEMAS).map((file) => [file, []]),
) as unknown as TableRows; // every file has its (empty) list of rows

/** Whether the table in the folder is as it was shipped, not edited. */
export async function isAsShipped(folder: string, file: string): Promise<boolean> {
  const present = await tableIfThere(join(folder, file));
  const copied = await readRecord(join(folder, RECORD));
  return present !== null && copied[file] === digest(present);
}

async function readRecord(file: string): Promise<Record<string, string>> {
  const bytes = await tableIfThere(file);
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? '{}');
    const entries = Object.entries<unknown>({ ...recordOf(value) }).flatMap(([file, hash]) =>
      typeof hash === 'string' ? [[file, hash] as const] : [],
    );
    return Object.fromEntries(entries);
  } catch {
    return {}; // an unreadable record means that every present table counts as edited
  }
}

const tableIfThere = (file: string): Promise<Buffer | null> =>
  readIfThere(file).catch((error: Error) => {
    throw new TableError(`${file} cannot be read: ${error.message}`, { cause: error });
  });

function utf8(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TableError(`${file}: is not UTF-8 text; save it as CSV UTF-8.`, { cause });
  }
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
