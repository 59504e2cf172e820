// What in the archive has exactly a name that a text contains: a datastream, a file, a data product
// by its title or DOI, a variable.

import { belowOf, bucketsOf } from '@isobar/contract/search/reply.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import type { UnderstoodFilter } from '@isobar/contract/words/understood.ts';
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import { doiOf, doisIn, NAME } from './exact.ts';
import { countOf } from './named-query.ts';
import { LONGEST_TEXT } from './when.ts';

export type Called = {
  /**
   * Parts of the text, as typed, that name a datastream, one of its files or a DOI -> what they
   * narrow the search to.
   */
  readonly filters: ReadonlyMap<string, readonly UnderstoodFilter[]>;
  /** Parts of the text that variables are called by. */
  readonly variables: ReadonlySet<string>;
  /** The text as a whole is the title of a data product. */
  readonly title: UnderstoodFilter | null;
};

const MOST_NAMES = 8;
/** More datastreams of one title than that are named by the codes of their products. */
const MOST_DATASTREAMS = 20;
const MOST_PRODUCTS = 100;
/** What has the whole text as its title. */
const WHOLE = 'whole';
const LONGEST_TITLE = 400;
/** A word of letters alone means what it says, even where a datastream is called so. */
const WORD = /^[A-Za-z]+$/;

/**
 * Words that a program or a file may be called by, such as 'sst_skin' and 'sgpmetE13.b1'. Each
 * once, at most a few.
 */
export const namesIn = (text: string): readonly string[] =>
  [...new Set(Array.from(text.matchAll(NAME), ([word]) => word))]
    .filter((word) => !WORD.test(word))
    .slice(0, MOST_NAMES);

/**
 * Takes one small search. `isMeaning` tells which words mean something by themselves, such as
 * 'air_temperature', so that they are not taken for the variable that has the same name.
 */
export async function calledIn(
  text: string,
  index: Pick<SearchReader, 'search'>,
  isMeaning: (word: string) => boolean,
): Promise<Called> {
  if (text.length > LONGEST_TEXT) return NOTHING_CALLED;
  const dois = [...new Set(doisIn(text).map(({ typed }) => typed))].slice(0, MOST_NAMES);
  const names = namesIn(text).filter((name) => doiOf(name) === null);
  const whole = text.trim();
  const title = /\s/.test(whole) && whole.length <= LONGEST_TITLE ? whole : null;
  if (names.length + dois.length === 0 && title === null) return NOTHING_CALLED;
  const variables = names.filter((name) => name.includes('_') && !isMeaning(name));
  const files = names.map(fileOf);
  const reply = await index.search('metadata', {
    size: 0,
    track_total_hits: false,
    aggs: Object.assign(
      title === null ? {} : calledSo(WHOLE, title, [TITLE]),
      ...dois.map((doi, i) => calledSo(`doi${i}`, doiOf(doi) ?? doi, [DOI])),
      ...names.map((name, i) => calledSo(`name${i}`, files[i]?.datastream ?? name, NAMES)),
      ...variables.map((name, i) => ({ [`variable${i}`]: { filter: variableCalled(name) } })),
    ),
  });
  const filters = new Map<string, readonly UnderstoodFilter[]>();
  for (const [i, doi] of dois.entries()) {
    const filter = filterOf(reply, `doi${i}`, doi);
    if (filter) filters.set(doi, [{ ...filter, kind: 'product', meaning: `DOI ${doiOf(doi)}` }]);
  }
  for (const [i, name] of names.entries()) {
    const filter = filterOf(reply, `name${i}`, name);
    const day = files[i]?.day;
    if (filter) filters.set(name, [filter, ...(day ? [ofDay(name, day)] : [])]);
  }
  return {
    filters,
    variables: new Set(variables.filter((_, i) => countOf(reply, `variable${i}`) > 0)),
    title: title === null ? null : filterOf(reply, WHOLE, title),
  };
}

const NOTHING_CALLED: Called = { filters: new Map(), variables: new Set(), title: null };

const equals = (field: string, value: string): Query => ({
  term: { [field]: { value, case_insensitive: true } },
});

const TITLE = 'instrument_name.keyword';
const DOI = 'doi.keyword';
/** A title may be one word, as the stem of a file's name. */
const NAMES = ['datastream.keyword', TITLE];

/** What has a name in one of these fields. */
const calledSo = (key: string, name: string, fields: readonly string[]): Aggregations => ({
  [key]: {
    filter: {
      bool: { should: fields.map((field) => equals(field, name)), minimum_should_match: 1 },
    },
    aggs: {
      datastreams: { terms: { field: 'datastream.keyword', size: MOST_DATASTREAMS + 1 } },
      products: { terms: { field: 'instrument_code.keyword', size: MOST_PRODUCTS } },
    },
  },
});

const variableCalled = (name: string): Query => ({
  bool: {
    should: ['var_name.keyword', 'keywords.keyword'].flatMap((field) => [
      { term: { [field]: name } },
      { wildcard: { [field]: `*/${name}` } }, // in a group
    ]),
    minimum_should_match: 1,
  },
});

/** null: nothing is called so. */
function filterOf(reply: SearchReply, key: string, typed: string): UnderstoodFilter | null {
  const called = belowOf(reply.aggregations, key);
  const datastreams = bucketsOf(called, 'datastreams').map((bucket) => bucket.key);
  const [only] = datastreams;
  if (only === undefined) return null;
  if (datastreams.length === 1 && key !== WHOLE)
    return { typed, kind: 'datastream', meaning: only, values: [['datastream', [only]]] };
  const products = bucketsOf(called, 'products').map((bucket) => bucket.key);
  const isMany = datastreams.length > MOST_DATASTREAMS;
  return {
    ...{ typed, kind: 'product', meaning: typed },
    values: [isMany ? ['instrument_code', products] : ['datastream', datastreams]],
  };
}

/**
 * What the name of a file of the archive begins with: what may be a datastream, and the day after
 * it; null: no such name.
 */
function fileOf(name: string): { readonly datastream: string; readonly day?: string } | null {
  const [, datastream, year, month, date] =
    /^([^.]+\.[^.]+)\.(\d{4})(\d\d)(\d\d)\./.exec(name) ?? [];
  if (datastream === undefined) return null;
  const day = `${year}-${month}-${date}`;
  return { datastream, ...(parseInstant(day) === null ? {} : { day }) };
}

const ofDay = (typed: string, day: string): UnderstoodFilter => ({
  typed,
  kind: 'time',
  meaning: day,
  values: [
    ['start_date', [day]],
    ['end_date', [day]],
  ],
});
