// Compares deliveries with the archive and the reports in force, and stores what changed and what
// is to be reported, each change once.
import {
  type ChangeCounts,
  changesThatMatter,
  countChanges,
  type FileChange,
  fileChangeKey,
  fileChangeMatters,
  type ReportChange,
  reportChangeKey,
  reportChangeMatters,
} from '@isobar/contract/orders/changes.ts';
import { DAY_SECONDS, parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import { HOUR_SECONDS } from '../facts/hour-columns.ts';
import { FactReader, factVariables } from '../facts/read-facts.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { fileChanges } from './compare-files.ts';
import { reportChanges } from './compare-reports.ts';
import { type Evidence, findEvidence } from './evidence.ts';
import { filesLastChanged } from './former-files.ts';
import {
  type ChangeRow,
  changeRows,
  findChanges,
  isSameContent,
  matteringFirst,
  packContent,
  readChanges,
  type StoredChanges,
  type StoredContent,
} from './stored-changes.ts';
import { touchedFiles } from './touched.ts';

type Db = Kysely<Tables>;

export interface CheckInput {
  readonly db: Db;
  readonly archive: ArchiveStore;
  /** With a table of reports. */
  readonly tables: CuratedTables;
  readonly signal: AbortSignal;
  /** Seconds UTC. */
  readonly now: number;
  readonly onProgress?: () => void;
  /** Called in the transaction that stores what was found, once for each finding. */
  readonly onFound?: (trx: Db, found: Found) => Promise<void>;
}

/** What was found of one order that was not known before. */
export interface Found {
  readonly orderId: number;
  /** Counts the findings of the order. */
  readonly revision: number;
  /** New changes that matter. */
  readonly counts: ChangeCounts;
}

/** Findings are reported to owners for so long after their delivery. */
const TOLD_YEARS = 5;
const YEAR_S = 365.25 * DAY_SECONDS;
/** Files listed of one order; all of them are counted and remembered. */
const FILES_LISTED = 1000;
/** Reports listed of one order. */
const REPORTS_LISTED = 1000;
/** A clock that moved backwards by less than this misses nothing. */
const CLOCK_S = 3600;

interface Compared {
  readonly evidence: Evidence;
  readonly before: StoredChanges | null;
  /** Null: as before. */
  readonly content: StoredContent | null;
  /** Of what was not known before and matters. */
  readonly fresh: ChangeCounts;
}

/**
 * Compares these orders; what was found is stored in one transaction. Returns how many have new
 * changes that matter.
 */
export async function checkOrders(input: CheckInput, orderIds: readonly number[]): Promise<number> {
  const compared: Compared[] = [];
  const known = await readKnown(input.db, orderIds);
  for (const orderId of orderIds) {
    input.signal.throwIfAborted();
    const one = await compareOrder({ ...input, known }, orderId);
    if (one) compared.push(one);
    input.onProgress?.();
  }
  let told = 0;
  await input.db.transaction().execute(async (trx) => {
    told = 0; // a transaction may be tried again
    for (const one of compared) if (await store(trx, { ...input, known }, one)) told++;
  });
  return told;
}

/** What is read once for all orders of a round. */
interface Known {
  /** Of each order, as it was when the round began. */
  readonly owners: ReadonlyMap<number, string>;
  /** What is stored of each order. */
  readonly before: ReadonlyMap<number, ChangeRow>;
  /** When a file of each datastream was last replaced, removed or came back. */
  readonly changed: ReadonlyMap<string, number>;
  /** The last number of a notice of each order: of one that was delivered again they count on. */
  readonly revisions: ReadonlyMap<number, number>;
  /** Variables with hour facts, by datastream. */
  readonly variables: Map<string, Awaited<ReturnType<typeof factVariables>>>;
}

type RoundInput = CheckInput & { readonly known: Known };

async function readKnown(db: Db, orderIds: readonly number[]): Promise<Known> {
  const ids = orderIds.length > 0 ? [...orderIds] : [0];
  const rows = await db
    .selectFrom('orders')
    .innerJoin('people', 'people.person_id', 'orders.person_id')
    .select(['orders.order_id', 'people.person_id'])
    .where('orders.order_id', 'in', ids)
    .execute();
  const notices = await db
    .selectFrom('affected_notices')
    .select((e) => ['order_id', e.fn.max('revision').as('last')])
    .where('order_id', 'in', ids)
    .groupBy('order_id')
    .execute();
  return {
    owners: new Map(rows.map((row) => [Number(row.order_id), row.person_id])),
    revisions: new Map(notices.map((row) => [Number(row.order_id), Number(row.last)])),
    before: await changeRows(db, orderIds),
    changed: await filesLastChanged(db, orderIds),
    variables: new Map(),
  };
}

async function compareOrder(input: RoundInput, orderId: number): Promise<Compared | null> {
  const { db, tables, archive } = input;
  const evidence = await findEvidence(db, orderId);
  // Simulated files are never compared with measured ones that have the same names.
  if (!evidence || evidence.kept.simulated !== archive.simulated) return null;
  const row = input.known.before.get(orderId);
  const before = row ? readChanges(row) : null;
  const files = await currentFileChanges(input, evidence, before);
  const reports = await withValues(input, reportChanges(tables, evidence.kept), before);
  if (before === null && files.changes.length === 0 && reports.length === 0)
    return { evidence, before, content: null, fresh: countChanges({ files: [], reports: [] }) };
  const mattering = {
    files: files.changes.filter(fileChangeMatters),
    reports: reports.filter(reportChangeMatters),
  };
  const known = new Set(before?.content.keys ?? []);
  const fresh = {
    files: mattering.files.filter((change) => !known.has(fileChangeKey(change))),
    reports: mattering.reports.filter((change) => !known.has(reportChangeKey(change))),
  };
  const counts = files.areKept
    ? mergedCounts(before, countChanges({ files: [], reports }))
    : countChanges({ files: files.changes, reports });
  const keys = [
    ...(files.areKept
      ? (before?.content.keys ?? []).filter((key) => key.startsWith('file|'))
      : mattering.files.map(fileChangeKey)),
    ...mattering.reports.map(reportChangeKey),
  ];
  const content: StoredContent = {
    counts,
    files: files.areKept
      ? [...files.changes]
      : matteringFirst.files(files.changes).slice(0, FILES_LISTED),
    filesLeftOut: files.areKept
      ? (before?.content.filesLeftOut ?? 0)
      : Math.max(0, files.changes.length - FILES_LISTED),
    reports: matteringFirst.reports(reports).slice(0, REPORTS_LISTED),
    keys,
    onlyChanged: await sizeOfTouched(input, evidence, files),
  };
  const isSame = before !== null && isSameContent(before.content, content);
  return { evidence, before, content: isSame ? null : content, fresh: countChanges(fresh) };
}

interface FoundFiles {
  readonly changes: readonly FileChange[];
  /**
   * No file has changed since the last comparison, so these are its changes, cut to those that are
   * listed.
   */
  readonly areKept: boolean;
}

async function currentFileChanges(
  input: RoundInput,
  evidence: Evidence,
  before: StoredChanges | null,
): Promise<FoundFiles> {
  const { checkedAt, kept } = evidence;
  const isChanged = ({ datastream }: { readonly datastream: string }): boolean =>
    (input.known.changed.get(datastream) ?? 0) >= (checkedAt ?? 0) - CLOCK_S;
  if (checkedAt !== null && kept.holdings.length > 0 && !kept.holdings.some(isChanged))
    return { changes: before?.content.files ?? [], areKept: true };
  const { db, archive, signal, onProgress } = input;
  const onRead = onProgress ? { onRead: onProgress } : {};
  return {
    changes: await fileChanges({ db, archive, signal, ...onRead }, evidence),
    areKept: false,
  };
}

const mergedCounts = (before: StoredChanges | null, reports: ChangeCounts): ChangeCounts => {
  const { replaced = 0, withdrawn = 0, grown = 0 } = before?.content.counts ?? {};
  return { ...reports, replaced, withdrawn, grown };
};

/** How many files, and bytes, an order of only what changed would read; null: none. */
async function sizeOfTouched(
  { db, tables }: CheckInput,
  evidence: Evidence,
  { changes, areKept }: FoundFiles,
): Promise<StoredContent['onlyChanged']> {
  if (areKept && changes.length >= FILES_LISTED) {
    const stored = await findChanges(db, evidence.orderId);
    return stored?.content.onlyChanged ?? null;
  }
  const touched = touchedFiles(tables, evidence, changes);
  let [files, bytes] = [0, 0];
  for (const { datastream, files: names } of touched)
    for (let at = 0; at < names.length; at += 500) {
      const row = await db
        .selectFrom('files')
        .select((e) => [e.fn.countAll<number>().as('files'), e.fn.sum<number>('size').as('bytes')])
        .where('datastream', '=', datastream)
        .where('file_name', 'in', names.slice(at, at + 500))
        .executeTakeFirstOrThrow();
      files += Number(row.files);
      bytes += Number(row.bytes ?? 0);
    }
  return files > 0 ? { files, bytes } : null;
}

/** Reports of one order whose values are counted; hours of each. */
const REPORTS_COUNTED = 50;
const VARIABLES_COUNTED = 30;
const HOURS_COUNTED = 24 * 366 * 3;

/**
 * Adds how many values new reports are about, where hour facts know it; what was counted before
 * stays.
 */
async function withValues(
  { db, known: { variables } }: RoundInput,
  changes: readonly ReportChange[],
  before: StoredChanges | null,
): Promise<ReportChange[]> {
  const known = new Map(
    (before?.content.reports ?? []).map((change) => [reportChangeKey(change), change.values]),
  );
  const reader = new FactReader(db);
  let counted = 0;
  const result: ReportChange[] = [];
  for (const change of changes) {
    const key = reportChangeKey(change);
    if (!reportChangeMatters(change) || counted >= REPORTS_COUNTED) {
      result.push({ ...change, values: known.get(key) ?? null });
      continue;
    }
    const there = variables.get(change.datastream) ?? (await factVariables(db, change.datastream));
    variables.set(change.datastream, there);
    if (there.length === 0) {
      result.push(change);
      continue;
    }
    counted++;
    result.push({ ...change, values: await valuesOf(reader, there, change) });
  }
  return result;
}

async function valuesOf(
  reader: FactReader,
  there: Awaited<ReturnType<typeof factVariables>>,
  { datastream, variables, spans }: ReportChange,
): Promise<number | null> {
  const wanted = there.filter(
    ({ variable }) => variables.length === 0 || variables.includes(variable),
  );
  if (wanted.length === 0 || wanted.length > VARIABLES_COUNTED) return null;
  let [values, hours] = [0, 0];
  for (const { start, end } of spans) {
    const from = Math.floor((parseInstant(start) ?? 0) / HOUR_SECONDS) * HOUR_SECONDS;
    const to = (Math.floor((parseInstant(end) ?? 0) / HOUR_SECONDS) + 1) * HOUR_SECONDS;
    hours += (to - from) / HOUR_SECONDS;
    if (hours > HOURS_COUNTED) return null;
    for (const { variable, units } of wanted) {
      const counts = await reader.counts({ datastream, variable, units }, 'valid', { from, to });
      for (const count of counts) values += count;
    }
  }
  return values;
}

/** True: there is something to tell. */
async function store(trx: Db, input: RoundInput, one: Compared): Promise<boolean> {
  const { evidence, before, content, fresh } = one;
  const { orderId, madeAt } = evidence;
  const { numUpdatedRows } = await trx
    .updateTable('order_evidence')
    .set({ checked_at: input.now })
    .where('order_id', '=', orderId)
    .where('made_at', '=', madeAt) // made again meanwhile: it is compared again
    .executeTakeFirst();
  if (numUpdatedRows === 0n || content === null) return false;
  const revision = (before?.revision ?? input.known.revisions.get(orderId) ?? 0) + 1;
  const matters = changesThatMatter(content.counts);
  const row = { revision, changed_at: input.now, matters, content: packContent(content) };
  const written = before
    ? await trx
        .updateTable('order_changes')
        .set(row)
        .where('order_id', '=', orderId)
        .where('revision', '=', before.revision)
        .returning('order_id')
        .executeTakeFirst()
    : await trx
        .insertInto('order_changes')
        .values({ order_id: orderId, ...row })
        .onConflict((c) => c.column('order_id').doNothing())
        .returning('order_id')
        .executeTakeFirst();
  if (!written) {
    // Another worker compared it at the same time: what it found counts, and this order stays due.
    await trx
      .updateTable('order_evidence')
      .set({ checked_at: null })
      .where('order_id', '=', orderId)
      .execute();
    return false;
  }
  if (changesThatMatter(fresh) === 0 || madeAt < input.now - TOLD_YEARS * YEAR_S) return false;
  return await notice(trx, input, { orderId, revision, counts: fresh });
}

async function notice(trx: Db, input: RoundInput, found: Found): Promise<boolean> {
  const { orderId, revision, counts } = found;
  const personId = input.known.owners.get(orderId);
  if (personId === undefined) return false; // an account that was deleted has no one to tell
  await trx
    .insertInto('affected_notices')
    .values({
      order_id: orderId,
      revision,
      person_id: personId,
      found_at: input.now,
      summary: JSON.stringify(counts),
      mail_id: null,
    })
    .execute();
  await input.onFound?.(trx, found);
  return true;
}
