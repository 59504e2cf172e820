// How data are cited: what a datastream is called, who publishes it, its DOI; as text and as CITATION.cff. Pure.
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { formatDay } from '@isobar/contract/time.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

export interface CitedData {
  readonly datastream: string;
  /** Such as `Surface Meteorological Instrumentation`. */
  readonly product: string;
  /** Datastream class, such as `met`. */
  readonly productCode: string;
  readonly siteCode: string;
  readonly siteName: string;
  readonly facilityCode: string;
  readonly facilityName: string;
  readonly dataLevel: string;
  /** Seconds UTC, first and last. */
  readonly start: number;
  readonly end: number;
  /** `10.5439/…`, or null where none is known. */
  readonly doi: string | null;
}

export interface CitationContext {
  /** Short name of the archive (decision 28). */
  readonly archiveName: string;
  /** Seconds UTC. */
  readonly accessed: number;
}

/** What the tables know of a datastream; a name that tells nothing is cited by itself. */
export function citedData(
  tables: CuratedTables,
  datastream: string,
  dates: { readonly start: number; readonly end: number },
): CitedData {
  const parts = parseDatastream(datastream);
  const productCode = parts?.classCode ?? datastream;
  const instrumentClass = tables.instrumentClassOf(productCode);
  const siteCode = parts?.siteCode ?? '';
  const facilityCode = parts?.facilityCode ?? '';
  return {
    datastream,
    product:
      tables.datastreamClass(productCode)?.name ||
      tables.instrumentClass(instrumentClass ?? productCode)?.instrument_class_name ||
      datastream,
    productCode,
    siteCode,
    siteName: tables.site(siteCode)?.site_name ?? '',
    facilityCode,
    facilityName: tables.facility(siteCode, facilityCode)?.facility_name ?? '',
    dataLevel: parts?.dataLevel ?? '',
    ...dates,
    doi: tables.doiOf(productCode, instrumentClass) ?? null,
  };
}

/** The archive's own form: publisher, year, product, dates, place, data centre, date of access, DOI. */
export function citationText(data: CitedData, context: CitationContext): string {
  const product =
    data.product === data.productCode
      ? data.product
      : `${data.product} (${data.productCode.toUpperCase()})`;
  const place = [
    named(data.siteName, data.siteCode.toUpperCase()),
    named(data.facilityName, data.facilityCode),
  ]
    .filter(Boolean)
    .join(', ');
  return [
    `${context.archiveName} Data Center`,
    formatDay(data.start).slice(0, 4),
    product,
    `${formatDay(data.start)} to ${formatDay(data.end)}${place ? `, ${place}` : ''}${data.dataLevel ? `, data level ${data.dataLevel}` : ''}`,
    `Data set accessed ${formatDay(context.accessed)}${data.doi ? ` at https://doi.org/${data.doi}` : ''}`,
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

/** CITATION.cff 1.2.0: the delivery as one dataset that refers to each datastream. */
export function citationFile(
  title: string,
  all: readonly CitedData[],
  context: CitationContext,
): string {
  const author = `${context.archiveName} Data Center`;
  const lines = [
    'cff-version: 1.2.0',
    `message: ${quote('If you use these data, please cite each datastream as listed under references.')}`,
    'type: dataset',
    `title: ${quote(title)}`,
    'authors:',
    `  - name: ${quote(author)}`,
    `date-released: ${quote(formatDay(context.accessed))}`,
    'license: CC-BY-4.0',
    'references:',
  ];
  for (const data of all) {
    lines.push(
      '  - type: data',
      `    title: ${quote(`${data.product} (${data.datastream})`)}`,
      '    authors:',
      `      - name: ${quote(author)}`,
      `    year: ${formatDay(data.start).slice(0, 4)}`,
      `    notes: ${quote(`${formatDay(data.start)} to ${formatDay(data.end)}`)}`,
      `    date-accessed: ${quote(formatDay(context.accessed))}`,
      ...(data.doi ? [`    doi: ${quote(data.doi)}`] : []),
    );
  }
  return `${lines.join('\n')}\n`;
}

const named = (name: string, code: string): string =>
  name && code ? `${name} (${code})` : name || code;

/** JSON strings are YAML strings. */
const quote = (text: string): string => JSON.stringify(text);
