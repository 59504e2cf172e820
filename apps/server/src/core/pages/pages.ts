// Pages and records, made once for each state of the catalogue and kept, so that crawlers do not
// slow down other users.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../platform/admission/network.ts';
import { inPassing } from '../../platform/replies/in-passing.ts';
import type { Tables } from '../../store/tables.ts';
import { catalogueState } from '../catalogue/freshness.ts';
import { unknownReports } from '../reports/written.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { TableError } from '../tables/read-table.ts';
import type { PageFormat } from './formats/all-formats.ts';
import { openMadeOf } from './made-of.ts';
import { type MadePage, makePage, type PageHead } from './make-page.ts';
import { openMakingShare } from './making-share.ts';
import { openOrderedTogether } from './ordered-together.ts';
import { type Body, type Encoding, inEncoding } from './packed.ts';
import { nameOf, syncRecords } from './records.ts';
import type { Kind, PageSources, Publisher } from './thing.ts';

export interface Pages {
  /**
   * Null: a record in this form is not there for this thing. Throws 'overloaded' to an address that
   * asks for too many.
   */
  get(wanted: Wanted, address: string): Promise<PackedPage | null>;
  /** The name as the archive spells it, of an id that differs only in case; null: there is none. */
  nameOf(kind: Kind, id: string): Promise<string | null>;
  sources(): Promise<PageSources>;
  /** Notes what changed since the last time; harvesters wait for it. */
  sync(): Promise<void>;
}

export interface Wanted {
  readonly kind: Kind;
  readonly id: string;
  /** Undefined: the page itself. */
  readonly format?: PageFormat | undefined;
  /** The encoding in which it is sent if it is long; null: none. */
  readonly encoding?: Encoding | null;
}

export type PackedPage = PageHead & Body;

/** Some thousand pages, packed. */
const KEPT_BYTES = 64 << 20;
/** Memory that a kept page takes in addition to its bytes, about. */
const PAGE_BYTES = 1000;
/**
 * The encodings in which a page may be kept, the quickest to unpack first; the one that the reader
 * wants is looked for before these.
 */
const ENCODINGS = [null, 'gzip', 'br'] as const;
/** Citations state the day of access, so that a page is rebuilt after an hour. */
const KEPT_MS = 3_600_000;
/** How long the state is believed, so that a crawler does not ask the store each time. */
const STATE_MS = 1000;

export function openPages(input: {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  readonly publisher: Publisher;
}): Pages {
  const { db, publisher } = input;
  const kept = new LRUCache<string, PackedPage>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (page) => page.bytes.length + PAGE_BYTES,
    ttl: KEPT_MS,
  });
  const orderedWith = openOrderedTogether(db);
  const madeOf = openMadeOf(db);
  const share = openMakingShare();
  const making = new Map<string, Promise<MadePage | null>>();
  let current: { readonly at: number; readonly state: string; readonly tables: CuratedTables };
  let syncing: Promise<unknown> | undefined;

  async function look(): Promise<{ state: string; tables: CuratedTables }> {
    const now = performance.now();
    if (current && now - current.at < STATE_MS) return current;
    const tables = await input.tables();
    const state = await catalogueState(db);
    if (current && (current.state !== state || current.tables !== tables)) kept.clear();
    current = { at: now, state, tables };
    return current;
  }

  async function sources(): Promise<PageSources> {
    const { tables, state } = await look();
    return { db, tables, publisher, orderedWith, madeOf: madeOf(state), now: nowSeconds() };
  }

  async function sync(): Promise<void> {
    const { tables } = await look();
    syncing ??= syncRecords(db, tables, nowSeconds).finally(() => {
      syncing = undefined;
    });
    await inPassing(syncing); // if nothing can be written, records stay as they were last noted
  }

  /**
   * The page in the encoding that was asked for, which is also kept for the next reader who accepts
   * it. `state`: the state of the catalogue that the page was made from.
   */
  async function keep(
    at: { key: string; state: string },
    page: PackedPage,
    encoding: Encoding | null,
  ) {
    const packed = { ...page, ...(await inEncoding(page, encoding)) };
    // What was made from an earlier state is not kept for the new one.
    if (current.state === at.state) kept.set(`${encoding} ${at.key}`, packed);
    return packed;
  }

  return {
    sources,
    sync,
    async nameOf(kind, id) {
      await sync(); // without an earlier request for records, none are noted yet
      return await nameOf(db, kind, id);
    },
    async get({ kind, id, format, encoding = null }, address) {
      const { state } = await look();
      const key = `${kind} ${format?.ending ?? ''} ${id}`;
      for (const one of [encoding, ...ENCODINGS]) {
        const known = kept.get(`${one} ${key}`);
        if (known?.encoding === encoding) return known;
        if (known) return await keep({ key, state }, known, encoding);
      }
      const running =
        making.get(key) ??
        share
          .make(
            networkOf(address),
            async () => await makePage(await sources(), kind, id, format).catch(refused),
          )
          .finally(() => making.delete(key));
      making.set(key, running);
      const made = await running;
      if (!made) return null;
      const { text, ...told } = made;
      const page = { ...told, bytes: Buffer.from(text), encoding: null };
      // An order's page shows how making it again turned out, which does not change the state of
      // the catalogue, so the page is not kept.
      if (made.status !== 200 || kind === 'order') return page;
      return await keep({ key, state }, page, encoding);
    },
  };
}

/** Without the table of reports no page may look as if there were none. */
function refused(error: unknown): never {
  throw error instanceof TableError ? unknownReports(error) : error;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
