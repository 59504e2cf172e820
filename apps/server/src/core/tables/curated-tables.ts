// The curated tables with the look-ups that the catalogue makes.
import { type NamedMeasurements, namedMeasurements } from './named-measurements.ts';
import { TableError } from './read-table.ts';
import type { TableFile, TableRow, TableRows } from './schemas.ts';

/** All tables; rows are spelt as in the files. Look-ups give undefined for what no table knows. */
export interface CuratedTables extends NamedMeasurements {
  readonly rows: TableRows;
  site(code: string): TableRow<'sites.csv'> | undefined;
  facility(site: string, facility: string): TableRow<'facilities.csv'> | undefined;
  instrumentClass(code: string): TableRow<'instrument-classes.csv'> | undefined;
  /** False when several instrument classes are called so: their codes have to tell them apart. */
  isOnlyClassNamed(name: string): boolean;
  datastreamClass(code: string): TableRow<'datastream-classes.csv'> | undefined;
  /**
   * The instrument class of a datastream class: as its table says, else the class of that very
   * name.
   */
  instrumentClassOf(datastreamClass: string): string | undefined;
  /** Notes about one datastream: every note that matches, later ones override earlier ones. */
  notesOn(datastream: string): readonly TableRow<'datastream-notes.csv'>[];
  measurement(code: string): TableRow<'measurements.csv'> | undefined;
  /** Rows of an instrument class, in the order of the table. */
  measurementsOf(instrumentClass: string): readonly TableRow<'instrument-measurements.csv'>[];
  measurementCategoryName(category: string): string;
  measurementSubcategoryName(category: string, subcategory: string): string;
  instrumentCategoryName(code: string): string;
  dataLevel(code: string): TableRow<'data-levels.csv'> | undefined;
  sourceClass(code: string): TableRow<'source-classes.csv'> | undefined;
  /**
   * Data of classes with smaller weights come first in results, classes that are in no table last.
   */
  sourceClassWeight(code: string): number;
  /**
   * Throws TableError where the table of reports is missing, because the quality of the data is
   * unknown then.
   */
  qualityReportsOf(datastream: string): readonly TableRow<'quality-reports.csv'>[];
  /** All rows of one report. Throws as `qualityReportsOf` does. */
  qualityReport(id: string): readonly TableRow<'quality-reports.csv'>[];
  campaign(shortName: string): TableRow<'campaigns.csv'> | undefined;
  doiOf(datastreamClass: string, instrumentClass: string | undefined): string | undefined;
  scanName(name: string): TableRow<'scan-names.csv'> | undefined;
  /**
   * Contributors of a product; where it has none of its own, those of its instrument class. In the
   * order of the table.
   */
  peopleOf(
    datastreamClass: string,
    instrumentClass: string | undefined,
  ): readonly TableRow<'people.csv'>[];
}

/**
 * `absent`: tables that were not found. They count as empty, but a missing table of reports does
 * not mean that there are no reports.
 */
export function curatedTables(
  rows: TableRows,
  absent: ReadonlySet<TableFile> = new Set(),
): CuratedTables {
  const sites = by(rows['sites.csv'], (r) => r.site_code);
  const facilities = by(rows['facilities.csv'], (r) => `${r.site_code}.${r.facility_code}`);
  const classes = by(rows['instrument-classes.csv'], (r) => r.instrument_class_code);
  const classNames = Map.groupBy(rows['instrument-classes.csv'], (r) => r.instrument_class_name);
  const datastreamClasses = by(rows['datastream-classes.csv'], (r) => r.datastream_class);
  const measurements = by(rows['measurements.csv'], (r) => r.primary_meas_type_code);
  const ofClass = Map.groupBy(rows['instrument-measurements.csv'], (r) => r.instrument_class_code);
  const classOfProduct = new Map(
    rows['instrument-measurements.csv']
      .filter((r) => r.datastream_class !== '')
      .map((r) => [r.datastream_class, r.instrument_class_code]),
  );
  const names = namedMeasurements(rows);
  const categories = by(rows['measurement-categories.csv'], (r) => r.category_code);
  const subcategories = by(
    rows['measurement-categories.csv'],
    (r) => `${r.category_code}.${r.subcategory_code}`,
  );
  const instrumentCategories = by(
    rows['instrument-categories.csv'],
    (r) => r.instrument_category_code,
  );
  const levels = by(rows['data-levels.csv'], (r) => r.data_level_code);
  const sourceClasses = by(rows['source-classes.csv'], (r) => r.source_class_code);
  const weights = new Map(
    rows['source-classes.csv'].map((r, i) => [r.source_class_code, r.weight ?? i + 1]),
  );
  const reports = reportLookUps(rows['quality-reports.csv'], absent.has('quality-reports.csv'));
  const campaigns = by(rows['campaigns.csv'], (r) => r.iop_short_name);
  const doisByProduct = by(rows['dois.csv'], (r) => r.datastream_class);
  const doisByClass = by(
    rows['dois.csv'].filter((r) => r.datastream_class === ''),
    (r) => r.instrument_class_code,
  );
  const scans = by(rows['scan-names.csv'], (r) => r.scan_name);
  const people = Map.groupBy(rows['people.csv'], (r) => r.datastream_class);
  const peopleOfClass = Map.groupBy(people.get('') ?? [], (r) => r.instrument_class_code);
  return {
    rows,
    site: (code) => sites.get(code),
    facility: (site, facility) => facilities.get(`${site}.${facility}`),
    instrumentClass: (code) => classes.get(code),
    isOnlyClassNamed: (name) => (classNames.get(name)?.length ?? 0) <= 1,
    datastreamClass: (code) => datastreamClasses.get(code),
    instrumentClassOf: (product) =>
      datastreamClasses.get(product)?.instrument_class_code ??
      classOfProduct.get(product) ??
      classes.get(product)?.instrument_class_code,
    notesOn: (datastream) =>
      rows['datastream-notes.csv'].filter((r) => fits(r.datastream, datastream)),
    measurement: (code) => measurements.get(code),
    measurementsOf: (code) => ofClass.get(code) ?? [],
    ...names,
    measurementCategoryName: (code) => categories.get(code)?.category_name ?? code,
    measurementSubcategoryName: (category, sub) =>
      subcategories.get(`${category}.${sub}`)?.subcategory_name ?? sub,
    instrumentCategoryName: (code) =>
      instrumentCategories.get(code)?.instrument_category_name ?? code,
    dataLevel: (code) => levels.get(code),
    sourceClass: (code) => sourceClasses.get(code),
    sourceClassWeight: (code) => weights.get(code) ?? LAST,
    ...reports,
    campaign: (shortName) => campaigns.get(shortName),
    doiOf: (product, instrumentClass) =>
      (doisByProduct.get(product) ?? doisByClass.get(instrumentClass ?? ''))?.doi,
    scanName: (name) => scans.get(name),
    peopleOf: (product, instrumentClass) =>
      (product && people.get(product)) || peopleOfClass.get(instrumentClass ?? '') || [],
  };
}

/** The same tables with a different table of reports. */
export const withReportRows = (
  tables: CuratedTables,
  reports: TableRows['quality-reports.csv'],
): CuratedTables => ({
  ...tables,
  rows: { ...tables.rows, 'quality-reports.csv': reports },
  ...reportLookUps(reports, false),
});

function reportLookUps(
  rows: TableRows['quality-reports.csv'],
  absent: boolean,
): Pick<CuratedTables, 'qualityReportsOf' | 'qualityReport'> {
  const ofDatastream = Map.groupBy(rows, (row) => row.datastream);
  const ofId = Map.groupBy(rows, (row) => row.dqr_id);
  const there = <T>(found: readonly T[] | undefined): readonly T[] => {
    if (absent) throw new TableError(NO_REPORT_TABLE);
    return found ?? [];
  };
  return {
    qualityReportsOf: (datastream) => there(ofDatastream.get(datastream)),
    qualityReport: (id) => there(ofId.get(id)),
  };
}

const NO_REPORT_TABLE =
  'quality-reports.csv is missing, so it is not known which data have quality reports. An archive without reports has the table with only its header line.';

const LAST = 99;

/** Rows by their key; of two with one key the later counts. */
const by = <R>(rows: readonly R[], key: (row: R) => string): Map<string, R> =>
  new Map(rows.map((row) => [key(row), row]));

const fits = (pattern: string, datastream: string): boolean =>
  pattern.endsWith('*') ? datastream.startsWith(pattern.slice(0, -1)) : pattern === datastream;
