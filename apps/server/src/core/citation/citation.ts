// How data are cited: what the tables know of a datastream or product, and the archive's own form
// of a citation. Pure.

import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { doiAddress } from '@isobar/contract/doi.ts';
import { formatDay } from '@isobar/contract/time.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { dataDoi } from '../tables/data-doi.ts';
import { productName } from '../tables/product-name.ts';
import {
  type CitationContext,
  type CitedData,
  type CitedPerson,
  type CitedSubset,
  citedYear,
  datesText,
  placeText,
  productTitle,
  shortName,
  subsetText,
} from './cited.ts';

export interface CitedDates {
  /** Seconds UTC. */
  readonly start: number;
  readonly end: number;
}

/** The codes that name what is cited; any may be empty but the product. */
export interface CitedCodes {
  readonly datastream: string;
  readonly productCode: string;
  readonly siteCode: string;
  readonly facilityCode: string;
  readonly dataLevel: string;
}

/** What the files state about themselves. */
interface Stated {
  readonly doi?: string;
  readonly version?: string;
  readonly undated?: true;
  readonly title?: string;
}

/** What the tables know of a datastream; a name in no known form is itself cited as the product. */
export function citedData(
  tables: CuratedTables,
  datastream: string,
  dates: CitedDates,
  { subset, stated }: { readonly subset?: CitedSubset; readonly stated?: Stated } = {},
): CitedData {
  const parts = parseDatastream(datastream);
  const codes: CitedCodes = {
    datastream,
    productCode: parts?.classCode ?? datastream,
    siteCode: parts?.siteCode ?? '',
    facilityCode: parts?.facilityCode ?? '',
    dataLevel: parts?.dataLevel ?? '',
  };
  return { ...citedByCodes(tables, codes, dates, stated), ...(subset ? { subset } : {}) };
}

export function citedByCodes(
  tables: CuratedTables,
  codes: CitedCodes,
  { start, end }: CitedDates,
  stated: Stated = {},
): CitedData {
  const { productCode, siteCode, facilityCode } = codes;
  const instrumentClass = tables.instrumentClassOf(productCode);
  return {
    ...codes,
    product: productName(tables, productCode || codes.datastream, stated.title),
    siteName: tables.site(siteCode)?.site_name ?? '',
    facilityName: tables.facility(siteCode, facilityCode)?.facility_name ?? '',
    start,
    end,
    doi: dataDoi(tables, { siteCode, productCode, instrumentClass }, stated.doi),
    authors: authorsOf(tables, productCode, instrumentClass),
    version: stated.version ?? '',
    ...(stated.undated ? { undated: true } : {}),
  };
}

/** Those that the tables name as authors of the product, else of its instrument class. */
function authorsOf(
  tables: CuratedTables,
  productCode: string,
  instrumentClass: string | undefined,
): readonly CitedPerson[] {
  return tables
    .peopleOf(productCode, instrumentClass)
    .filter((row) => row.role === 'author')
    .map((row) => ({
      givenNames: row.given_names,
      familyName: row.family_name,
      orcid: row.orcid,
      affiliation: row.affiliation,
    }));
}

/**
 * The archive's own form: publisher, year, product, dates, place, version, authors, data centre,
 * date of access, DOI.
 */
export function citationText(data: CitedData, context: CitationContext): string {
  const [place, dates] = [placeText(data), datesText(data)];
  const subset = subsetText(data);
  return [
    context.publisher,
    String(citedYear(data)),
    productTitle(data),
    [
      ...(dates ? [dates] : []),
      ...(place ? [place] : []),
      ...(data.dataLevel ? [`data level ${data.dataLevel}`] : []),
      ...(data.version ? [`version ${data.version}`] : []),
      ...(subset ? [subset] : []),
    ].join(', '),
    ...(data.authors.length > 0
      ? [`Compiled by ${listed(data.authors.map(shortName)).replace(/\.$/, '')}`]
      : []),
    `${context.archiveName} Data Center`,
    `Data set accessed ${formatDay(context.accessed)}${data.doi ? ` at ${doiAddress(data.doi)}` : ''}`,
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
