// Texts whose last word may be unfinished: the beginning of a phrase, or words in any order, the
// last of them unfinished.
import type { Scalar } from '@isobar/query-language/text-query.ts';
import { analyse } from '../language/analyse.ts';
import { Refusal } from '../language/refusal.ts';
import type { Field } from '../segment/fields.ts';
import type { Context } from './context.ts';
import { none, patternMatched, valueMatched } from './evaluate-exact.ts';
import { combine, type Matched } from './matched.ts';
import { patternOf } from './patterns.ts';
import { findBeginning } from './phrases.ts';
import { similarMatched } from './similar.ts';
import { joined, type TextRules } from './text-rules.ts';
import { findTerm } from './word-scores.ts';

/** At most so many words are tried in place of the last, unfinished word of a phrase. */
const MAX_EXPANSIONS = 50;

/**
 * Documents that have the words of a text next to each other in one field, the last of them as the
 * beginning of one.
 */
export function phrasePrefixInField(
  field: Field,
  text: Scalar,
  { slop, expansions = MAX_EXPANSIONS }: TextRules,
  context: Context,
): Matched | null {
  if (field.kind !== 'words')
    throw new Refusal(
      400,
      'query_shard_exception',
      `Can only use phrase prefix queries on text fields - not on [${field.name}]`,
    );
  const { index } = field;
  const terms = analyse(String(text)).map(({ term }) => term);
  const last = terms.pop();
  if (last === undefined) return null;
  const { from, to } = index.terms.prefixRange(last);
  const end = Math.min(to, from + expansions);
  if (terms.length > 0) return findBeginning(index, terms, { from, to: end }, slop, context);
  const parts: Matched[] = [];
  for (let i = from; i < end; i++) parts.push(findTerm(index, index.terms.text(i), context));
  if (parts.length === 0) return none(context);
  const any = { must: [], filter: [], should: parts, mustNot: [], minimum: 1 };
  return combine(any, context);
}

/**
 * Documents that have the words of a text in one field, the last of them as the beginning of one.
 */
export function boolPrefixInField(
  field: Field,
  text: Scalar,
  rules: TextRules,
  context: Context,
): Matched | null {
  const beginning = (word: string) =>
    patternMatched(field, patternOf(word === '' ? ['*'] : [{ text: word }, '*']), context);
  if (field.kind === 'exact') return beginning(String(text));
  if (field.kind !== 'words') return valueMatched(field, text, context);
  const terms = analyse(String(text)).map(({ term }) => term);
  const last = terms.pop();
  if (last === undefined) return null;
  const { similar } = rules;
  const parts = terms.map((term) =>
    similar
      ? similarMatched(field, term, similar(term), context)
      : findTerm(field.index, term, context),
  );
  return joined([...parts, beginning(last)], rules, context);
}
