// The words that a query looks for in each field, as far as they can be marked in a text.

import type { Query, QueryKinds, QueryString } from '@isobar/query-language/query.ts';
import { parseQueryString, type QueryNode } from '@isobar/query-language/query-string.ts';
import { analyse, lowerCase } from '../language/analyse.ts';
import { allFields, fieldOf, fieldsOf } from '../segment/fields.ts';
import { only } from './chosen-values.ts';
import type { Context } from './context.ts';
import { lowerCasePattern, type Pattern, parsePattern, patternOf } from './patterns.ts';
import { DEFAULT_RULES, editsOf, similarTexts } from './similar.ts';

export type Wanted = {
  /** Null: any field. */
  readonly field: string | null;
} & (
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  /** Highlighted only where the words are next to each other. */
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  /**
   * Like `phrase`, but the last word only has to begin with `last`. In a text without such a
   * phrase, the other words are marked one by one.
   */
  | { readonly kind: 'beginning'; readonly words: readonly string[]; readonly last: string }
);

export function wantedWords(query: Query | undefined, context: Context): Wanted[] {
  return query === undefined ? [] : ofQuery(query, context);
}

function ofQuery(query: Query, context: Context): Wanted[] {
  const all = (queries: Query | readonly Query[] | undefined) =>
    [queries ?? []].flat().flatMap((one) => ofQuery(one as Query, context));
  if ('bool' in query) {
    const { must, filter, should } = query.bool;
    return [...all(must), ...all(filter), ...all(should)];
  }
  if ('constant_score' in query) return ofQuery(query.constant_score.filter, context);
  if ('query_string' in query) return ofQueryString(query.query_string, context);
  if ('simple_query_string' in query) {
    const { query: text, fields } = query.simple_query_string;
    const kept = text.replace(/(^|\s)-\S+/g, ' ');
    return namesOf(fields, context).flatMap((field) => words(field, kept));
  }
  if ('multi_match' in query) {
    const { query: text, fields, type, fuzziness } = query.multi_match;
    return namesOf(fields, context).flatMap((field) =>
      ofText(type ?? 'best_fields', field, String(text), fuzziness, context),
    );
  }
  return ofFieldQuery(query, context);
}

function ofFieldQuery(query: Query, context: Context): Wanted[] {
  if ('fuzzy' in query) {
    const [field, given] = only(query.fuzzy);
    const options: SimilarOptions = typeof given === 'object' ? given : { value: given };
    return similarWords(field, String(options.value), options.fuzziness, context);
  }
  for (const kind of FIELD_KINDS) {
    const content = (query as Partial<QueryKinds>)[kind];
    if (!content) continue;
    const [field, given] = Object.entries(content).find(([key]) => key !== 'boost') as [
      string,
      unknown,
    ];
    const options = (typeof given === 'object' && !Array.isArray(given) ? given : {}) as Record<
      string,
      unknown
    >;
    const value = options.query ?? options.value ?? options.wildcard ?? given;
    const type = TYPES.get(kind);
    if (type)
      return ofText(type, field, String(value), options.fuzziness as string | undefined, context);
    if (kind === 'term' || kind === 'terms')
      return [value].flat().map((word) => ({ kind: 'word', field, word: String(word) }));
    const text = kind === 'prefix' ? `${String(value).replace(/[*?\\]/g, '\\$&')}*` : String(value);
    const pattern = parsePattern(text, options.case_insensitive === true);
    return [
      {
        kind: 'pattern',
        field,
        pattern: kind === 'wildcard' ? lowerCasePattern(pattern) : pattern,
      },
    ];
  }
  return [];
}

const FIELD_KINDS = [
  'match',
  'match_phrase',
  'match_phrase_prefix',
  'match_bool_prefix',
  'term',
  'terms',
  'prefix',
  'wildcard',
] as const;

function ofQueryString(query: QueryString, context: Context): Wanted[] {
  const operator = query.default_operator?.toUpperCase() === 'AND' ? 'AND' : 'OR';
  const parsed = parseQueryString(query.query, operator);
  if (!parsed.ok) return [];
  const names = query.fields ?? (query.default_field ? [query.default_field] : undefined);
  return ofNode(parsed.node, namesOf(names, context), context);
}

function ofNode(node: QueryNode, outer: readonly string[], context: Context): Wanted[] {
  const fields = 'field' in node && node.field !== null ? namesOf([node.field], context) : outer;
  switch (node.kind) {
    case 'words':
      return fields.flatMap((field) => words(field, node.text));
    case 'phrase':
      return fields.flatMap((field) => phrase(field, node.text));
    case 'similar':
      return fields.flatMap((field) =>
        similarWords(field, lowerCase(node.text), node.edits ?? 'AUTO', context),
      );
    case 'wildcard': {
      const pattern = lowerCasePattern(patternOf(node.pattern));
      return fields.map((field) => ({ kind: 'pattern', field, pattern }));
    }
    case 'boosted':
      return ofNode(node.node, outer, context);
    case 'boolean':
      return node.clauses.flatMap((clause) =>
        clause.occur === 'must_not' ? [] : ofNode(clause.node, outer, context),
      );
    default:
      return [];
  }
}

type SimilarOptions = { readonly value: unknown; readonly fuzziness?: string | number };

/** The words of a field that are similar to `term`. */
function similarWords(
  name: string,
  term: string,
  fuzziness: string | number | undefined,
  context: Context,
): Wanted[] {
  const field = fieldOf(context.segment, name);
  if (field?.kind !== 'words') return [];
  const rules = { ...DEFAULT_RULES, edits: editsOf(fuzziness, term) };
  return similarTexts(field.index.terms, term, rules, context.budget).map(({ text }) => ({
    kind: 'word',
    field: name,
    word: text,
  }));
}

const namesOf = (names: readonly string[] | undefined, context: Context): string[] =>
  (names === undefined || names.includes('*')
    ? allFields(context.segment)
    : fieldsOf(context.segment, names)
  ).map(({ field }) => field.name);

const words = (field: string, text: string): Wanted[] =>
  analyse(text).map(({ term }) => ({ kind: 'word', field, word: term }));

type MultiType = NonNullable<QueryKinds['multi_match']['type']>;

/** For each query of one field, the type of `multi_match` that does the same. */
const TYPES: ReadonlyMap<string, MultiType> = new Map([
  ['match', 'best_fields'],
  ['match_phrase', 'phrase'],
  ['match_phrase_prefix', 'phrase_prefix'],
  ['match_bool_prefix', 'bool_prefix'],
]);

function ofText(
  type: MultiType,
  field: string,
  text: string,
  fuzziness: string | number | undefined,
  context: Context,
): Wanted[] {
  if (type === 'phrase') return phrase(field, text);
  const terms = analyse(text).map(({ term }) => term);
  const last = terms.at(-1) ?? '';
  const before = terms.slice(0, -1);
  const beginning = { kind: 'pattern', field, pattern: patternOf([{ text: last }, '*']) } as const;
  if (type === 'phrase_prefix' && before.length > 0)
    return [{ kind: 'beginning', field, words: before, last }];
  const found = (some: readonly string[]): Wanted[] =>
    some.flatMap((term) =>
      fuzziness === undefined
        ? [{ kind: 'word', field, word: term } as const]
        : similarWords(field, term, fuzziness, context),
    );
  const unfinished = type === 'phrase_prefix' || type === 'bool_prefix';
  return unfinished && last !== '' ? [...found(before), beginning] : found(terms);
}

function phrase(field: string, text: string): Wanted[] {
  const terms = analyse(text).map(({ term }) => term);
  return terms.length < 2 ? words(field, text) : [{ kind: 'phrase', field, words: terms }];
}
