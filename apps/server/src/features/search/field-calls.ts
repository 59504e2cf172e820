// What there is to ask for: `_field_caps`, `_terms_enum`, `_analyze`, `_validate/query`.

import type { FieldType } from '@isobar/query-language/mapping.ts';
import { analyse } from '@isobar/search-engine/language/analyse.ts';
import { fitsPattern } from '@isobar/search-engine/language/name-pattern.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { checked } from './read-request.ts';
import type { Served } from './scroll.ts';

const SHARDS = { total: 1, successful: 1, failed: 0 };

/** How search clusters name the types; a text is there as its exact value too. */
const TYPES: Readonly<Record<FieldType, string | null>> = {
  text: 'text',
  keyword: 'keyword',
  integer: 'long',
  double: 'double',
  date: 'date',
  boolean: 'boolean',
  geo_point: 'geo_point',
  geo_shape: 'geo_shape',
  stored: null,
};

/** The fields of these indexes that fit a pattern, and what can be done with each. */
export async function fieldCaps(all: readonly Served[], patterns: readonly string[]) {
  if (patterns.length === 0) throw refused('no fields specified');
  const fields: Record<string, Record<string, object>> = Object.create(null);
  for (const { name, index } of all) {
    for (const [field, { type }] of Object.entries(await index.mapping(name))) {
      const kind = TYPES[type];
      if (kind === null) continue;
      add(field, kind, kind !== 'text');
      if (kind === 'text') add(`${field}.keyword`, 'keyword', true);
    }
  }
  function add(field: string, type: string, aggregatable: boolean): void {
    if (!patterns.some((pattern) => fitsPattern(pattern, field))) return;
    fields[field] ??= {};
    fields[field][type] = { type, metadata_field: false, searchable: true, aggregatable };
  }
  return { indices: all.map(({ name }) => name), fields };
}

const MOST_TERMS = 10_000;

/** The values of a field that begin with a text, in their order. */
export async function termsEnum(served: Served, input: unknown) {
  const {
    field,
    string = '',
    size = 10,
    search_after: after,
    case_insensitive: anyCase = false,
  } = recordOf(input);
  if (typeof field !== 'string' || field === '') throw refused('field cannot be null');
  if (typeof string !== 'string' || string.length > 1000) throw refused('string must be text');
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > MOST_TERMS)
    throw refused(`size must be from 1 to ${MOST_TERMS}`);
  const mapping = await served.index.mapping(served.name);
  const plain = field.replace(/\.keyword$/, '');
  const type = Object.hasOwn(mapping, plain) ? mapping[plain]?.type : undefined;
  if (type !== 'text' && type !== 'keyword')
    throw refused(`[${field}] is no field of texts in [${served.name}]`);
  const exact = type === 'text' ? `${plain}.keyword` : plain;
  const query =
    string === ''
      ? {}
      : { query: { prefix: { [exact]: { value: string, case_insensitive: anyCase === true } } } };
  const body = checked({
    size: 0,
    ...query,
    aggs: { terms: { terms: { field: exact, order: { _key: 'asc' }, size: MOST_TERMS } } },
  });
  const reply = await served.index.search(served.name, body);
  const buckets = reply.aggregations?.terms?.buckets;
  const lower = (text: string) => (anyCase === true ? text.toLowerCase() : text);
  // A document with several values brings them all.
  const terms = (Array.isArray(buckets) ? buckets : [])
    .map(({ key }) => String(key))
    .filter((key) => lower(key).startsWith(lower(string)))
    .filter((key) => typeof after !== 'string' || key > after);
  return { _shards: SHARDS, terms: terms.slice(0, size), complete: true };
}

const LONGEST_TEXT = 20_000;

/** The words of a text as the index has them; `keyword` leaves it whole. */
export async function analyseText(served: Served | undefined, input: unknown) {
  const { text, analyzer, field, tokenizer } = recordOf(input);
  const texts = [text].flat();
  if (texts.length === 0 || texts.some((one) => typeof one !== 'string'))
    throw refused('text is missing');
  if (texts.join('').length > LONGEST_TEXT)
    throw refused(`the text is longer than ${LONGEST_TEXT}`);
  const named = analyzer ?? tokenizer ?? (await analyserOf(served, field));
  if (named !== 'standard' && named !== 'keyword')
    throw refused(
      `failed to find global analyzer [${String(named).slice(0, 100)}]; there are [standard] and [keyword]`,
    );
  let position = 0;
  const tokens = texts.map(String).flatMap((one) => {
    const words = named === 'keyword' ? [{ term: one, start: 0, end: one.length }] : analyse(one);
    return words.map(({ term, start, end }) => ({
      token: term,
      start_offset: start,
      end_offset: end,
      type: named === 'keyword' ? 'word' : /^\p{N}+$/u.test(term) ? '<NUM>' : '<ALPHANUM>',
      position: position++,
    }));
  });
  return { tokens };
}

async function analyserOf(served: Served | undefined, field: unknown): Promise<string> {
  if (typeof field !== 'string' || !served) return 'standard';
  const mapping = await served.index.mapping(served.name);
  return Object.hasOwn(mapping, field) && mapping[field]?.type === 'text' ? 'standard' : 'keyword';
}

/** Whether a query would be answered; with `explain`, why it would not. */
export async function validate(served: Served, read: () => unknown, isExplained: boolean) {
  const { name, index } = served;
  try {
    const body = checked(read(), ['query']);
    await index.search(name, { ...body, size: 0, track_total_hits: false });
    const explanations = [
      { index: name, valid: true, explanation: JSON.stringify(body.query ?? { match_all: {} }) },
    ];
    return { valid: true, _shards: SHARDS, ...(isExplained ? { explanations } : {}) };
  } catch (error) {
    if (!(error instanceof SearchRefused) || error.status !== 400) throw error;
    const explanations = [{ index: name, valid: false, error: error.message }];
    return {
      valid: false,
      _shards: SHARDS,
      ...(isExplained ? { explanations, error: error.message } : {}),
    };
  }
}

const refused = (reason: string): SearchRefused =>
  new SearchRefused(400, 'action_request_validation_exception', `Validation Failed: 1: ${reason};`);

/** The names and patterns of fields that a call names, in its address or in its body. */
export function patternsOf(query: Readonly<Record<string, unknown>>, body: unknown): string[] {
  const given = query.fields ?? recordOf(body).fields;
  return [given ?? []]
    .flat()
    .flatMap((text) => String(text).split(','))
    .slice(0, 1000);
}
