// Reports that operators wrote, as the store keeps them, and the tables with those in force among
// the curated ones.

import { Problem } from '@isobar/contract/problem.ts';
import { writtenSecond } from '@isobar/contract/quality/affected.ts';
import { type ReportDraft, reportDraft } from '@isobar/contract/quality/draft.ts';
import type { Kysely, Selectable } from 'kysely';
import { sharedNext } from '../../platform/text/shared.ts';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import type { ReportRow } from '../quality/spans.ts';
import { type CuratedTables, withReportRows } from '../tables/curated-tables.ts';
import { TABLE_SCHEMAS } from '../tables/schemas.ts';

type Db = Kysely<Tables>;
export type WrittenRow = Selectable<Tables['quality_reports']>;

/**
 * The key under which the store records that reports changed, which saves reading them all to find
 * out.
 */
const CHANGED = 'quality.changed';

/**
 * The tables as they are now, with the reports in force: a report that operators published replaces
 * that of the table with the same id, and one that they withdrew is left out.
 */
export function withWrittenReports(
  tables: () => Promise<CuratedTables>,
  db: Db,
): () => Promise<CuratedTables> {
  let known: { base: CuratedTables; mark: string; merged: CuratedTables } | undefined;
  const presentMark = sharedNext(async () => (await readSetting(db, CHANGED)) ?? '');
  return async () => {
    const [base, mark] = await Promise.all([tables(), presentMark()]);
    if (known?.base === base && known.mark === mark) return known.merged;
    const merged = mark === '' || !knowsReports(base) ? base : await mergedWith(base, db);
    known = { base, mark, merged };
    return merged;
  };
}

async function mergedWith(base: CuratedTables, db: Db): Promise<CuratedTables> {
  const rows = await db
    .selectFrom('quality_reports')
    .select(['dqr_id', 'published', 'withdrawn'])
    .where('published', 'is not', null)
    .execute();
  const own = new Set(rows.map((row) => row.dqr_id));
  return withReportRows(base, [
    ...base.rows['quality-reports.csv'].filter((row) => !own.has(row.dqr_id)),
    ...rows.flatMap((row) => (row.withdrawn === null ? publishedRows(row) : [])),
  ]);
}

/** False where the table is absent, so that the reports are unknown. */
export function knowsReports(tables: CuratedTables): boolean {
  try {
    tables.qualityReport('');
    return true;
  } catch {
    return false;
  }
}

export const unknownReports = (cause?: unknown): Problem =>
  new Problem(
    'unavailable',
    'The table of quality reports cannot be read at the moment, so it is not known whether there are reports.',
    { cause },
  );

let changes = 0;

/** To be called in the transaction that changes what is in force. */
export async function markReportsChanged(db: Db): Promise<void> {
  await keepSetting(db, CHANGED, `${Date.now()}.${process.pid}.${++changes}`);
}

export const findWritten = (db: Db, id: string): Promise<WrittenRow | undefined> =>
  db.selectFrom('quality_reports').selectAll().where('dqr_id', '=', id).executeTakeFirst();

const published = TABLE_SCHEMAS['quality-reports.csv'];

/** The published rows of a report, also of one that was withdrawn. */
export function publishedRows(row: Pick<WrittenRow, 'published'>): ReportRow[] {
  const rows: unknown = JSON.parse(row.published ?? '[]');
  return Array.isArray(rows) ? rows.map((cells) => published.parse(cells)) : [];
}

/** As cells of the table, which is what the store keeps. */
export const cellsOf = (row: ReportRow): Record<keyof ReportRow, string> => ({
  ...row,
  quality_code: String(row.quality_code),
  start_time: writtenSecond(row.start_time),
  end_time: writtenSecond(row.end_time),
  variables: row.variables.join(';'),
  supersedes: row.supersedes.join(';'),
});

export const proposalOf = (row: Pick<WrittenRow, 'proposal'>): ReportDraft | null =>
  row.proposal === null ? null : reportDraft.parse(JSON.parse(row.proposal));

/**
 * When reports were last published, by their ids; those that only the curated table has are left
 * out. Seconds UTC.
 */
export async function publishedAt(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('quality_reports')
    .select(['dqr_id', 'published_at'])
    .where('published_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.dqr_id, Number(row.published_at)]));
}
