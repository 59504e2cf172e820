// The part of an answer that has to be alike everywhere: not the time that it took; scores to five
// digits; of errors, the status.
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { type SearchIndex, SearchRefused } from '../../search-index.ts';

export type ComparedAnswer = { readonly [part: string]: unknown };

/** The answer of an index to a request, which may be refused before it gets to the index. */
export async function comparedAnswer(
  index: Pick<SearchIndex, 'search'>,
  name: string,
  request: object,
): Promise<ComparedAnswer> {
  const parsed = parseSearchBody(request);
  if (!parsed.ok) return { refused: 400 };
  try {
    const { ext: _, ...asked } = parsed.body; // the server removes it before a search, too
    const { hits, aggregations, suggest } = await index.search(name, asked);
    const reply = {
      ...hits,
      ...(aggregations ? { aggregations } : {}),
      ...(suggest ? { suggest } : {}),
    };
    return rounded(reply) as ComparedAnswer;
  } catch (error) {
    if (error instanceof SearchRefused) return { refused: error.status };
    throw error;
  }
}

function rounded(value: unknown, name = ''): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) ? value : Number(value.toPrecision(5));
  if (Array.isArray(value)) return value.map((item) => rounded(item));
  if (typeof value !== 'object' || value === null || name === '_source') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '_index')
      .map(([key, inner]) => [key, rounded(inner, key)]),
  );
}
