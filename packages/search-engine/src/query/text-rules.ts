// How the words of a text are combined, whatever kind of query asks for them.
import type { QueryKinds } from '@isobar/query-language/query.ts';
import { required } from '../language/minimum.ts';
import type { Context } from './context.ts';
import { combine, type Matched } from './matched.ts';
import type { SimilarRules } from './similar.ts';

type MultiType = NonNullable<QueryKinds['multi_match']['type']>;

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
  readonly similar?: ((term: string) => SimilarRules) | undefined;
  /** At most so many words are tried in place of an unfinished one. */
  readonly expansions?: number | undefined;
  /** What a text without any word finds. */
  readonly zeroTerms?: 'none' | 'all' | undefined;
};

/** The words of a text, found one by one, as one match; null when there are none. */
export function joined(
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
