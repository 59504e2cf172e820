// Queries by text (match and its kind, multi_match, fuzzy), and what these share with query
// strings.
import type { QueryKinds } from '@isobar/query-language/query.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';
import { analyse } from '../language/analyse.ts';
import { Refusal, TOO_MANY } from '../language/refusal.ts';
import { allBits } from '../memory/bits.ts';
import { allFields, type BoostedField, type Field, fieldOf, fieldsOf } from '../segment/fields.ts';
import type { TextIndex } from '../segment/text-index.ts';
import { boolPrefixInField, phrasePrefixInField } from './beginnings.ts';
import { only } from './chosen-values.ts';
import type { Context } from './context.ts';
import { none, valueMatched } from './evaluate-exact.ts';
import { best, boosted, type Matched, matched } from './matched.ts';
import { findPhrase } from './phrases.ts';
import { DEFAULT_RULES, editsOf, type SimilarRules, similarMatched } from './similar.ts';
import { joined, type TextRules } from './text-rules.ts';
import { documentFrequency, findTerm } from './word-scores.ts';

export function evaluateMatch(query: QueryKinds['match'], context: Context): Matched {
  return inOneField(query, 'best_fields', context);
}

export function evaluateMatchPhrase(query: QueryKinds['match_phrase'], context: Context): Matched {
  return inOneField(query, 'phrase', context);
}

export function evaluateMatchPhrasePrefix(
  query: QueryKinds['match_phrase_prefix'],
  context: Context,
): Matched {
  return inOneField(query, 'phrase_prefix', context);
}

export function evaluateMatchBoolPrefix(
  query: QueryKinds['match_bool_prefix'],
  context: Context,
): Matched {
  return inOneField(query, 'bool_prefix', context);
}

/** A text in the one field that a query names. */
function inOneField(
  query: Readonly<Record<string, Scalar | (Options & { readonly query: Scalar })>>,
  type: TextRules['type'],
  context: Context,
): Matched {
  const [name, given] = only(query);
  const options = typeof given === 'object' ? given : { query: given };
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const found = inFields([{ field, boost: 1 }], options.query, rulesOf(options, type), context);
  return boosted(found ?? none(context), options.boost);
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

export function evaluateMultiMatch(query: QueryKinds['multi_match'], context: Context): Matched {
  const all = query.fields === undefined || query.fields.includes('*');
  const fields = all ? allFields(context.segment) : fieldsOf(context.segment, query.fields ?? []);
  const rules = rulesOf(query, query.type ?? 'best_fields', all);
  return boosted(inFields(fields, query.query, rules, context) ?? none(context), query.boost);
}

type Options = {
  readonly operator?: 'AND' | 'OR' | 'and' | 'or';
  readonly minimum_should_match?: number | string;
  readonly tie_breaker?: number;
  readonly slop?: number;
  readonly lenient?: boolean;
  readonly zero_terms_query?: 'none' | 'all';
  readonly fuzziness?: string | number;
  readonly prefix_length?: number;
  readonly max_expansions?: number;
  readonly fuzzy_transpositions?: boolean;
  readonly boost?: number;
};

const rulesOf = (options: Options, type: TextRules['type'], lenient = false): TextRules => ({
  operator: options.operator?.toUpperCase() === 'AND' ? 'AND' : 'OR',
  minimum: options.minimum_should_match,
  type,
  tieBreaker: options.tie_breaker,
  slop: options.slop ?? 0,
  lenient: options.lenient ?? lenient,
  expansions: options.max_expansions,
  zeroTerms: options.zero_terms_query,
  similar:
    options.fuzziness === undefined
      ? undefined
      : (term) => ({
          edits: editsOf(options.fuzziness, term),
          prefixLength: options.prefix_length ?? DEFAULT_RULES.prefixLength,
          maxExpansions: options.max_expansions ?? DEFAULT_RULES.maxExpansions,
          transpositions: options.fuzzy_transpositions ?? DEFAULT_RULES.transpositions,
        }),
});

/** Documents that have a text in one or more fields; null when there is nothing to look for. */
export function inFields(
  fields: readonly BoostedField[],
  text: Scalar,
  rules: TextRules,
  context: Context,
): Matched | null {
  if (rules.type === 'cross_fields') return acrossFields(fields, text, rules, context);
  const tieBreaker = rules.tieBreaker ?? (SUMMED.has(rules.type) ? 1 : 0);
  return bestOf(
    fields,
    tieBreaker,
    rules,
    context,
    (field) => inFieldByType(field, text, rules, context) ?? withoutWords(rules, context),
  );
}

/** What a text without any word finds; null: nothing was looked for. */
const withoutWords = ({ zeroTerms }: TextRules, { segment }: Context): Matched | null =>
  zeroTerms === 'all' ? matched(allBits(segment.documents)) : null;

/** Types for which the scores of all fields are added up, instead of the best score alone. */
const SUMMED: ReadonlySet<TextRules['type']> = new Set(['most_fields', 'bool_prefix']);

function inFieldByType(field: Field, text: Scalar, rules: TextRules, context: Context) {
  switch (rules.type) {
    case 'phrase':
      return phraseInField(field, text, rules.slop, context);
    case 'phrase_prefix':
      return phrasePrefixInField(field, text, rules, context);
    case 'bool_prefix':
      return boolPrefixInField(field, text, rules, context);
    default:
      return inField(field, text, rules, context);
  }
}

/**
 * For each document, the best of what `find` gives for the fields, each multiplied by its boost.
 */
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
 * The words of a text as separate clauses, which is what a query string makes of two or more words
 * in one text field or across text fields. Null in all other cases: then the text is one clause.
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

/**
 * Each word may be in a different field: text fields count as one, and every other field is
 * compared with the whole text.
 */
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
    wordFields.length > 0 ? (joined(words, rules, context) ?? withoutWords(rules, context)) : null,
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
 * A word in several fields, scored as if these were one: being rare in one field does not make it
 * rare. The common frequency never exceeds the number of words in the shortest of the fields that
 * have it.
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
