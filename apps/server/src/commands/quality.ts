// isobar quality export | import | list: data quality reports in the columns of
// quality-reports.csv.
import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { Problem } from '@isobar/contract/problem.ts';
import { reportsCsv } from '../core/reports/table-text.ts';
import { importReport, type WriteContext } from '../core/reports/write.ts';
import { readTable } from '../core/tables/read-table.ts';
import { TABLE_SCHEMAS } from '../core/tables/schemas.ts';
import { type Command, withAdapters } from './command.ts';
import { USAGE } from './usage.ts';

const TABLE = 'quality-reports.csv';
const MOST_BYTES = 200 << 20;

export const quality: Command = {
  options: {},
  run: ({ positionals: [action = 'list', file] }) =>
    withAdapters(async ({ adapters }) => {
      const context: WriteContext = {
        db: adapters.store.db,
        tables: await adapters.tables(),
        now: Math.floor(Date.now() / 1000),
      };
      context.tables.qualityReport(''); // throws where there is no table of reports
      if (action === 'list') return await list(context);
      if (action === 'export') return await exportTo(context, file);
      if (action === 'import' && file) return await importFrom(context, file);
      throw new Problem(
        'bad-request',
        `isobar quality ${USAGE.quality.arguments} — which, and which file?`,
      );
    }),
};

/** Writes to standard output unless a file is named. */
async function exportTo({ tables }: WriteContext, file: string | undefined): Promise<number> {
  const rows = tables.rows[TABLE];
  const text = reportsCsv(rows);
  if (file === undefined) process.stdout.write(text);
  else {
    await writeFile(file, text);
    console.log(`${new Set(rows.map((row) => row.dqr_id)).size} reports are in ${file}.`);
  }
  return 0;
}

/**
 * The whole table is checked before the first report is taken over; each report is one transaction.
 */
async function importFrom(context: WriteContext, file: string): Promise<number> {
  const bytes = await readFile(file);
  if (bytes.length > MOST_BYTES) throw new Problem('too-large', `${file} is larger than 200 MB.`);
  const rows = await readTable(file, bytes.toString('utf8'), TABLE_SCHEMAS[TABLE]);
  const reports = Map.groupBy(rows, (row) => row.dqr_id);
  const writer = { personId: '', name: `${userInfo().username} (import)` };
  let changed = 0;
  for (const [id, own] of reports) if (await importReport(context, writer, id, own)) changed++;
  console.log(
    `${reports.size} reports read: ${changed} new or changed, ${reports.size - changed} as they were.`,
  );
  return 0;
}

async function list({ db }: WriteContext): Promise<number> {
  const rows = await db
    .selectFrom('quality_reports')
    .select(['dqr_id', 'state', 'version', 'author_name', 'changed_at'])
    .orderBy('changed_at', 'desc')
    .execute();
  for (const row of rows)
    console.log(`${row.dqr_id}\t${row.state}\tversion ${row.version}\t${row.author_name}`);
  if (rows.length === 0)
    console.log('Operators wrote no reports yet; those of the table are in force.');
  return 0;
}
