// Queries that the language can already express in other words: `match_phrase_prefix` and `match_bool_prefix`.
import { isRecord } from './dsl-kinds.ts';

/** The clause, rephrased as one that is checked and answered; any other clause comes back unchanged. */
export function inOwnWords(clause: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [kind = ''] = Object.keys(clause);
  const content = clause[kind];
  if (!isRecord(content) || !Object.hasOwn(OTHER_WORDS, kind)) return clause;
  const [field, ...others] = Object.keys(content);
  if (field === undefined || others.length > 0) return clause;
  const given = content[field];
  return OTHER_WORDS[kind]?.(field, isRecord(given) ? given : { query: given }) ?? clause;
}

type Spell = (field: string, asked: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const OTHER_WORDS: Readonly<Record<string, Spell>> = {
  match_phrase_prefix: (field, { max_expansions: _, zero_terms_query: __, ...rest }) => ({
    multi_match: { ...rest, type: 'phrase_prefix', fields: [field] },
  }),
  /** Each word, the last of them as a prefix. */
  match_bool_prefix: (
    field,
    { query, operator, max_expansions: _, prefix_length: __, ...rest },
  ) => {
    const words = String(query ?? '').match(/[\p{L}\p{N}]+(?:['’._][\p{L}\p{N}]+)*/gu) ?? [];
    const clauses = words.map((word, i) =>
      i < words.length - 1
        ? { match: { [field]: word } }
        : { prefix: { [field]: { value: word.toLowerCase() } } },
    );
    if (clauses.length === 0) return { match_none: {} };
    const all = typeof operator === 'string' && operator.toUpperCase() === 'AND';
    return { bool: { [all ? 'must' : 'should']: clauses, ...rest } };
  },
};
