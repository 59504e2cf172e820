// `fields`, `docvalue_fields`, `version`: parts of hits that are made here of their sources, so that no index has to know them.
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import { filterPath } from '@isobar/contract/search/filter-path.ts';
import type { FieldType, Mapping } from '@isobar/contract/search/mapping.ts';
import type { Hit, SearchReply } from '@isobar/contract/search/result.ts';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';

/** Most hits that fields are made for in one call: it is done on this thread. */
const MOST_HITS = 1000;

type Asked = NonNullable<SearchBody['fields']>[number];
type Field = { readonly name: string; readonly base: string; readonly show: Show };
type Show = (value: unknown) => unknown;

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
  const wanted = [
    ...(fields ?? []).flatMap((one) => named(one, mapping, false)),
    ...(docvalue_fields ?? []).flatMap((one) => named(one, mapping, true)),
  ];
  const reply = await index.search(name, plain, options);
  const sources = await sourcesOf(index, name, plain, wanted, reply, options);
  const hits = reply.hits.hits.map((hit): Hit => {
    const values = Object.fromEntries(
      wanted.flatMap(({ name: field, base, show }) => {
        const value = sources.get(hit._id)?.[base];
        const list = [value].flat().filter((one) => one !== null && one !== undefined);
        return list.length > 0 ? [[field, list.map(show)] as const] : [];
      }),
    );
    const { sort, fields: own, ...rest } = hit;
    const all = { ...own, ...values };
    return {
      ...rest,
      ...(version ? { _version: 1 } : {}),
      ...(seq_no_primary_term ? { _seq_no: 0, _primary_term: 1 } : {}),
      ...(Object.keys(all).length > 0 ? { fields: all } : {}),
      ...(sort ? { sort } : {}), // last: who pages looks for the last of them
    };
  });
  return { ...reply, hits: { ...reply.hits, hits } };
}

/** The whole sources of the hits; asked for by their ids where the body wants less of them. */
async function sourcesOf(
  index: SearchReader,
  name: string,
  { _source }: SearchBody,
  wanted: readonly Field[],
  { hits: { hits } }: SearchReply,
  options: Parameters<SearchReader['search']>[2],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>> | undefined>> {
  if (wanted.length === 0 || hits.length === 0) return new Map();
  const whole = _source === undefined || _source === true;
  const found = whole
    ? hits
    : (
        await index.search(
          name,
          {
            query: { ids: { values: hits.map(({ _id }) => _id) } },
            size: hits.length,
            _source: [...new Set(wanted.map(({ base }) => base))],
            track_total_hits: false,
          },
          options,
        )
      ).hits.hits;
  return new Map(found.map(({ _id, _source: source }) => [_id, source]));
}

/** The fields that a name or pattern means. One that is nowhere is passed over, as clusters do. */
function named(asked: Asked, mapping: Mapping, ofColumns: boolean): readonly Field[] {
  const { field: pattern, format } = typeof asked === 'string' ? { field: asked } : asked;
  const names = Object.entries(mapping).flatMap(([base, { type }]) => [
    { name: base, base, type },
    ...(type === 'text' ? [{ name: `${base}.keyword`, base, type }] : []),
  ]);
  const isPattern = pattern.includes('*');
  const found = names.filter(({ name, type }) =>
    isPattern
      ? fits(pattern, name) && !(ofColumns && type === 'text' && !isExact(name))
      : name === pattern,
  );
  return found.map(({ name, base, type }) => {
    if (ofColumns && type === 'text' && !isExact(name))
      throw refused(
        `Text fields are not optimised for operations that require per-document field data like aggregations and sorting. Use [${name}.keyword]`,
      );
    return { name, base, show: showing(type, format) };
  });
}

const isExact = (name: string): boolean => name.endsWith('.keyword');

/** '*' stands for any part of a name. In steps: no pattern takes longer than its length times that of the name. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop() ?? '';
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function showing(type: FieldType, format: string | undefined): Show {
  if (type !== 'date') return (value) => value;
  const way = format === undefined ? DATE_FORMATS.get('date_time') : DATE_FORMATS.get(format);
  if (!way)
    throw refused(`[format] is one of ${[...DATE_FORMATS.keys()].join(', ')}, not [${format}]`);
  return (value) => {
    const ms = typeof value === 'number' ? value : Date.parse(String(value));
    return Number.isNaN(ms) ? value : way(new Date(ms));
  };
}

const DATE_FORMATS: ReadonlyMap<string, (date: Date) => string> = new Map([
  ['date_time', (date) => date.toISOString()],
  ['strict_date_optional_time', (date) => date.toISOString()],
  ['epoch_millis', (date) => String(date.getTime())],
  ['epoch_second', (date) => String(Math.floor(date.getTime() / 1000))],
  ['yyyy-MM-dd', (date) => date.toISOString().slice(0, 10)],
  ['date', (date) => date.toISOString().slice(0, 10)],
]);

const refused = (reason: string) => new SearchRefused(400, 'illegal_argument_exception', reason);
