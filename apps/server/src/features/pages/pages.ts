// Pages and records, made once for each state of the catalogue and kept: what a crawler reads costs people nothing.
import { createHash } from 'node:crypto';
import { formatDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { catalogueState } from '../../core/catalogue/freshness.ts';
import { supersededBy } from '../../core/quality/reports.ts';
import { findWritten, unknownReports } from '../../core/quality/written.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { TableError } from '../../core/tables/read-table.ts';
import { inPassing } from '../../platform/in-passing.ts';
import { networkOf } from '../../platform/network.ts';
import type { Tables } from '../../store/tables.ts';
import { thingOf } from './describe.ts';
import type { PageFormat } from './formats/all-formats.ts';
import { missingPage, thingPage, tombstonePage } from './layout.ts';
import { openMadeOf } from './made-of.ts';
import { openMakingShare } from './making-share.ts';
import { openOrderedTogether } from './ordered-together.ts';
import { type Body, type Encoding, inEncoding } from './packed.ts';
import { nameOf, recordOf, syncRecords } from './records.ts';
import type { Download, Kind, PageSources, Publisher } from './thing.ts';

export interface Pages {
  /** Null: a record in this form is not there for this thing. Throws 'overloaded' to an address that asks for too many. */
  get(wanted: Wanted, address: string): Promise<PackedPage | null>;
  /** The name as it is written here, of one that differs in its case; null: there is none. */
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

interface Told {
  readonly status: 200 | 404 | 410;
  readonly type: string;
  readonly etag: string;
  /** Seconds UTC; null where nothing is there. */
  readonly modified: number | null;
  readonly signs: Signs;
}

/** As it is made, and as it is kept and sent. */
type MadePage = Told & { readonly text: string };
export type PackedPage = Told & Body;

/** What the header of a page tells machines. */
export interface Signs {
  readonly doi: string | null;
  readonly orcids: readonly string[];
  readonly isData: boolean;
  readonly downloads: readonly Download[];
}

const NO_SIGNS: Signs = { doi: null, orcids: [], isData: false, downloads: [] };

/** Some thousand pages, packed. */
const KEPT_BYTES = 64 << 20;
/** What is kept of a page beside its bytes, about. */
const PAGE_BYTES = 1000;
/** A reader's own first, then what is unpacked soonest. */
const ENCODINGS = [null, 'gzip', 'br'] as const;
/** Citations tell the day of access: a page is made anew after an hour. */
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
    await inPassing(syncing); // what was noted before is told meanwhile
  }

  async function make(
    kind: Kind,
    id: string,
    format: PageFormat | undefined,
  ): Promise<MadePage | null> {
    const now = await sources();
    const thing = await thingOf(now, kind, id, 'whole');
    if (!thing) return format ? null : await absent(now, kind, id);
    if (format?.dataOnly && !thing.cited) return null;
    const record = await recordOf(db, kind, id);
    const modified = record?.changedAt ?? now.now;
    const text = format
      ? format.make({ thing, publisher, modified, now: now.now })
      : thingPage(thing, publisher, modified, now.now);
    const type = format ? `${format.type}; charset=utf-8` : 'text/html; charset=utf-8';
    const signs: Signs = {
      doi: thing.cited?.doi ?? null,
      orcids: (thing.cited?.authors ?? []).map((one) => one.orcid).filter(Boolean),
      isData: thing.cited !== null,
      downloads: thing.downloads,
    };
    return { status: 200, text, type, modified, etag: etagOf(text), signs };
  }

  async function absent({ tables }: PageSources, kind: Kind, id: string): Promise<MadePage> {
    const told = tables.rows['withdrawn.csv'].find((row) => row.kind === kind && row.id === id);
    const record = await recordOf(db, kind, id);
    const report = kind === 'report' ? await withdrawnReport(tables, id) : null;
    const type = 'text/html; charset=utf-8';
    if (!told && !record && !report) {
      const text = missingPage(publisher, kind, id);
      return { status: 404, text, type, etag: etagOf(text), modified: null, signs: NO_SIGNS };
    }
    const text = tombstonePage(publisher, {
      kind,
      id,
      since: told?.date || report?.since || (record ? formatDay(record.changedAt) : ''),
      reason:
        told?.reason ||
        report?.reason ||
        'It is no longer in the archive: its files or its entry were removed.',
      replacedBy: told?.replaced_by || report?.replacedBy || '',
      portalPath: report ? `/report/${id}` : null,
    });
    const modified = record?.changedAt ?? null;
    return { status: 410, text, type, etag: etagOf(text), modified, signs: NO_SIGNS };
  }

  /** What operators said when they took a report back. */
  async function withdrawnReport(tables: CuratedTables, id: string) {
    const row = await findWritten(db, id);
    if (!row || row.withdrawn === null) return null;
    return {
      reason: row.withdrawn,
      since: row.published_at === null ? '' : formatDay(Number(row.published_at)),
      replacedBy: supersededBy(tables, id)[0] ?? '',
    };
  }

  /** In the encoding that was asked for, kept for the next reader who takes the same. `state`: what it was made of. */
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
      await sync(); // what there is may never have been asked for as a whole
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
          .make(networkOf(address), () => make(kind, id, format).catch(refused))
          .finally(() => making.delete(key));
      making.set(key, running);
      const made = await running;
      if (!made) return null;
      const { text, ...told } = made;
      const page = { ...told, bytes: Buffer.from(text), encoding: null };
      // An order's page tells what came of making it again, which no state of the catalogue shows.
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

const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
