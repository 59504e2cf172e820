// Queries by text (match, match_phrase, multi_match), and what these share with query strings.
import type { QueryKinds, QueryString, Scalar } from '@isobar/contract/search/dsl-query.ts';
import { analyse } from '../language/analyse.ts';
import { required } from '../language/minimum.ts';
import { Refusal, TOO_MANY } from '../language/refusal.ts';
import { allBits } from '../memory/bits.ts';
import { allFields, type BoostedField, type Field, fieldOf, fieldsOf } from '../segment/fields.ts';
import type { TextIndex } from '../segment/text-index.ts';
import { only } from './chosen-values.ts';
import type { Context } from './context.ts';
import { none, valueMatched } from './evaluate-exact.ts';
import { best, boosted, combine, type Matched, matched } from './matched.ts';
import { DEFAULT_RULES, editsOf, type SimilarRules, similarMatched } from './similar.ts';
import { documentFrequency, findPhrase, findTerm } from './words.ts';

export type MultiType = NonNullable<QueryString['type']>;

/** How the words of a text are combined, and in which fields they are looked for. */
export type TextRules = {
  readonly operator: 'AND' | 'OR';
  readonly minimum?: number | string | undefined;
  readonly type: MultiType;
  readonly tieBreaker?: number | undefined;
  readonly slop: number;
  /** A value that does not fit a field matches nothing there, and does not fail the search. */
  readonly lenient: boolean;
  /** Similar words count too; the rules for each word. */
  readonly similar?: (term: string) => SimilarRules;
};

export function evaluateMatch(query: QueryKinds['match'], context: Context): Matched {
  const [name, given] = only(query);
  const options = typeof given === 'object' ? given : { query: given };
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const similar = options.fuzziness === undefined ? undefined : similarOf(options);
  const rules = { ...rulesOf(options, 'best_fields'), ...(similar ? { similar } : {}) };
  const found = leniently(rules, context, () => inField(field, options.query, rules, context));
  const { documents } = context.segment;
  if (!found)
    return options.zero_terms_query === 'all' ? matched(allBits(documents)) : none(context);
  return boosted(found, options.boost);
}

/** Documents with words similar to a term, which is not analysed. */
export function evaluateFuzzy(query: QueryKinds['fuzzy'], context: Context): Matched {
  const [name, given] = only(query);
  const options = typeof given === 'object' ? given : { value: given };
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const term = String(options.value);
  const rules: SimilarRules = {
    edits: editsOf(options.fuzziness, term),
    prefixLength: options.prefix_length ?? DEFAULT_RULES.prefixLength,
    maxExpansions: options.max_expansions ?? DEFAULT_RULES.maxExpansions,
    transpositions: options.transpositions ?? DEFAULT_RULES.transpositions,
  };
  return boosted(similarMatched(field, term, rules, context), options.boost);
}

export function evaluateMatchPhrase(query: QueryKinds['match_phrase'], context: Context): Matched {
  const [name, given] = only(query);
  const options = typeof given === 'object' ? given : { query: given };
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const found = phraseInField(field, options.query, options.slop ?? 0, context);
  return boosted(found ?? none(context), options.boost);
}

export function evaluateMultiMatch(query: QueryKinds['multi_match'], context: Context): Matched {
  const all = query.fields === undefined || query.fields.includes('*');
  const fields = all ? allFields(context.segment) : fieldsOf(context.segment, query.fields ?? []);
  const rules = rulesOf(query, query.type ?? 'best_fields', all);
  return boosted(inFields(fields, query.query, rules, context) ?? none(context), query.boost);
}

type SimilarOptions = {
  readonly fuzziness?: string | number;
  readonly prefix_length?: number;
  readonly max_expansions?: number;
  readonly fuzzy_transpositions?: boolean;
};

const similarOf =
  (options: SimilarOptions) =>
  (term: string): SimilarRules => ({
    edits: editsOf(options.fuzziness, term),
    prefixLength: options.prefix_length ?? DEFAULT_RULES.prefixLength,
    maxExpansions: options.max_expansions ?? DEFAULT_RULES.maxExpansions,
    transpositions: options.fuzzy_transpositions ?? DEFAULT_RULES.transpositions,
  });

type Options = {
  readonly operator?: 'AND' | 'OR' | 'and' | 'or';
  readonly minimum_should_match?: number | string;
  readonly tie_breaker?: number;
  readonly slop?: number;
  readonly lenient?: boolean;
};

const rulesOf = (options: Options, type: MultiType, lenient = false): TextRules => ({
  operator: options.operator?.toUpperCase() === 'AND' ? 'AND' : 'OR',
  minimum: options.minimum_should_match,
  type,
  tieBreaker: options.tie_breaker,
  slop: options.slop ?? 0,
  lenient: options.lenient ?? lenient,
});

/** Documents that have a text in one or more fields; null when there is nothing to look for. */
export function inFields(
  fields: readonly BoostedField[],
  text: Scalar,
  rules: TextRules,
  context: Context,
): Matched | null {
  if (rules.type === 'cross_fields') return acrossFields(fields, text, rules, context);
  const tieBreaker = rules.tieBreaker ?? (rules.type === 'most_fields' ? 1 : 0);
  return bestOf(fields, tieBreaker, rules, context, (field) => {
    if (rules.type === 'phrase') return phraseInField(field, text, rules.slop, context);
    if (rules.type === 'phrase_prefix')
      return phrasePrefixInField(field, text, rules.slop, context);
    return inField(field, text, rules, context);
  });
}

/** For each document, the best of what `find` gives for the fields, each multiplied by its boost. */
export function bestOf(
  fields: readonly BoostedField[],
  tieBreaker: number,
  rules: { readonly lenient: boolean },
  context: Context,
  find: (field: Field) => Matched | null,
): Matched | null {
  const parts: Matched[] = [];
  for (const { field, boost } of fields) {
    context.budget.check();
    context.budget.hold(context.segment.documents);
    const found = leniently(rules, context, () => find(field));
    if (found) parts.push(boosted(found, boost));
  }
  return parts.length === 0 ? null : best(parts, tieBreaker, context);
}

/** Runs `find`. Under lenient rules a refusal counts as no match. */
export function leniently<T extends Matched | null>(
  { lenient }: { readonly lenient: boolean },
  context: Context,
  find: () => T,
): T | Matched {
  try {
    return find();
  } catch (error) {
    const misfit = error instanceof Refusal && error.status === 400 && error.type !== TOO_MANY;
    if (lenient && misfit) return none(context);
    throw error;
  }
}

/** Documents that have the words of a text, all or some, in one field. */
function inField(field: Field, text: Scalar, rules: TextRules, context: Context): Matched | null {
  const { similar } = rules;
  if (field.kind !== 'words')
    return similar
      ? similarMatched(field, String(text), similar(String(text)), context)
      : valueMatched(field, text, context);
  const parts = analyse(String(text)).map(({ term }) =>
    similar
      ? similarMatched(field, term, similar(term), context)
      : findTerm(field.index, term, context),
  );
  return joined(parts, rules, context);
}

/**
 * The words of a text as separate clauses, which is what a query string makes of two or more words in one text field or
 * across text fields. Null in all other cases: then the text is one clause.
 */
export function wordClauses(
  fields: readonly BoostedField[],
  text: string,
  rules: TextRules,
  context: Context,
): readonly Matched[] | null {
  const [only] = fields;
  if (rules.type === 'cross_fields') {
    if (fields.some(({ field }) => field.kind !== 'words')) return null;
    const words = wordsAcross(wordFieldsOf(fields), text, rules, context);
    return words.length > 1 ? words : null;
  }
  const phrases = rules.type === 'phrase' || rules.type === 'phrase_prefix';
  if (phrases || fields.length !== 1 || only?.field.kind !== 'words' || only.boost !== 1)
    return null;
  const { index } = only.field;
  const words = analyse(text).map(({ term }) => findTerm(index, term, context));
  return words.length > 1 ? words : null;
}

function joined(
  parts: readonly Matched[],
  { operator, minimum }: TextRules,
  context: Context,
): Matched | null {
  const [only] = parts;
  if (!only) return null;
  if (parts.length === 1) return only;
  const all = operator === 'AND';
  return combine(
    {
      must: all ? parts : [],
      filter: [],
      should: all ? [] : parts,
      mustNot: [],
      minimum: all ? required(minimum, 0, 0) : Math.max(1, required(minimum, parts.length, 1)),
    },
    context,
  );
}

/** Documents that have the words of a text next to each other in one field. */
export function phraseInField(
  field: Field,
  text: Scalar,
  slop: number,
  context: Context,
): Matched | null {
  if (field.kind !== 'words') return valueMatched(field, text, context);
  const terms = analyse(String(text)).map(({ term }) => term);
  const [only] = terms;
  if (only === undefined) return null;
  if (terms.length === 1) return findTerm(field.index, only, context);
  return findPhrase(field.index, terms, slop, context);
}

/** At most this many words are tried in place of the unfinished last word of a phrase. */
const MAX_EXPANSIONS = 50;

function phrasePrefixInField(
  field: Field,
  text: Scalar,
  slop: number,
  context: Context,
): Matched | null {
  if (field.kind !== 'words')
    throw new Refusal(
      400,
      'query_shard_exception',
      `Can only use phrase prefix queries on text fields - not on [${field.name}]`,
    );
  const terms = analyse(String(text)).map(({ term }) => term);
  const last = terms.pop();
  if (last === undefined) return null;
  const { from, to } = field.index.terms.prefixRange(last);
  const parts: Matched[] = [];
  for (let ordinal = from; ordinal < Math.min(to, from + MAX_EXPANSIONS); ordinal++) {
    const phrase = [...terms, field.index.terms.text(ordinal)];
    parts.push(findPhrase(field.index, phrase, slop, context));
  }
  return parts.length === 0 ? none(context) : best(parts, 0, context);
}

/** Each word may be in a different field: text fields count as one, and every other field is compared with the whole text. */
function acrossFields(
  fields: readonly BoostedField[],
  text: Scalar,
  rules: TextRules,
  context: Context,
): Matched | null {
  const wordFields = wordFieldsOf(fields);
  const others = fields.filter(({ field }) => field.kind !== 'words');
  const tieBreaker = rules.tieBreaker ?? 0;
  const words = wordsAcross(wordFields, String(text), rules, context);
  const parts = [
    wordFields.length > 0 ? joined(words, rules, context) : null,
    bestOf(others, tieBreaker, rules, context, (field) => valueMatched(field, text, context)),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : best(parts, tieBreaker, context);
}

type WordField = { readonly index: TextIndex; readonly boost: number };

const wordFieldsOf = (fields: readonly BoostedField[]): readonly WordField[] =>
  fields.flatMap(({ field, boost }) =>
    field.kind === 'words' ? [{ index: field.index, boost }] : [],
  );

const wordsAcross = (
  fields: readonly WordField[],
  text: string,
  { tieBreaker = 0 }: TextRules,
  context: Context,
): Matched[] =>
  analyse(text).map(({ term }) => best(blended(fields, term, context), tieBreaker, context));

/**
 * A word in several fields, scored as if these were one: being rare in one field does not make it rare. The common
 * frequency never exceeds the number of words in the shortest of the fields that have it.
 */
function blended(fields: readonly WordField[], term: string, context: Context): Matched[] {
  const frequencies = context.scoring
    ? fields.map(({ index }) => documentFrequency(index, term))
    : [];
  const descending = [...new Set(frequencies)].filter((f) => f > 0).sort((a, b) => b - a);
  const most = descending[0] ?? 0;
  const atMost = fields.reduce(
    (least, { index }, i) => (frequencies[i] ? Math.min(least, index.wordCount) : least),
    context.segment.documents,
  );
  return fields.map(({ index, boost }, i) => {
    const rank = descending.indexOf(frequencies[i] ?? 0);
    const frequency = Math.min(atMost, most + Math.max(0, rank));
    return boosted(findTerm(index, term, context, frequency), boost);
  });
}
