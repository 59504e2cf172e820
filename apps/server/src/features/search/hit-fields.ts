// `fields`, `docvalue_fields`, `version`: parts of hits that are made here of their sources, so
// that no index has to know them.

import type { Hit, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';
import { type ShownField, shownFields } from './shown-fields.ts';

/** Most hits that fields are made for in one call: it is done on this thread. */
const MOST_HITS = 1000;

/** The same index, whose hits show fields where a body asks for them. */
export const withHitFields = (index: SearchReader): SearchReader => ({
  mapping: (name) => index.mapping(name),
  version: (name) => index.version(name),
  search: async (name, body, options) =>
    asksForMore(body)
      ? await shown(index, name, body, options)
      : await index.search(name, body, options),
  searchText: async (name, body, options) => {
    if (!asksForMore(body)) return await index.searchText(name, body, options);
    const reply = await shown(index, name, body, options);
    return Buffer.from(JSON.stringify(filterPath(reply, options?.filterPath ?? [])));
  },
});

const asksForMore = (body: SearchBody): boolean =>
  body.fields !== undefined ||
  body.docvalue_fields !== undefined ||
  body.version !== undefined ||
  body.seq_no_primary_term !== undefined;

async function shown(
  index: SearchReader,
  name: string,
  body: SearchBody,
  options: Parameters<SearchReader['search']>[2],
): Promise<SearchReply> {
  const { fields, docvalue_fields, version, seq_no_primary_term, ...plain } = body;
  if ((plain.size ?? 10) > MOST_HITS)
    throw refused(`[fields] are shown for up to ${MOST_HITS} hits; ask for less at once`);
  const mapping = await index.mapping(name);
  // Where a field is asked for both ways, clusters show the value from the source.
  const wanted = [
    ...shownFields(docvalue_fields ?? [], mapping, 'columns'),
    ...shownFields(fields ?? [], mapping, 'source'),
  ];
  const search = (asked: SearchBody) => index.search(name, asked, options);
  const reply = await search(plain);
  const sources = await sourcesOf(search, plain, wanted, reply);
  const hits = reply.hits.hits.map((hit): Hit => {
    const values = Object.fromEntries(
      wanted.flatMap(({ name: field, of }) => {
        const list = of(sources.get(hit._id) ?? {});
        return list.length > 0 ? [[field, list] as const] : [];
      }),
    );
    const { sort, fields: own, ...rest } = hit;
    const all = { ...own, ...values };
    return {
      ...rest,
      ...(version ? { _version: 1 } : {}),
      ...(seq_no_primary_term ? { _seq_no: 0, _primary_term: 1 } : {}),
      ...(Object.keys(all).length > 0 ? { fields: all } : {}),
      ...(sort ? { sort } : {}), // last: lastSort of scroll.ts looks for it from the end
    };
  });
  return { ...reply, hits: { ...reply.hits, hits } };
}

/**
 * The whole sources of the hits; they are fetched by their ids where the body asked for only part
 * of them.
 */
async function sourcesOf(
  search: (body: SearchBody) => Promise<SearchReply>,
  { _source }: SearchBody,
  wanted: readonly ShownField[],
  { hits: { hits } }: SearchReply,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>> | undefined>> {
  if (wanted.length === 0 || hits.length === 0) return new Map();
  const whole = _source === undefined || _source === true;
  const found = whole
    ? hits
    : (
        await search({
          query: { ids: { values: hits.map(({ _id }) => _id) } },
          size: hits.length,
          _source: [...new Set(wanted.map(({ base }) => base))],
          track_total_hits: false,
        })
      ).hits.hits;
  return new Map(found.map(({ _id, _source: source }) => [_id, source]));
}

const refused = (reason: string) => new SearchRefused(400, 'illegal_argument_exception', reason);
