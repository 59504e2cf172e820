// Cited data as CSL-JSON, the form that citation styles work on. Pure.
import {
  type CitationContext,
  type CitedData,
  type CitedPerson,
  citedAddress,
  citedTitle,
  citedYear,
} from './cited.ts';

export type CslName =
  | { readonly family: string; readonly given: string; readonly ORCID?: string }
  | { readonly literal: string };
export type CslDate = { readonly 'date-parts': readonly (readonly number[])[] };

export interface CslItem {
  readonly id: string;
  readonly type: 'dataset';
  readonly title: string;
  readonly author: readonly CslName[];
  readonly issued: CslDate;
  readonly accessed: CslDate;
  readonly publisher: string;
  readonly URL: string;
  readonly DOI?: string;
  readonly version?: string;
}

export function cslItem(data: CitedData, context: CitationContext, id: string): CslItem {
  return {
    id,
    type: 'dataset',
    title: citedTitle(data),
    author: authorsOf(data, context),
    issued: { 'date-parts': [[citedYear(data)]] },
    accessed: { 'date-parts': [dayParts(context.accessed)] },
    publisher: context.publisher,
    URL: citedAddress(data, context),
    ...(data.doi ? { DOI: data.doi } : {}),
    ...(data.version ? { version: data.version } : {}),
  };
}

/** Without authors the publisher is the author, because citation styles expect one. */
function authorsOf(data: CitedData, { publisher }: CitationContext): readonly CslName[] {
  if (data.authors.length === 0) return [{ literal: publisher }];
  return data.authors.map(cslName);
}

const cslName = ({ familyName, givenNames, orcid }: CitedPerson): CslName =>
  givenNames === ''
    ? { literal: familyName }
    : {
        family: familyName,
        given: givenNames,
        ...(orcid ? { ORCID: `https://orcid.org/${orcid}` } : {}),
      };

function dayParts(seconds: number): readonly number[] {
  const day = new Date(seconds * 1000);
  return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
}
