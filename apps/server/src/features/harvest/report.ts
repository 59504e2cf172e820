// What the operator can correct: files that were not filed, and what the metadata of the others
// lack, as CSV.

import { setImmediate } from 'node:timers/promises';
import { keysOf } from '@isobar/contract/keys.ts';
import type { Kysely, Selectable } from 'kysely';
import { isDataVariable } from '../../core/catalogue/data-variable.ts';
import { headersOf, variablesOf } from '../../core/catalogue/designs.ts';
import type { Header } from '../../core/catalogue/header.ts';
import { type Measured, MOST_OWN, measurementsOf } from '../../core/catalogue/measured.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { textCell } from '../../platform/text/csv-cell.ts';
import type { Tables } from '../../store/tables.ts';
import type { HarvestReport } from './harvest.ts';
import { COSTS, HARVEST_PROBLEMS, type HarvestProblem } from './problems.ts';
import { type SuggestedLine, suggestedLines } from './suggest.ts';
import { type ColumnsOf, knownColumns, lineText } from './table-lines.ts';

export interface ReportInput {
  readonly db: Kysely<Tables>;
  readonly tables: CuratedTables;
  /** What the run passed over, folders and links; the index does not keep them. */
  readonly skipped: HarvestReport['skipped'];
  /**
   * The columns of a table as it is on disk, so that a suggested line fits; by default the known
   * columns.
   */
  readonly columnsOf?: ColumnsOf;
}

interface Line {
  /** A file; for a datastream's problem, one of its files. */
  readonly path: string;
  readonly datastream: string;
  readonly problem: HarvestProblem;
  /** The exact subject: the reason, or the names that it is about. */
  readonly what: string;
  /** Files that have it. */
  readonly files: number;
  /** Lines of tables that would solve the problem. */
  readonly suggested: readonly SuggestedLine[];
}

const COLUMNS = [
  'path',
  'datastream',
  'problem',
  'what',
  'to_do',
  'costs',
  'files',
  'table',
  'line',
];

/**
 * Lines of text with the columns above, the costliest first (5: not found, 1: nothing); for the
 * index as it is now, so that a run that opened no file still reports everything. Fit for
 * writeFile; only a page of files, and one line for each datastream and problem, are in memory at a
 * time.
 */
export async function* harvestReport(input: ReportInput): AsyncGenerator<string> {
  const columnsOf = input.columnsOf ?? knownColumns;
  yield `${COLUMNS.join()}\n`;
  for (const { path, reason } of input.skipped)
    yield rowText(lineOf(path, '', 'passed-over', reason), columnsOf);
  for await (const line of unfiledLines(input.db)) yield rowText(line, columnsOf);
  const lines = await datastreamLines(input);
  lines.sort((a, b) => COSTS[b.problem] - COSTS[a.problem] || b.files - a.files);
  for (const line of lines) yield rowText(line, columnsOf);
}

function rowText(line: Line, columnsOf: ColumnsOf): string {
  const { path, datastream, problem, what, files, suggested } = line;
  const [table = ''] = [...new Set(suggested.map((one) => one.table))].toReversed();
  const lines = suggested
    .filter((one) => one.table === table)
    .map((one) => lineText(one, columnsOf(one.table)));
  const cells = [
    ...[path, datastream, problem, what, HARVEST_PROBLEMS[problem], String(COSTS[problem])],
    ...[String(files), table, lines.slice(0, MOST_LINES).join('\n')],
  ];
  return `${cells.map(textCell).join()}\n`;
}

/** Lines of one cell; `isobar tables suggest` writes all. */
const MOST_LINES = 20;

const lineOf = (path: string, datastream: string, problem: HarvestProblem, what: string): Line => ({
  path,
  datastream,
  problem,
  what,
  files: 1,
  suggested: [],
});

const PAGE = 5000;

async function* unfiledLines(db: Kysely<Tables>): AsyncGenerator<Line> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('unreadable_files')
      .select(['path', 'code', 'reason'])
      .where('path', '>', after)
      .orderBy('path')
      .limit(PAGE)
      .execute();
    for (const { path, code, reason } of rows) yield lineOf(path, '', problemOf(code), reason);
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.path ?? after;
    await setImmediate();
  }
}

interface Notice {
  readonly text: string;
  readonly files: number;
  readonly path: string;
}

/**
 * Most different notices that are listed for a datastream: notices may quote their file, so every
 * file could have its own.
 */
const MOST_NOTICES = 50;

/** Each notice once, with the number of files that have it and one of them. */
async function noticesOf(db: Kysely<Tables>, datastream: string): Promise<readonly Notice[]> {
  const groups = await db
    .selectFrom('files')
    .select((e) => [
      'notices',
      e.fn.countAll<number>().as('files'),
      e.fn.min<string>('path').as('path'),
    ])
    .where('datastream', '=', datastream)
    .where('notices', 'is not', null)
    .groupBy('notices')
    .execute();
  const found = new Map<string, Notice>();
  for (const { notices, files, path } of groups)
    for (const text of notices?.split(',') ?? []) {
      const before = found.get(text);
      found.set(text, {
        text,
        files: Number(files) + (before?.files ?? 0),
        path: before?.path ?? path,
      });
    }
  return [...found.values()].slice(0, MOST_NOTICES);
}

async function datastreamLines({ db, tables }: ReportInput): Promise<Line[]> {
  const rows = await db.selectFrom('datastreams').selectAll().orderBy('datastream').execute();
  const lines: Line[] = [];
  for (const row of rows) {
    const headers = (await headersOf(db, row.datastream)).map(({ header }) => header);
    const notices = await noticesOf(db, row.datastream);
    const { measured, missing } = missingFacts(row, headers, tables);
    await setImmediate();
    if (missing.length + notices.length === 0) continue;
    const path = (await exampleOf(db, row.datastream)) ?? '';
    const { datastream } = row;
    const about = { row, header: headers.at(-1) ?? null, measured, tables };
    const suggested = (problem: string, of: string) =>
      suggestedLines(problem, { ...about, path: of });
    for (const { text, files, path: of } of notices) {
      const [code = '', ...what] = text.split('=');
      const problem = problemOf(code);
      lines.push({
        path: of,
        datastream,
        problem,
        what: what.join('='),
        files,
        suggested: suggested(code, of),
      });
    }
    for (const [problem, what] of missing)
      lines.push({
        ...{ path, datastream, problem, what },
        files: Number(row.file_count),
        suggested: suggested(problem, path),
      });
  }
  return lines;
}

async function exampleOf(db: Kysely<Tables>, datastream: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('files')
    .select('path')
    .where('datastream', '=', datastream)
    .orderBy('start_s', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.path;
}

/** Everything that the tables could say about the datastreams and do not, each line once. */
export async function suggestedFor(
  input: Pick<ReportInput, 'db' | 'tables'>,
): Promise<readonly SuggestedLine[]> {
  const lines = await datastreamLines({ ...input, skipped: [] });
  const unique = new Map<string, SuggestedLine>();
  for (const { problem, suggested } of lines)
    if (problem !== 'no-datastream')
      // files are found under names without a datastream, too: no pattern is suggested for them
      for (const one of suggested) unique.set(JSON.stringify([one.table, one.cells]), one);
  return [...unique.values()];
}

function missingFacts(
  row: Selectable<Tables['datastreams']>,
  headers: readonly Header[],
  tables: CuratedTables,
): { measured: readonly Measured[]; missing: readonly [HarvestProblem, string][] } {
  const measured = measuredOf(row, headers, tables);
  return { measured, missing: [...problemsOf(row, headers, measured, tables)] };
}

const measuredOf = (
  row: Selectable<Tables['datastreams']>,
  headers: readonly Header[],
  tables: CuratedTables,
): readonly Measured[] =>
  measurementsOf(
    {
      datastream: row.datastream,
      instrumentClass: tables.instrumentClassOf(row.datastream_class) ?? row.datastream_class,
      datastreamClass: row.datastream_class,
      dataLevel: row.data_level,
      variables: variablesOf(headers),
    },
    tables,
  );

function* problemsOf(
  row: Selectable<Tables['datastreams']>,
  headers: readonly Header[],
  measured: readonly Measured[],
  tables: CuratedTables,
): Generator<[HarvestProblem, string]> {
  const { site_code, facility_code, datastream_class } = row;
  const facility = tables.facility(site_code, facility_code);
  if (!tables.site(site_code)) yield ['unknown-site', site_code];
  if (!facility) yield ['unknown-facility', `${site_code}.${facility_code}`];
  if (tables.instrumentClassOf(datastream_class) === undefined)
    yield ['unknown-class', datastream_class];
  if (headers.length === 0) return;
  const tabled = typeof facility?.latitude === 'number' || facility?.platform === 'moving';
  if (!tabled && !headers.some(tellsPlace)) yield ['no-place', `${site_code}.${facility_code}`];
  const variables = headers.flatMap((header) =>
    header.variables.filter((v) => isDataVariable(v, header.variables)),
  );
  const unitless = new Set(
    variables.filter((v) => v.type !== 'char' && !v.attributes.units).map((v) => v.name),
  );
  if (unitless.size > 0) yield ['no-units', [...unitless].join(' ')];
  const known = new Set(headers.flatMap((header) => header.variables.map(({ name }) => name)));
  const unknown = tables
    .qualityReportsOf(row.datastream)
    .flatMap((report) => report.variables)
    .filter((name) => !known.has(name));
  if (unknown.length > 0) yield ['unknown-report-variable', [...new Set(unknown)].sort().join(' ')];
  if (measured.length === 0) yield ['no-measurement', ''];
  if (measured.length >= MOST_OWN) yield ['many-variables', String(measured.length)];
  const own = measured.filter(({ code, variable }) => variable && !tables.measurement(code));
  if (own.length > 0)
    yield ['own-measurement', own.map(({ variable }) => variable?.name).join(' ')];
}

/** One place, bounds of one, or a position for each sample. */
const tellsPlace = (header: Header): boolean =>
  header.place !== null ||
  header.attributes.geospatial_lat_min !== undefined ||
  header.variables.some((v) => /^lat(itude)?$/i.test(v.name) && v.dimensions.length > 0);

const problemOf = (code: string): HarvestProblem =>
  keysOf(HARVEST_PROBLEMS).find((one) => one === code) ?? 'failed';
