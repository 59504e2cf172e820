// What is cited, and the words that all forms of a citation share: title, place, subset. Pure.

import { doiAddress } from '@isobar/contract/doi.ts';
import { NO_FACILITY, NO_SITE } from '@isobar/contract/places/not-stated.ts';
import { formatDay } from '@isobar/contract/time.ts';

export interface CitedPerson {
  /** Empty for an organisation, whose name is the family name. */
  readonly givenNames: string;
  readonly familyName: string;
  /** `0000-0002-1825-0097`, or empty. */
  readonly orcid: string;
  readonly affiliation: string;
}

/** The part of a datastream that was used, apart from its dates. */
export interface CitedSubset {
  /** Empty: all. */
  readonly variables: readonly string[];
  readonly orderId?: number;
  /** Hex; checksum of the recipe, which names every file with its own checksum. */
  readonly sha256?: string;
}

export interface CitedData {
  /** Empty if a whole product is cited. */
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
  /** Its files state no time: start and end are those of their last change. */
  readonly undated?: boolean;
  /** `10.5439/…`, or null where none is known. */
  readonly doi: string | null;
  /**
   * The authors of the data, in order; when there are none, the publisher is cited as the author.
   */
  readonly authors: readonly CitedPerson[];
  /** Version of the software that made the files; empty if they do not say. */
  readonly version: string;
  readonly subset?: CitedSubset;
  /** When it was published, seconds UTC; absent: when its first data appeared. */
  readonly issued?: number;
  /** Its page here, if that is not the page of the datastream or product. */
  readonly path?: string;
}

export interface CitationContext {
  /** Short name of the archive (decision 1028). */
  readonly archiveName: string;
  /** Full name of who publishes its data. */
  readonly publisher: string;
  /** Address of the site without a slash at the end. */
  readonly url: string;
  /** Seconds UTC. */
  readonly accessed: number;
}

/**
 * Simulated data: the title states it, and the DOI of the real data is omitted because it does not
 * lead to simulated data.
 */
export const asSimulated = (data: CitedData): CitedData => ({
  ...data,
  product: `${data.product} (simulated)`,
  doi: null,
});

/** `Surface Meteorological Instrumentation (MET)`; a code that repeats the name is left out. */
export const productTitle = ({ product, productCode }: CitedData): string =>
  wordsOf(product) === wordsOf(productCode) ? product : `${product} (${productCode.toUpperCase()})`;

const wordsOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** `Southern Great Plains (SGP), Lamont, OK (E13)`; empty where no place is known. */
export const placeText = (data: CitedData): string =>
  [
    ...(data.siteCode === NO_SITE ? [] : [named(data.siteName, data.siteCode.toUpperCase())]),
    ...(data.facilityCode === NO_FACILITY && data.facilityName === ''
      ? []
      : [named(data.facilityName, data.facilityCode)]),
  ]
    .filter(Boolean)
    .join(', ');

/** `2019-01-01 to 2019-01-03`; empty where the files state no time. */
export const datesText = ({
  start,
  end,
  undated,
}: Pick<CitedData, 'start' | 'end' | 'undated'>): string =>
  undated ? '' : `${formatDay(start)} to ${formatDay(end)}`;

/** `variables temp_mean, rh_mean, order 100123, sha-256 …`; empty without a subset. */
export function subsetText({ subset }: CitedData): string {
  if (!subset) return '';
  return [
    ...(subset.variables.length > 0 ? [`variables ${subset.variables.join(', ')}`] : []),
    ...(subset.orderId === undefined ? [] : [`order ${subset.orderId}`]),
    ...(subset.sha256 ? [`sha-256 ${subset.sha256}`] : []),
  ].join(', ');
}

/**
 * Everything that identifies exactly these data, in one line: the title of a citation in a style.
 */
export const citedTitle = (data: CitedData): string =>
  [
    productTitle(data),
    datesText(data),
    placeText(data),
    ...(data.dataLevel ? [`data level ${data.dataLevel}`] : []),
    subsetText(data),
  ]
    .filter(Boolean)
    .join(', ');

/** Where the data are found: under their DOI, else on their page here. */
export const citedAddress = (data: CitedData, { url }: Pick<CitationContext, 'url'>): string => {
  if (data.doi) return doiAddress(data.doi);
  if (data.path) return url + data.path;
  return data.datastream
    ? `${url}/datastream/${encodeURIComponent(data.datastream)}`
    : `${url}/product/${encodeURIComponent(data.productCode)}`;
};

export const citedYear = ({ start, issued }: Pick<CitedData, 'start' | 'issued'>): number =>
  Number(formatDay(issued ?? start).slice(0, 4));

/** `Example, A.` */
export const shortName = ({ familyName, givenNames }: CitedPerson): string =>
  givenNames === ''
    ? familyName
    : `${familyName}, ${givenNames
        .split(/[\s-]+/)
        .filter(Boolean)
        .map((name) => `${[...name][0]}.`)
        .join(' ')}`;

const named = (name: string, code: string): string =>
  name && code ? `${name} (${code})` : name || code;
