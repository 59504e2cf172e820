// Files that curators edit (tables, written pages, citation styles), where homes share PostgreSQL
// and no folder: the store has them, and each home a copy. An edit in any home goes into the store,
// and from there into all others within seconds.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { ensureFolder, removeDurably, writeDurably } from '../../platform/files/disk.ts';
import { ifThere } from '../../platform/files/read-if-there.ts';
import { alone } from '../../store/alone.ts';
import { storeId } from '../../store/store-id.ts';
import type { Tables } from '../../store/tables.ts';
import { type Exchange, exchangeOf } from './exchange-plan.ts';
import { isAsShipped, loadTables } from './load.ts';
import { TableError } from './read-table.ts';
import { isTableFile, keepFormer } from './table-editor.ts';

export interface Exchanged {
  readonly given: readonly string[];
  readonly taken: readonly string[];
  /**
   * Files of this home that others of the store took the place of -> where their content is now.
   */
  readonly replaced: ReadonlyMap<string, string>;
  /** Why an edit of this home is not in the store; null: all are. */
  readonly problem: string | null;
}

type Db = Kysely<Tables>;
/** Path below the home -> digest of the content. */
type Digests = ReadonlyMap<string, string>;
type Plan = ReadonlyMap<string, Exchange>;

const TABLES = 'tables';
/** Folders of a home, with the files that are exchanged. */
const FOLDERS: readonly (readonly [folder: string, isOurs: (name: string) => boolean])[] = [
  [TABLES, isTableFile],
  ['pages', (name) => /^[\w-]+\.md$/.test(name)],
  ['citation-styles', (name) => /^[\w.-]+\.(csl|xml)$/.test(name)],
];
const isTable = (path: string): boolean => dirname(path) === TABLES;

/** What was the same in the home and in the store when they were compared last. */
const RECORD = 'exchanged.json';
const record = z.object({ store: z.string(), digests: z.record(z.string(), z.string()) });
/**
 * Longest wait for another process of the home that exchanges; the next exchange is some seconds
 * later.
 */
const WAIT_MS = 5000;
const NOTHING: Exchanged = { given: [], taken: [], replaced: new Map(), problem: null };

/**
 * Remembers what it read, so that a call with nothing to do costs small queries and the times of
 * some dozen files. PostgreSQL only.
 */
export async function openFileExchange(db: Db, home: string): Promise<() => Promise<Exchanged>> {
  await ensureFolder(home, 0o700);
  const store = await storeId(db);
  const ownDigests = rememberedDigests(home);
  const plan = async (): Promise<Plan> =>
    planOf(await ownDigests(), await commonDigests(home, store), await storedDigests(db));
  /** What could not be shared, which is not tried again before something is edited. */
  let refused: { readonly of: string; readonly result: Exchanged } | undefined;
  return async () => {
    const wanted = await plan();
    if (wanted.size === 0) return NOTHING;
    const of = JSON.stringify([[...wanted], [...(await ownDigests())]]);
    if (refused?.of === of) return refused.result;
    const at = { file: join(home, 'curated') };
    const done = await alone(at, 'exchange', { waitMs: WAIT_MS }, async () => {
      const common = await commonDigests(home, store);
      const settled = new Map<string, string>();
      const result = await perform({ db, home, common, settled }, await plan());
      const [own, stored] = [await ownDigests(), await storedDigests(db)];
      const same = [...own].filter(([path, digest]) => stored.get(path) === digest);
      const differing = [...common].filter(([path]) => own.has(path) || stored.has(path));
      const known = { store, digests: Object.fromEntries([...differing, ...settled, ...same]) };
      await writeDurably(join(home, RECORD), `${JSON.stringify(known, null, 2)}\n`);
      const { problem } = result;
      refused = problem === null ? undefined : { of, result: { ...NOTHING, problem } };
      return result;
    });
    return done?.value ?? NOTHING;
  };
}

/** What there is to do; files that are the same are in it once, to be recorded. */
function planOf(own: Digests, common: Digests, stored: Digests): Plan {
  const paths = new Set([...own.keys(), ...common.keys(), ...stored.keys()]);
  const plan = new Map<string, Exchange>();
  for (const path of paths) {
    const versions = { own: own.get(path), common: common.get(path), stored: stored.get(path) };
    const exchange = exchangeOf(versions, !isTable(path));
    if (exchange !== 'same' || versions.common !== versions.own) plan.set(path, exchange);
  }
  return plan;
}

interface Sides {
  readonly db: Db;
  readonly home: string;
  readonly common: Digests;
  /** What both sides have had since a step of this exchange, whatever is edited after it. */
  readonly settled: Map<string, string>;
}

async function perform(sides: Sides, plan: Plan): Promise<Exchanged> {
  const { db, home, common, settled } = sides;
  const all = (...wanted: readonly Exchange[]): string[] =>
    [...plan].flatMap(([path, exchange]) => (wanted.includes(exchange) ? [path] : []));
  const taken: string[] = [];
  const replaced = new Map<string, string>();
  for (const path of all('take', 'replace')) {
    const row = await db
      .selectFrom('curated_files')
      .select(['content', 'digest'])
      .where('path', '=', path)
      .executeTakeFirst();
    if (!row) continue; // removed meanwhile: the next exchange sees it
    if (plan.get(path) === 'replace') {
      const aside = await setAside(home, path);
      if (aside !== null) replaced.set(path, aside);
    }
    await ensureFolder(join(home, dirname(path)));
    await writeDurably(join(home, path), row.content);
    settled.set(path, row.digest);
    taken.push(path);
  }
  for (const path of all('remove')) await removeDurably(join(home, path));
  for (const path of all('forget'))
    await db
      .deleteFrom('curated_files')
      .where('path', '=', path)
      .where('digest', '=', common.get(path) ?? '')
      .execute();
  const { given, problem } = await give(sides, all('give'));
  return { given, taken, replaced, problem };
}

/**
 * A table that differs from the store's and was never there; null: it is as it was shipped, and
 * shipped again with every release.
 */
async function setAside(home: string, path: string): Promise<string | null> {
  const content = await readFile(join(home, path));
  const name = basename(path);
  if (isTable(path)) {
    const folder = join(home, TABLES);
    return (await isAsShipped(folder, name)) ? null : await keepFormer(folder, name, content);
  }
  const aside = join(home, `${path}.before-${Math.floor(Date.now() / 1000)}`);
  await writeDurably(aside, content);
  return aside;
}

/** Tables go into the store when all tables of the home are right together. */
async function give(
  { db, home, common, settled }: Sides,
  paths: readonly string[],
): Promise<Pick<Exchanged, 'given' | 'problem'>> {
  const given: string[] = [];
  let problem = paths.some(isTable) ? await problemOfTables(join(home, TABLES)) : null;
  for (const path of paths) {
    if (isTable(path) && problem !== null) continue;
    const bytes = await readFile(join(home, path)).catch(() => null);
    if (bytes === null) continue;
    const content = textOf(bytes);
    if (content === null) {
      problem ??= `${path} is not UTF-8 text`;
      continue;
    }
    const row = { digest: digestOf(bytes), content, changed_at: Math.floor(Date.now() / 1000) };
    // Of two homes that edit a file at once, the second finds it changed and takes it.
    const taken = await db
      .insertInto('curated_files')
      .values({ path, ...row })
      .onConflict((c) =>
        c
          .column('path')
          .doUpdateSet(row)
          .where('curated_files.digest', '=', common.get(path) ?? ''),
      )
      .returning('path')
      .executeTakeFirst();
    if (!taken) continue;
    settled.set(path, row.digest);
    given.push(path);
  }
  return { given, problem };
}

async function problemOfTables(folder: string): Promise<string | null> {
  try {
    await loadTables(folder);
    return null;
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
}

/** PostgreSQL keeps no zero characters in a text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** The files of the home; one whose size and time did not change is not read again. */
function rememberedDigests(home: string): () => Promise<Digests> {
  const known = new Map<string, { readonly stamp: string; readonly digest: string }>();
  return async () => {
    const digests = new Map<string, string>();
    for (const [folder, isOurs] of FOLDERS)
      for (const name of (await namesIn(join(home, folder))).filter(isOurs)) {
        const path = `${folder}/${name}`;
        const info = await stat(join(home, path), { bigint: true }).catch(() => null);
        if (!info?.isFile()) continue;
        const stamp = `${info.ino} ${info.size} ${info.mtimeNs}`;
        const before = known.get(path);
        if (before?.stamp !== stamp) {
          const bytes = await readFile(join(home, path));
          known.set(path, { stamp, digest: digestOf(bytes) });
        }
        digests.set(path, known.get(path)?.digest ?? '');
      }
    return digests;
  };
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  ((await ifThere(readdir(folder))) ?? []).sort();

/**
 * Nothing when it was another store: what a home has in common with that says nothing about this
 * one.
 */
async function commonDigests(home: string, ofStore: string): Promise<Digests> {
  try {
    const { store, digests } = record.parse(JSON.parse(await readFile(join(home, RECORD), 'utf8')));
    return new Map(store === ofStore ? Object.entries(digests) : []);
  } catch {
    return new Map(); // there is none, or it cannot be read: what differs is then kept aside
  }
}

async function storedDigests(db: Db): Promise<Digests> {
  const rows = await db.selectFrom('curated_files').select(['path', 'digest']).execute();
  return new Map(rows.map(({ path, digest }) => [path, digest]));
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
