// Answers query strings: evaluates the tree of the parser over the fields of the index.
import type { QueryString } from '@isobar/query-language/query.ts';
import {
  parseQueryString,
  type QueryClause,
  type QueryNode,
} from '@isobar/query-language/query-string.ts';
import { lowerCase } from '../language/analyse.ts';
import { required } from '../language/minimum.ts';
import { Refusal } from '../language/refusal.ts';
import { allBits } from '../memory/bits.ts';
import { allFields, type BoostedField, fieldsOf } from '../segment/fields.ts';
import type { Context } from './context.ts';
import { documentsHaving, none, patternMatched, rangeMatched } from './evaluate-exact.ts';
import { bestOf, inFields, phraseInField, wordClauses } from './evaluate-text.ts';
import { boosted, combine, type Matched, matched } from './matched.ts';
import { lowerCasePattern, patternOf } from './patterns.ts';
import { DEFAULT_RULES, editsOf, type SimilarRules, similarMatched } from './similar.ts';
import type { TextRules } from './text-rules.ts';

type Rules = TextRules & {
  readonly fields: readonly BoostedField[];
  readonly minimum: number | string | undefined;
  readonly query: QueryString;
};

export function evaluateQueryString(query: QueryString, context: Context): Matched {
  const operator = query.default_operator?.toUpperCase() === 'AND' ? 'AND' : 'OR';
  const parsed = parseQueryString(query.query, operator);
  if (!parsed.ok)
    throw new Refusal(400, 'query_shard_exception', `Failed to parse query [${query.query}]`);
  const names = query.fields ?? (query.default_field ? [query.default_field] : ['*']);
  const all = names.includes('*');
  const rules: Rules = {
    fields: all ? allFields(context.segment) : fieldsOf(context.segment, names),
    operator,
    type: query.type ?? 'best_fields',
    tieBreaker: query.tie_breaker,
    slop: query.phrase_slop ?? 0,
    lenient: query.lenient ?? all,
    minimum: query.minimum_should_match,
    query,
  };
  const allowsLeading = query.allow_leading_wildcard ?? true;
  const { node } = parsed;
  const occur = operator === 'AND' ? 'must' : 'should';
  const words = countedWords(node, rules, context);
  const found = words
    ? together({ ...NO_PARTS, [occur]: words }, rules, context)
    : evaluateNode(node, rules, context, allowsLeading);
  return boosted(found ?? none(context), query.boost);
}

/**
 * Null: nothing to look for, as in a word that is only punctuation; it does not count as a clause.
 */
function evaluateNode(
  node: QueryNode,
  rules: Rules,
  context: Context,
  allowsLeading: boolean,
): Matched | null {
  context.budget.check();
  const fields = fieldsFor('field' in node ? node.field : null, rules, context);
  const looksFor = node.kind === 'words' || node.kind === 'phrase';
  if (looksFor && fields.length === 0) return none(context); // no such field, no match
  switch (node.kind) {
    case 'words':
      return inFields(fields, node.text, { ...rules, minimum: undefined }, context);
    case 'phrase': {
      const slop = node.slop ?? rules.slop;
      return bestOf(fields, rules.tieBreaker ?? 0, rules, context, (field) =>
        phraseInField(field, node.text, slop, context),
      );
    }
    case 'similar':
      return (
        bestOf(
          fields,
          rules.tieBreaker ?? (rules.type === 'most_fields' ? 1 : 0),
          rules,
          context,
          (field) => {
            const term = field.kind === 'words' ? lowerCase(node.text) : node.text;
            const { query } = rules;
            const similar: SimilarRules = {
              edits: node.edits ?? editsOf(query.fuzziness, term),
              prefixLength: query.fuzzy_prefix_length ?? DEFAULT_RULES.prefixLength,
              maxExpansions: query.fuzzy_max_expansions ?? DEFAULT_RULES.maxExpansions,
              transpositions: query.fuzzy_transpositions ?? DEFAULT_RULES.transpositions,
            };
            return similarMatched(field, term, similar, context);
          },
        ) ?? none(context)
      );
    case 'wildcard': {
      if (!allowsLeading && typeof node.pattern[0] === 'string')
        throw new Refusal(
          400,
          'query_shard_exception',
          "'*' or '?' not allowed as first character",
        );
      const pattern = patternOf(node.pattern);
      return (
        bestOf(fields, rules.tieBreaker ?? 0, rules, context, (field) =>
          patternMatched(
            field,
            field.kind === 'words' ? lowerCasePattern(pattern) : pattern,
            context,
          ),
        ) ?? none(context)
      );
    }
    case 'range':
      return (
        bestOf(fields, rules.tieBreaker ?? 0, rules, context, (field) => {
          const text = (bound: string | null) =>
            bound !== null && field.kind === 'words' ? lowerCase(bound) : bound;
          const limits = { ...node, from: text(node.from), to: text(node.to) };
          return rangeMatched(field, limits, context);
        }) ?? none(context)
      );
    case 'exists':
      if (node.field !== null && !node.field.includes('*'))
        return matched(documentsHaving(node.field, context));
      return (
        bestOf(fields, rules.tieBreaker ?? 0, rules, context, (field) =>
          matched(documentsHaving(field.name, context)),
        ) ?? none(context)
      );
    case 'all':
      return matched(allBits(context.segment.documents));
    case 'none':
      return null;
    case 'boosted': {
      const found = evaluateNode(node.node, rules, context, allowsLeading);
      return found && boosted(found, node.boost);
    }
    case 'boolean':
      return evaluateClauses(node.clauses, rules, context, allowsLeading);
  }
}

/**
 * The words that `minimum_should_match` counts one by one; null if there is no such rule, or the
 * text counts as one clause.
 */
const countedWords = (node: QueryNode, rules: Rules, context: Context) =>
  node.kind !== 'words' || rules.minimum === undefined
    ? null
    : wordClauses(fieldsFor(node.field, rules, context), node.text, rules, context);

const fieldsFor = (field: string | null, rules: Rules, context: Context) =>
  field === null ? rules.fields : fieldsNamed(field, context);

/** The fields that a name or a pattern means. */
const fieldsNamed = (name: string, { segment }: Context): readonly BoostedField[] =>
  name === '*' ? allFields(segment) : fieldsOf(segment, [name.replace(/\^/g, '')]);

function evaluateClauses(
  clauses: readonly QueryClause[],
  rules: Rules,
  context: Context,
  allowsLeading: boolean,
): Matched | null {
  const parts: { [occur in QueryClause['occur']]: Matched[] } = {
    must: [],
    should: [],
    must_not: [],
  };
  for (const { occur, node, run } of clauses) {
    const within = occur === 'must_not' ? { ...context, scoring: false } : context;
    const words = run ? countedWords(node, rules, within) : null;
    if (words) {
      parts[occur].push(...words);
      continue;
    }
    const found = evaluateNode(node, { ...rules, minimum: undefined }, within, allowsLeading);
    if (found) parts[occur].push(found);
  }
  return together(parts, rules, context);
}

type Parts = { readonly [occur in QueryClause['occur']]: readonly Matched[] };
const NO_PARTS: Parts = { must: [], should: [], must_not: [] };

/** Null: there is nothing to look for. */
function together(parts: Parts, rules: Rules, context: Context): Matched | null {
  const { must, should, must_not: mustNot } = parts;
  if (must.length + should.length + mustNot.length === 0) return null;
  const atLeast = must.length === 0 && should.length > 0 ? 1 : 0;
  const minimum = Math.max(atLeast, required(rules.minimum, should.length, 0));
  return combine({ must, filter: [], should, mustNot, minimum }, context);
}
