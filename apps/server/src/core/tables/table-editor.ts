// Editing the curated tables: trying a change, keeping it, and taking it back. A table with an
// error is never kept.

import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keysOf } from '@isobar/contract/keys.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { ensureFolder, removeDurably, writeDurably } from '../../platform/files/disk.ts';
import { readIfThere } from '../../platform/files/read-if-there.ts';
import { loadTables } from './load.ts';
import { TableError } from './read-table.ts';
import { TABLE_SCHEMAS, type TableFile } from './schemas.ts';
import {
  type ChangedTable,
  changeText,
  countRows,
  parseText,
  type RowChange,
  type TableText,
} from './table-text.ts';
import { TABLE_TITLES } from './table-titles.ts';

/** Rows of larger tables are counted only where the table itself is shown. */
const MOST_COUNTED_BYTES = 4_000_000;

export interface TableFacts {
  readonly file: TableFile;
  /** What it is for, in plain words. */
  readonly title: string;
  /** Null: the file is not there, or too large to be read for a list. */
  readonly rows: number | null;
  readonly bytes: number;
  /** Seconds UTC; null: there is no such file. */
  readonly changedAt: number | null;
}

export interface Former {
  readonly name: string;
  /** When a change replaced this state, seconds UTC. */
  readonly at: number;
}

export interface ReadTable extends TableText {
  readonly file: TableFile;
  /**
   * Digest of the whole file; a change has to name the digest of the state that it was made from.
   */
  readonly digest: string;
  readonly former: readonly Former[];
}

export interface Proposed extends Omit<ChangedTable, 'text'> {
  /** Where and why it cannot be kept; null: it can. */
  readonly problem: string | null;
  /** Digest of the table as it was saved; null: it was not saved. */
  readonly kept: string | null;
}

export interface TableEditor {
  list(): Promise<readonly TableFacts[]>;
  read(file: TableFile): Promise<ReadTable>;
  /** Throws 'conflict' when the table is another by now. */
  change(
    file: TableFile,
    digest: string,
    changes: readonly RowChange[],
    keep: boolean,
  ): Promise<Proposed>;
  /**
   * Puts a former state in force again; the present one becomes a former one. Throws 'not-found',
   * 'bad-request'.
   */
  restore(file: TableFile, name: string): Promise<void>;
  /** Replaces the whole file by a text. Throws 'bad-request' with the place of the first error. */
  replace(file: TableFile, text: string): Promise<void>;
}

export const TABLE_FILES: readonly TableFile[] = keysOf(TABLE_SCHEMAS);
export const isTableFile = (name: string): name is TableFile =>
  TABLE_FILES.some((file) => file === name);

/** Most former states of one table that are kept. */
const KEPT = 30;
const FORMER = '.former';

/** The folder of the former states of a table. */
const pastOf = (folder: string, file: string): string =>
  join(folder, FORMER, file.replace(/\.csv$/, ''));

/** Puts a state of a table, which is replaced now, among the former ones. Resolves to its path. */
export async function keepFormer(
  folder: string,
  file: string,
  content: Uint8Array,
): Promise<string> {
  const past = pastOf(folder, file);
  await ensureFolder(past);
  const name = `${Math.floor(Date.now() / 1000)}-${randomUUID().slice(0, 8)}.csv`;
  await writeDurably(join(past, name), content);
  return join(past, name);
}

export function openTableEditor(folder: string): TableEditor {
  const past = (file: TableFile): string => pastOf(folder, file);
  let last: Promise<unknown> = Promise.resolve();

  /** One change at a time in this process. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act, act);
    last = next.catch(() => {});
    return next;
  };

  const textOf = (file: TableFile): Promise<string> =>
    readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new Problem('not-found', `There is no ${file} in the tables' folder.`);
      throw error;
    });

  /** Null: all tables are right with this text. */
  const problemOf = async (file: TableFile, text: string): Promise<string | null> => {
    try {
      await loadTables(folder, { file, text });
      return null;
    } catch (error) {
      if (error instanceof TableError) return error.message;
      throw error;
    }
  };

  const formerOf = async (file: TableFile): Promise<readonly Former[]> => {
    const names = await readdir(past(file)).catch(() => []);
    return names
      .flatMap((name) => {
        const at = /^(\d{10,12})-[0-9a-f]{8}\.csv$/.exec(name)?.[1];
        return at ? [{ name, at: Number(at) }] : [];
      })
      .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  };

  const keep = async (file: TableFile, text: string): Promise<void> => {
    const present = await readIfThere(join(folder, file));
    if (present) await keepFormer(folder, file, present);
    await writeDurably(join(folder, file), text);
    for (const old of (await formerOf(file)).slice(KEPT))
      await removeDurably(join(past(file), old.name));
  };

  const replace = async (file: TableFile, text: string): Promise<void> => {
    const problem = await problemOf(file, text);
    if (problem !== null) throw new Problem('bad-request', problem);
    await keep(file, text);
  };

  return {
    list: () =>
      Promise.all(
        TABLE_FILES.map(async (file) => {
          const found = await stat(join(folder, file)).catch(() => null);
          const changedAt = found ? Math.floor(found.mtimeMs / 1000) : null;
          const bytes = found?.size ?? 0;
          const rows =
            found && bytes <= MOST_COUNTED_BYTES
              ? countRows(await readFile(join(folder, file), 'utf8'))
              : null;
          return { file, title: TABLE_TITLES[file], rows, bytes, changedAt };
        }),
      ),
    async read(file) {
      const text = await textOf(file);
      const parsed = await parseText(file, text);
      return { ...parsed, file, digest: digestOf(text), former: await formerOf(file) };
    },
    change: (file, digest, changes, wanted) =>
      inTurn(async () => {
        const text = await textOf(file);
        if (digestOf(text) !== digest)
          throw new Problem(
            'conflict',
            `${file} was changed meanwhile (${formatInstant(Date.now() / 1000)}). Read it again.`,
          );
        const { text: next, ...told } = await changed(file, text, changes);
        const problem = await problemOf(file, next);
        if (problem !== null || !wanted) return { ...told, problem, kept: null };
        await keep(file, next);
        return { ...told, problem, kept: digestOf(next) };
      }),
    restore: (file, name) =>
      inTurn(async () => {
        const known = (await formerOf(file)).some((one) => one.name === name);
        if (!known) throw new Problem('not-found', `${file} has no such former state.`);
        await replace(file, await readFile(join(past(file), name), 'utf8'));
      }),
    replace: (file, text) => inTurn(() => replace(file, text)),
  };
}

async function changed(
  file: TableFile,
  text: string,
  changes: readonly RowChange[],
): Promise<ChangedTable> {
  try {
    return changeText(file, await parseText(file, text), changes);
  } catch (error) {
    if (error instanceof TableError) throw new Problem('bad-request', error.message);
    throw error;
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
