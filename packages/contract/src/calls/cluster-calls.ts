// The calls of a search cluster, in the shapes of Elasticsearch and OpenSearch. Only what holds for every reply is described.
import * as z from 'zod/mini';
import { type Call, defineCall, jsonOr, type Method } from './call.ts';
import { SERVICE_PATHS, SERVICES, type ServiceName } from './config.ts';

const loose = z.looseObject({});
const shards = z.looseObject({ total: z.number(), successful: z.number() });
const found = z.looseObject({
  took: z.number(),
  timed_out: z.boolean(),
  hits: z.looseObject({ hits: z.array(loose) }),
});

/** What a caller gets who asks for an index without searching it: its other names, fields and settings, under its name. */
const described = z.record(
  z.string(),
  z.strictObject({
    aliases: z.optional(loose),
    mappings: z.optional(loose),
    settings: z.optional(loose),
  }),
);

/** The answer to giving up scrolls or points in time. */
const freed = z.looseObject({ succeeded: z.boolean(), num_freed: z.number() });

/**
 * Answers by the word of the path that names the act; `itself`: a path that names only an index. `filter_path` may leave
 * parts of an answer out.
 */
const ANSWERS: Readonly<Record<string, z.ZodMiniType>> = {
  _search: found,
  itself: z.union([found, described]),
  scroll: found,
  point_in_time: z.looseObject({ pit_id: z.string() }),
  _msearch: z.looseObject({ responses: z.array(loose) }),
  _count: z.looseObject({ count: z.number(), _shards: shards }),
  _mget: z.looseObject({ docs: z.array(loose) }),
  _field_caps: z.looseObject({ fields: z.record(z.string(), loose) }),
  _analyze: z.looseObject({ tokens: z.array(loose) }),
  _terms_enum: z.looseObject({ terms: z.array(z.string()) }),
  _pit: z.looseObject({ id: z.string() }),
};

/** A search in the address, or as the body of either method. */
const searchQuery = z.looseObject({
  q: z.optional(z.string()),
  size: z.optional(z.string()),
  from: z.optional(z.string()),
  sort: z.optional(z.string()),
  _source: z.optional(z.string()),
  filter_path: z.optional(z.string()),
});
const searchForm = z.looseObject({
  query: z.optional(loose),
  size: z.optional(z.int()),
  from: z.optional(z.int()),
  sort: z.optional(z.unknown()),
  _source: z.optional(z.unknown()),
  aggs: z.optional(z.record(z.string(), loose)),
  track_total_hits: z.optional(z.unknown()),
});
const SEARCHES = new Set(['itself', '_search', '_count']);

/** Example queries of these indexes in the classic syntax; the examples of all others look for the documents of a site. */
const QUERIES: Readonly<Record<string, string>> = {
  file_info: 'datastream:sgpmetE13.b1',
  quicklooks: 'ds:sgpmetE13.b1 AND month:201901',
};

/** Example bodies of other calls, by the last word of their address that begins with '_'. */
const ASKED: Readonly<Record<string, unknown>> = {
  _explain: { query: { match_all: {} } },
  _validate: { query: { term: { 'site_code.keyword': 'sgp' } } },
  _field_caps: { fields: ['site_code'] },
  _analyze: { field: 'site_name', text: 'Southern Great Plains' },
};

/** `index`: null for the cluster itself, whose searches have to name one. */
function exampleOf(what: string, index: string | null, takesBody: boolean): Pick<Call, 'example'> {
  if (!SEARCHES.has(what))
    return takesBody && Object.hasOwn(ASKED, what) ? { example: { body: ASKED[what] } } : {};
  if (index === null) return {};
  const q = QUERIES[index] ?? 'site_code:sgp';
  const size = what === '_count' ? {} : { size: '1' };
  const body = { query: { query_string: { query: q } } };
  return { example: { query: { q, ...size }, ...(takesBody ? { body } : {}) } };
}

interface Told {
  readonly method: Method | readonly Method[];
  /** Below /services, '/metadata/_search'. */
  readonly path: string;
  readonly summary: string;
}

const INDEX_TAGS: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  (['metadata', 'fileInfo', 'epochs', 'scanNames', 'fieldCampaigns', 'quicklooks'] as const).map(
    (name) => [SERVICE_PATHS[name].slice(SERVICES.length + 1), name],
  ),
);

/** One call of the cluster, or of one of its indexes. */
export function clusterCall({ method, path, summary }: Told): Call {
  const parts = path.split('/').filter((part) => part !== '');
  const [first = ''] = parts;
  const isIndex = Object.hasOwn(INDEX_TAGS, first);
  const last = parts.findLast((part) => part.startsWith('_')) ?? '';
  const end = parts.findLast((part) => !part.startsWith(':')) ?? '';
  const isNamed = end === 'scroll' || end === 'point_in_time';
  const what = isNamed ? end : isIndex && last === '' ? 'itself' : last;
  const isForgetting = [method].flat().includes('DELETE');
  const known = isForgetting ? freed : Object.hasOwn(ANSWERS, what) ? ANSWERS[what] : undefined;
  const answer = known ?? loose;
  const names = parts.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
  const takesBody = [method].flat().includes('POST');
  return defineCall({
    method,
    path: SERVICES + path,
    summary,
    tag: (isIndex ? INDEX_TAGS[first] : undefined) ?? 'cluster',
    session: 'none',
    ...(names.length > 0
      ? { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }
      : {}),
    ...(SEARCHES.has(what) ? { query: searchQuery } : {}),
    ...(takesBody ? { form: SEARCHES.has(what) ? searchForm : loose } : {}),
    answer: first === '_cat' ? jsonOr(z.array(loose), 'text/plain') : answer,
    ...exampleOf(what, isIndex ? first : null, takesBody),
  });
}

/** The older search service. */
export const selectCall = defineCall({
  method: ['GET', 'POST'],
  service: 'search',
  path: '/select',
  summary: 'Finds records as the older search service did (q, group, sort)',
  session: 'none',
  query: z.looseObject({ q: z.optional(z.string()), rows: z.optional(z.string()) }),
  answer: z.looseObject({ responseHeader: z.looseObject({ status: z.number() }) }),
  example: { query: { q: '*:*', rows: '1' } },
});
