// States of arrays: the present one of a datastream, and those that addresses name, each with its
// files, masks and description.
import { createHash } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { catalogueState } from '../../core/catalogue/freshness.ts';
import { limitedSpans } from '../../core/quality/limited-access.ts';
import { type Description, unpackDescription } from '../../core/series/description.ts';
import { countKnown, fileDates } from '../../core/series/file-rows.ts';
import {
  indexManifest,
  LIMITED,
  limitedTest,
  masksInForce,
  type Spanned,
  spanOf,
} from '../../core/series/index-manifest.ts';
import {
  type Manifest,
  packManifest,
  sharedBytes,
  startsOf,
  stateOf,
  unpackManifest,
} from '../../core/series/manifest.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { inTime } from '../../platform/admission/in-time.ts';
import type { Urgency } from '../../platform/pool/kinds.ts';
import { shared, sharedNext } from '../../platform/text/shared.ts';
import type { Tables } from '../../store/tables.ts';
import type { ArrayAnswer, ArrayJob } from './array-job.ts';

export interface StatesInput {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  /** Runs in the worker pool. */
  readonly perform: (job: ArrayJob) => Promise<ArrayAnswer>;
  /** A state is asked for that is not open: what reads for it will be needed in a moment. */
  readonly onMissing: () => void;
  /** A state is open from now on: its times and blocks of it will be read. */
  readonly onOpened: (state: OpenState) => void;
  /**
   * Describes files whose rows are not known; goes on in the background, and is asked once for each
   * datastream at a time.
   */
  readonly fill: (datastream: string) => Promise<void>;
  /** Days for which a state is answered after another took its place. */
  readonly days: number;
  /** Where a datastream is ordered. */
  readonly orderLink: (datastream: string) => string;
  /** Where the present state of a datastream is. */
  readonly presentAddress: (datastream: string) => string;
  readonly now?: () => number;
  /**
   * Milliseconds that a call waits for a state to be made, which goes on without it; 15 s by
   * default.
   */
  readonly waitMs?: number | undefined;
}

export interface OpenState {
  readonly id: string;
  readonly datastream: string;
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly packed: Uint8Array;
  readonly manifest: Manifest;
  readonly starts: readonly number[];
  readonly description: Description;
}

/** States that are kept in memory. */
const MOST_OPEN = 24;
/** An open state that is over is noticed after this long. */
const OPEN_MS = 600_000;
/** Less than the deadline of a call, with what it waits for before. */
const MAKE_WAIT_MS = 15_000;
/** How long a call waits for files that are not described yet. */
const FILL_WAIT_MS = 4000;

/** What the index says now of the files of a state. */
interface FilesNow {
  readonly mark: string;
  /** Those that are no longer as they were. */
  readonly gone: ReadonlySet<number>;
  /** All times of those that have some outside of their first and last row. */
  readonly apart: ReadonlyMap<number, Spanned>;
}

export class States {
  private readonly input: StatesInput;
  private readonly open = new LRUCache<string, OpenState>({
    max: MOST_OPEN,
    ttl: OPEN_MS,
  });
  private readonly present = new LRUCache<string, { mark: string; state: OpenState }>({ max: 500 });
  private readonly known = new LRUCache<string, FilesNow>({ max: 200 });
  private readonly making = shared<OpenState>();
  private readonly catalogueState: () => Promise<string>;
  /** Calls that wait for files of a datastream to be described. */
  private readonly waiting = new Set<{ readonly datastream: string }>();

  constructor(input: StatesInput) {
    this.input = input;
    this.catalogueState = sharedNext(() => catalogueState(input.db));
  }

  /**
   * The state of the files and reports as they are now. Throws Problem 'not-found', 'forbidden'
   * where all files are of limited access, and 'unavailable' while files are being described.
   */
  async now(datastream: string): Promise<OpenState> {
    const mark = await this.markOf(datastream);
    const known = this.present.get(datastream);
    if (known?.mark === mark) return known.state;
    this.input.onMissing();
    const made = this.making(`${datastream} ${mark}`, () => this.make(datastream));
    const state = await this.waited(datastream, made);
    this.present.set(datastream, { mark, state });
    return state;
  }

  /**
   * Throws Problem 'gone' for a state that is not answered any more, 'not-found' for one that never
   * was, and 'forbidden' where access to all of its files has been limited since.
   */
  async named(datastream: string, state: string): Promise<OpenState> {
    const found = await this.find(datastream, state);
    const isLimited = limitedTest(await this.input.tables(), datastream);
    const { apart } = await this.nowOf(found);
    if (found.manifest.files.every((file, index) => isLimited(apart.get(index) ?? file)))
      throw this.limited(datastream);
    return found;
  }

  /**
   * Of a datastream of many files on a busy machine; the next call, which readers make by
   * themselves, finds what was made meanwhile.
   */
  private async waited(datastream: string, made: Promise<OpenState>): Promise<OpenState> {
    const state = await inTime(made, this.input.waitMs ?? MAKE_WAIT_MS);
    if (state) return state;
    throw new Problem(
      'unavailable',
      `The array of ${datastream} is being opened for the first time. Try again in a moment.`,
    );
  }

  private async find(datastream: string, state: string): Promise<OpenState> {
    const id = `${datastream}/${state}`;
    const known = this.open.get(id);
    if (known) return known;
    this.input.onMissing();
    const row = await this.input.db
      .selectFrom('array_states')
      .select(['made_ms', 'replaced_ms', 'manifest', 'description'])
      .where('datastream', '=', datastream)
      .where('state', '=', state)
      .executeTakeFirst();
    if (!row) return await this.unknown(datastream, state);
    const { made_ms, replaced_ms, manifest, description } = row;
    if (!manifest || !description || this.isOver(replaced_ms)) throw this.replaced(datastream);
    return await this.opened(datastream, state, Number(made_ms), {
      manifest: sharedBytes(manifest),
      description,
    });
  }

  /** Of describing its files: urgent while a call waits for it. */
  urgencyOf(datastream: string): Urgency {
    for (const each of this.waiting) if (each.datastream === datastream) return 'seen';
    return 'ahead';
  }

  private async unknown(datastream: string, state: string): Promise<OpenState> {
    const present = await this.now(datastream);
    if (present.state === state) return present;
    throw new Problem(
      'not-found',
      `${datastream} never had the state ${state}. Its present one is at ${this.input.presentAddress(datastream)}`,
    );
  }

  private isOver(replacedMs: number | null): boolean {
    const { now = Date.now, days } = this.input;
    return replacedMs !== null && now() - Number(replacedMs) > days * DAY_SECONDS * 1000;
  }

  /** The refusal of an address that is over, with the one to use instead. */
  replaced(datastream: string): Problem {
    const address = this.input.presentAddress(datastream);
    return new Problem(
      'gone',
      `Files or reports of ${datastream} have changed since this address was made. The present one is at ${address}`,
      { details: [{ path: 'address', reason: address }] },
    );
  }

  /** The state is over, or the file `what` is being replaced and the index does not have it yet. */
  async changed({ datastream, state }: OpenState, what: string): Promise<Problem> {
    const present = await this.now(datastream);
    if (present.state !== state) return this.replaced(datastream);
    return new Problem(
      'unavailable',
      `A file is being replaced (${what}). Try again after the next harvest.`,
    );
  }

  /** The refusal of data that only an order gives. */
  limited(datastream: string): Problem {
    const link = this.input.orderLink(datastream);
    return new Problem('forbidden', `Of ${datastream}, ${LIMITED}: ${link}`, {
      details: [{ path: 'order', reason: link }],
    });
  }

  /**
   * Throws Problem 'gone' when one of these files is no longer the one that the state stands for,
   * and 'forbidden' when its access was limited since. `files`: indices.
   */
  async check(state: OpenState, files: readonly number[]): Promise<void> {
    const { datastream, manifest } = state;
    const isLimited = limitedTest(await this.input.tables(), datastream);
    const { gone, apart } = await this.nowOf(state);
    const some = files.flatMap((index) => apart.get(index) ?? manifest.files[index] ?? []);
    if (some.some(isLimited)) throw this.limited(datastream);
    if (gone.size > 0 && files.some((index) => gone.has(index))) throw this.replaced(datastream);
  }

  private async nowOf({ id, datastream, manifest }: OpenState): Promise<FilesNow> {
    const mark = await this.catalogueState();
    const known = this.known.get(id);
    if (known?.mark === mark) return known;
    const dates = await fileDates(this.input.db, datastream);
    const gone = new Set<number>();
    const apart = new Map<number, Spanned>();
    for (const [index, file] of manifest.files.entries()) {
      const now = dates.get(file.name);
      if (now?.size !== file.size || now.modified !== file.modified) gone.add(index);
      const span = spanOf(file, now?.filed);
      if (span.first !== file.first || span.last !== file.last) apart.set(index, span);
    }
    const found = { mark, gone, apart };
    this.known.set(id, found);
    return found;
  }

  private async markOf(datastream: string): Promise<string> {
    const known = await this.input.tables();
    const spans = [masksInForce(known, datastream), limitedSpans(known, datastream)];
    const hash = createHash('sha256').update(JSON.stringify(spans)).digest('base64');
    return `${await this.catalogueState()} ${hash}`;
  }

  private async make(datastream: string): Promise<OpenState> {
    const { db, tables } = this.input;
    await this.filled(datastream);
    const manifest = await indexManifest(db, await tables(), datastream);
    if (manifest.files.length === 0) throw this.empty(manifest);
    const state = stateOf(manifest);
    const packed = await packManifest(manifest);
    const id = `${datastream}/${state}`;
    const row = await this.rowOf(datastream, state);
    const description = row?.description ?? (await this.described(id, packed));
    const now = this.input.now?.() ?? Date.now();
    const madeAt = row?.manifest ? Number(row.made_ms) : now;
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('array_states')
        .set({ replaced_ms: now })
        .where('datastream', '=', datastream)
        .where('state', '!=', state)
        .where('replaced_ms', 'is', null)
        .execute();
      const content = { made_ms: madeAt, replaced_ms: null, manifest: packed, description };
      await trx
        .insertInto('array_states')
        .values({ datastream, state, ...content, manifest: Uint8Array.from(packed) })
        .onConflict((c) =>
          c
            .columns(['datastream', 'state'])
            .doUpdateSet({ ...content, manifest: Uint8Array.from(packed) }),
        )
        .execute();
      await trx
        .updateTable('array_states')
        .set({ manifest: null, description: null })
        .where('replaced_ms', '<', now - this.input.days * DAY_SECONDS * 1000)
        .where('manifest', 'is not', null)
        .execute();
    });
    return await this.opened(datastream, state, madeAt, { manifest: packed, description });
  }

  private rowOf(datastream: string, state: string) {
    return this.input.db
      .selectFrom('array_states')
      .select(['made_ms', 'manifest', 'description'])
      .where('datastream', '=', datastream)
      .where('state', '=', state)
      .executeTakeFirst();
  }

  private async described(id: string, manifest: Uint8Array): Promise<Uint8Array> {
    const answer = await this.input.perform({ is: 'open', id, manifest });
    if ('bytes' in answer) return answer.bytes;
    throw new Problem(
      'unavailable',
      `A file has changed since it was indexed (${answer.changed}). Try again after the next harvest.`,
    );
  }

  /** Throws 'not-found' and 'unavailable'. */
  private async filled(datastream: string): Promise<void> {
    const { db, fill } = this.input;
    const before = await countKnown(db, datastream);
    if (before.all === 0) {
      const row = await db
        .selectFrom('datastreams')
        .select('datastream')
        .where('datastream', '=', datastream)
        .executeTakeFirst();
      throw new Problem(
        'not-found',
        row
          ? `The files of ${datastream} have no headers that can be read, so that they make no array.`
          : `There is no datastream ${datastream}.`,
      );
    }
    if (before.known === before.all) return;
    const waiting = { datastream };
    this.waiting.add(waiting);
    const isFilled = fill(datastream);
    isFilled.catch(() => undefined); // what fails is tried again at the next call
    try {
      await inTime(isFilled, FILL_WAIT_MS);
    } finally {
      this.waiting.delete(waiting);
    }
    const after = await countKnown(db, datastream);
    if (after.known < after.all)
      throw new Problem(
        'unavailable',
        `The files of ${datastream} are being read for the first time: ${after.known} of ${after.all} so far. Try again in a moment.`,
        {
          details: [
            { path: 'known', reason: String(after.known) },
            { path: 'all', reason: String(after.all) },
          ],
        },
      );
  }

  private empty({ datastream, leftOut }: Manifest): Problem {
    const [first] = leftOut;
    if (first?.reason === LIMITED) return this.limited(datastream);
    return new Problem(
      'not-found',
      `No file of ${datastream} can be part of an array: ${(first?.reason ?? 'there is none').replace(/\.$/, '')}.`,
    );
  }

  private async opened(
    datastream: string,
    state: string,
    madeAt: number,
    packed: { readonly manifest: Uint8Array; readonly description: Uint8Array },
  ): Promise<OpenState> {
    const id = `${datastream}/${state}`;
    const manifest = await unpackManifest(packed.manifest);
    const description = await unpackDescription(packed.description);
    const starts = startsOf(manifest.files);
    const found = {
      ...{ id, datastream, state, madeAt, manifest, starts, description },
      packed: packed.manifest,
    };
    this.open.set(id, found);
    this.input.onOpened(found);
    return found;
  }
}
