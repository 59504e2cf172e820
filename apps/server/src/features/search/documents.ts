// Documents by their ids: `_doc`, `_source`, `_mget`, `_explain`.

import type { Hit } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { checked } from './read-request.ts';
import type { Served } from './scroll.ts';

/** Most documents of one `_mget`. */
const MOST = 1000;

type Source = SearchBody['_source'];

async function hitsOf(
  { name, index }: Served,
  ids: readonly string[],
  source?: Source,
): Promise<Map<string, Hit>> {
  const _source = source === undefined ? {} : { _source: source };
  const body = checked({ query: { ids: { values: ids } }, size: ids.length, ..._source });
  const { hits } = await index.search(name, body);
  return new Map(hits.hits.map((hit) => [hit._id, hit]));
}

const found = (name: string, id: string, hit: Hit | undefined) =>
  hit
    ? {
        _index: name,
        _id: id,
        _version: 1,
        _seq_no: 0,
        _primary_term: 1,
        found: true,
        ...(hit._source ? { _source: hit._source } : {}),
      }
    : { _index: name, _id: id, found: false };

/** One document as `_doc/ID` answers it; `found` says whether it is there. */
export async function documentOf(served: Served, id: string, source?: Source) {
  checkIds([id]);
  const hits = await hitsOf(served, [id], source);
  return found(served.name, id, hits.get(id));
}

/** The document alone. Throws SearchRefused 404. */
export async function sourceOf(served: Served, id: string, source?: Source): Promise<unknown> {
  const document = await documentOf(served, id, source);
  if (document.found && '_source' in document) return document._source;
  throw new SearchRefused(
    404,
    'resource_not_found_exception',
    `Document not found [${served.name}]/[${id.slice(0, 200)}]`,
  );
}

/** `{docs: [{_index, _id, _source}]}` or `{ids: [...]}` of the index in the address. */
export async function manyDocuments(
  serve: (name: string) => Served,
  name: string | undefined,
  body: unknown,
): Promise<{ docs: unknown[] }> {
  const asked = askedFor(body, name);
  checkIds(asked.map(({ id }) => id));
  const answers: unknown[] = new Array(asked.length);
  // Those of one index that want the same parts come in one search.
  const groups = Map.groupBy(
    asked.entries(),
    ([, one]) => `${one.name} ${JSON.stringify(one.source)}`,
  );
  for (const group of groups.values()) {
    const [[, first] = []] = group;
    if (!first) continue; // a group has a first
    let served: Served;
    try {
      served = serve(first.name);
    } catch (error) {
      if (!(error instanceof SearchRefused)) throw error;
      const { type, message: reason } = error;
      for (const [place, { id }] of group)
        answers[place] = {
          _index: first.name,
          _id: id,
          error: { type, reason, root_cause: [{ type, reason }] },
        };
      continue;
    }
    const ids = [...new Set(group.map(([, { id }]) => id))];
    const hits = await hitsOf(served, ids, first.source);
    for (const [place, { id }] of group) answers[place] = found(first.name, id, hits.get(id));
  }
  return { docs: answers };
}

function askedFor(body: unknown, name: string | undefined) {
  const { docs, ids } = recordOf(body);
  const list = Array.isArray(docs) ? docs : Array.isArray(ids) ? ids.map((_id) => ({ _id })) : null;
  if (!list || list.length === 0) throw refused('no documents to get');
  if (list.length > MOST) throw refused(`at most ${MOST} documents come in one call`);
  return list.map((entry: unknown) => {
    const one = recordOf(entry);
    const index = typeof one._index === 'string' ? one._index : name;
    if (typeof one._id !== 'string') throw refused('id is missing');
    if (index === undefined) throw refused('index is missing');
    return { name: index, id: one._id, source: one._source as Source };
  });
}

/** Whether and how well a query fits one document. */
export async function explain(served: Served, id: string, body: SearchBody) {
  const { name, index } = served;
  const there = await documentOf(served, id, false);
  if (!there.found) return { _index: name, _id: id, matched: false };
  const query = checked({
    query: {
      bool: { must: [body.query ?? { match_all: {} }], filter: [{ ids: { values: [id] } }] },
    },
    size: 1,
    _source: false,
  });
  const [hit] = (await index.search(name, query)).hits.hits;
  const value = hit?._score ?? 0;
  const description = hit ? 'score of the document by this query' : 'no matching clause';
  return {
    _index: name,
    _id: id,
    matched: hit !== undefined,
    explanation: { value, description, details: [] },
  };
}

function checkIds(ids: readonly string[]): void {
  if (ids.some((id) => id === '' || id.length > 1024))
    throw refused('an id has 1 to 1024 characters');
}

const refused = (reason: string): SearchRefused =>
  new SearchRefused(400, 'action_request_validation_exception', `Validation Failed: 1: ${reason};`);
