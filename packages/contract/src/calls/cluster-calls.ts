// The calls of a search cluster, in the shapes of Elasticsearch and OpenSearch. Only what holds for
// every reply is described.
import * as z from 'zod/mini';
import { type Answer, defineLenientCall, jsonOr, type LenientCall, type Method } from './call.ts';
import { SERVICE_PATHS, SERVICES, type ServiceName } from './config.ts';

const loose = z.looseObject({});
/** `filter_path` leaves any part of an answer out. */
const filtered = <T extends z.core.$ZodLooseShape>(members: T) => z.partial(z.looseObject(members));
const shards = filtered({ total: z.number(), successful: z.number() });
const found = filtered({
  took: z.number(),
  timed_out: z.boolean(),
  hits: filtered({ hits: z.array(loose) }),
});

/**
 * What a caller gets who asks for an index without searching it: its other names, fields and
 * settings, under its name.
 */
const described = z.record(
  z.string(),
  z.strictObject({
    aliases: z.optional(loose),
    mappings: z.optional(loose),
    settings: z.optional(loose),
  }),
);

/** The answer to closing scrolls or points in time; with status 404 where none was open. */
const freed = filtered({ succeeded: z.boolean(), num_freed: z.number() });
/** A document, or that there is none of this id: then with status 404. */
const document = filtered({ _index: z.string(), _id: z.string(), found: z.boolean() });
const explained = filtered({ _index: z.string(), _id: z.string(), matched: z.boolean() });

const cause = z.looseObject({ type: z.string(), reason: z.string() });
/** How a search cluster states a failure. */
export const clusterFailure = z.looseObject({
  error: z.looseObject({ type: z.string(), reason: z.string(), root_cause: z.array(cause) }),
  status: z.number(),
});

/**
 * Answers by the word of the path that names the act; `itself`: a path that names only an index.
 */
const ANSWERS: Readonly<Record<string, z.ZodMiniType>> = {
  _search: found,
  itself: z.union([found, described]),
  scroll: found,
  point_in_time: filtered({ pit_id: z.string() }),
  _msearch: filtered({ responses: z.array(loose) }),
  _count: filtered({ count: z.number(), _shards: shards }),
  _mget: filtered({ docs: z.array(loose) }),
  _field_caps: filtered({ fields: z.record(z.string(), loose) }),
  _analyze: filtered({ tokens: z.array(loose) }),
  _terms_enum: filtered({ terms: z.array(z.string()) }),
  _pit: filtered({ id: z.string() }),
  _doc: document,
  _explain: explained,
};
/** Calls that also answer with status 404 for an absent document. */
const ALSO_ABSENT = new Set(['_doc', '_explain']);

/**
 * The type of JSON that clients of version 8 and later ask for; all others get application/json.
 */
const CLIENT_TYPE = 'application/vnd.elasticsearch+json';

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

/**
 * Example queries of these indexes in the classic syntax; the examples of all others look for the
 * documents of a site.
 */
const QUERIES: Readonly<Record<string, string>> = {
  file_info: 'datastream:sgpmetE13.b1',
  quicklooks: 'ds:sgpmetE13.b1 AND month:201901',
  handbooks: 'instrument_class_code:ceil',
};

/** Example bodies of searches of these indexes; of all others the query above. */
const SEARCH_BODIES: Readonly<Record<string, unknown>> = {
  /** Which datastreams have plots, and of which months. */
  quicklooks: {
    query: { match_all: {} },
    size: 0,
    aggs: {
      datastreams: {
        terms: { field: 'ds.keyword', size: 10 },
        aggs: { months: { terms: { field: 'month.keyword', order: { _key: 'asc' }, size: 12 } } },
      },
    },
  },
  handbooks: {
    query: { match: { title: 'handbook' } },
    aggs: { kinds: { terms: { field: 'kind.keyword' } } },
  },
};

/** The parameters that hold for every call; a call may have more, as in a cluster. */
const anyQuery = z.looseObject({ filter_path: z.optional(z.string()) });
const QUERY_OF: Readonly<Record<string, z.ZodMiniType>> = {
  _field_caps: z.extend(anyQuery, { fields: z.optional(z.string()) }),
  _validate: z.extend(anyQuery, { q: z.optional(z.string()), explain: z.optional(z.string()) }),
  _explain: z.extend(anyQuery, { q: z.optional(z.string()) }),
};
const catQuery = z.looseObject({
  format: z.optional(z.enum(['json', 'text'])),
  h: z.optional(z.string()),
  v: z.optional(z.string()),
});

/** Example bodies of other calls, by the last word of their address that begins with '_'. */
const BODIES: Readonly<Record<string, unknown>> = {
  _explain: { query: { match_all: {} } },
  _validate: { query: { term: { 'site_code.keyword': 'sgp' } } },
  _field_caps: { fields: ['site_code'] },
  _analyze: { text: 'Southern Great Plains' },
  _terms_enum: { field: 'site_code', string: 's' },
  _mget: { docs: [{ _index: 'metadata', _id: 'none' }] },
};
const QUERIES_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  _field_caps: { fields: 'site_code' },
  _explain: { q: 'site_code:sgp' },
  _validate: { q: 'site_code:sgp' },
};
const DOCUMENT = 'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet';

/** `index`: null for the cluster itself, whose searches have to name one. */
function exampleOf(
  what: string,
  index: string | null,
  names: readonly string[],
  takesBody: boolean,
) {
  const given = {
    ...(names.includes('index') ? { index: 'metadata' } : {}),
    ...(names.includes('id') ? { id: DOCUMENT } : {}),
    ...(names.includes('*') ? { '*': 'site_code:sgp' } : {}),
  };
  const params = names.length > 0 ? { params: given } : {};
  if (!SEARCHES.has(what)) {
    const query = Object.hasOwn(QUERIES_OF, what) ? { query: QUERIES_OF[what] ?? {} } : {};
    const body = takesBody && Object.hasOwn(BODIES, what) ? { body: BODIES[what] } : {};
    return { example: { ...params, ...query, ...body } };
  }
  if (index === null && !names.includes('index')) return {};
  const q = QUERIES[index ?? ''] ?? 'site_code:sgp';
  const size = what === '_count' ? {} : { size: '1' };
  const example = index === null ? undefined : SEARCH_BODIES[index];
  const body = (what === '_search' && example) || { query: { query_string: { query: q } } };
  const query = names.includes('*') ? size : { q, ...size };
  return { example: { ...params, query, ...(takesBody ? { body } : {}) } };
}

interface Told {
  readonly method: Method | readonly Method[];
  /** Below /services, '/metadata/_search'. */
  readonly path: string;
  readonly summary: string;
}

const INDEX_TAGS: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  (
    [
      'metadata',
      'fileInfo',
      'epochs',
      'scanNames',
      'fieldCampaigns',
      'quicklooks',
      'handbooks',
    ] as const
  ).map((name) => [SERVICE_PATHS[name].slice(SERVICES.length + 1), name]),
);

/** One call of the cluster, or of one of its indexes. */
export function clusterCall({ method, path, summary }: Told): LenientCall<Answer, 'none'> {
  const parts = path.split('/').filter((part) => part !== '');
  const [first = ''] = parts;
  const isIndex = Object.hasOwn(INDEX_TAGS, first);
  const last = parts.findLast((part) => part.startsWith('_')) ?? '';
  const end = parts.findLast((part) => !part.startsWith(':')) ?? '';
  const isNamed = end === 'scroll' || end === 'point_in_time';
  const what = isNamed ? end : isIndex && last === '' ? 'itself' : last;
  const isClosing = [method].flat().includes('DELETE');
  const known = isClosing ? freed : Object.hasOwn(ANSWERS, what) ? ANSWERS[what] : undefined;
  const answer = jsonOr(known ?? loose, CLIENT_TYPE);
  const names = parts.flatMap((part) =>
    part.startsWith(':') ? [part.slice(1)] : part === '*' ? ['*'] : [],
  );
  const takesBody = [method].flat().includes('POST');
  return defineLenientCall({
    lenient: 'text',
    method,
    path: SERVICES + path,
    summary,
    tag: (isIndex ? INDEX_TAGS[first] : undefined) ?? 'cluster',
    session: 'none',
    ...(names.length > 0
      ? { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }
      : {}),
    query: SEARCHES.has(what)
      ? searchQuery
      : first === '_cat'
        ? catQuery
        : (QUERY_OF[what] ?? anyQuery),
    ...(takesBody ? { form: SEARCHES.has(what) ? searchForm : loose } : {}),
    answer:
      first === '_cat'
        ? jsonOr(z.array(loose), CLIENT_TYPE, 'text/plain')
        : path === ''
          ? jsonOr(loose, CLIENT_TYPE, 'text/html')
          : answer,
    ...(isClosing || ALSO_ABSENT.has(what) ? { also: { 404: answer } } : {}),
    ...(SEARCHES.has(what) ? { revalidates: true as const } : {}),
    failure: jsonOr(clusterFailure, CLIENT_TYPE),
    errors: ['not-found'],
    ...exampleOf(what, isIndex ? first : null, names, takesBody),
  });
}

/** The older search service. */
export const selectCall = defineLenientCall({
  lenient: 'parsed',
  method: ['GET', 'POST'],
  service: 'search',
  path: '/select',
  summary: 'Finds records as the older search service did (q, group, sort)',
  session: 'none',
  query: z.looseObject({ q: z.optional(z.string()), rows: z.optional(z.string()) }),
  answer: z.looseObject({ responseHeader: z.looseObject({ status: z.number() }) }),
  failure: z.object({
    responseHeader: z.object({ status: z.number() }),
    error: z.object({ msg: z.string(), code: z.number() }),
  }),
  example: { query: { q: '*:*', rows: '1' } },
});
