// What the operator can put right: files that were not filed, and what the metadata of the others lack, as CSV.
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import { headersOf } from '../../core/catalogue/designs.ts';
import type { Header } from '../../core/catalogue/header.ts';
import { isDataVariable, measurementsOf } from '../../core/catalogue/measured.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';
import type { HarvestReport } from './harvest.ts';
import { HARVEST_PROBLEMS, type HarvestProblem } from './problems.ts';

export interface ReportInput {
  readonly db: Kysely<Tables>;
  readonly tables: CuratedTables;
  /** What the run passed over, folders and links; the index does not keep them. */
  readonly skipped: HarvestReport['skipped'];
}

interface Line {
  /** A file; of a datastream's problem one of its files. */
  readonly path: string;
  readonly datastream: string;
  readonly problem: HarvestProblem;
  /** What exactly: the reason, or the names that it is about. */
  readonly what: string;
}

/**
 * Lines of text with the columns path, datastream, problem, what, to_do; as the index stands now, so that a run that
 * opened no file reports everything all the same. Fit for writeFile; one page of files is in memory at a time.
 */
export async function* harvestReport(input: ReportInput): AsyncGenerator<string> {
  yield 'path,datastream,problem,what,to_do\n';
  for await (const line of allLines(input))
    yield `${[line.path, line.datastream, line.problem, line.what, HARVEST_PROBLEMS[line.problem]].map(cell).join(',')}\n`;
}

async function* allLines(input: ReportInput): AsyncGenerator<Line> {
  for (const { path, reason } of input.skipped)
    yield { path, datastream: '', problem: 'passed-over', what: reason };
  yield* unfiledLines(input.db);
  yield* noticeLines(input.db);
  yield* datastreamLines(input);
}

/** Spreadsheets take a cell that begins so for a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

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
    for (const { path, code, reason } of rows)
      yield { path, datastream: '', problem: problemOf(code), what: reason };
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.path ?? after;
    await setImmediate();
  }
}

async function* noticeLines(db: Kysely<Tables>): AsyncGenerator<Line> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('files')
      .select(['file_id', 'path', 'datastream', 'notices'])
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(PAGE)
      .execute();
    for (const { path, datastream, notices } of rows)
      for (const notice of notices?.split(',') ?? []) {
        const [code = '', ...what] = notice.split('=');
        yield { path, datastream, problem: problemOf(code), what: what.join('=') };
      }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.file_id);
    await setImmediate();
  }
}

async function* datastreamLines({ db, tables }: ReportInput): AsyncGenerator<Line> {
  const rows = await db.selectFrom('datastreams').selectAll().orderBy('datastream').execute();
  for (const row of rows) {
    const headers = (await headersOf(db, row.datastream)).map(({ header }) => header);
    const missing = [...missingFacts(row, headers, tables)];
    if (missing.length === 0) continue;
    const example = await db
      .selectFrom('files')
      .select('path')
      .where('datastream', '=', row.datastream)
      .orderBy('start_s', 'desc')
      .limit(1)
      .executeTakeFirst();
    const { datastream } = row;
    for (const [problem, what] of missing)
      yield { path: example?.path ?? '', datastream, problem, what };
  }
}

function* missingFacts(
  row: Selectable<Tables['datastreams']>,
  headers: readonly Header[],
  tables: CuratedTables,
): Generator<[HarvestProblem, string]> {
  const { site_code, facility_code, datastream_class } = row;
  const instrumentClass = tables.instrumentClassOf(datastream_class);
  const facility = tables.facility(site_code, facility_code);
  if (!tables.site(site_code)) yield ['unknown-site', site_code];
  if (!facility) yield ['unknown-facility', `${site_code}.${facility_code}`];
  if (instrumentClass === undefined) yield ['unknown-class', datastream_class];
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
    .filter((name) => name.toLowerCase() !== 'all' && !known.has(name));
  if (unknown.length > 0) yield ['unknown-report-variable', [...new Set(unknown)].sort().join(' ')];
  const measured = measurementsOf(
    {
      instrumentClass: instrumentClass ?? datastream_class,
      datastreamClass: datastream_class,
      dataLevel: row.data_level,
      variables: headers.flatMap((header) => header.variables),
    },
    tables,
  );
  if (measured.length === 0) yield ['no-measurement', ''];
}

/** One place, bounds of one, or a position for each sample. */
const tellsPlace = (header: Header): boolean =>
  header.place !== null ||
  header.attributes.geospatial_lat_min !== undefined ||
  header.variables.some((v) => /^lat(itude)?$/i.test(v.name) && v.dimensions.length > 0);

const problemOf = (code: string): HarvestProblem =>
  Object.hasOwn(HARVEST_PROBLEMS, code) ? (code as HarvestProblem) : 'failed'; // checked just here
