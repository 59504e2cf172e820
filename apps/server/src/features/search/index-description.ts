// An index as `GET /INDEX` describes it in a cluster: its other names, its fields, its settings.

import { filterPath, filterPaths } from '@isobar/search-engine/language/filter-path.ts';
import type { FastifyRequest } from 'fastify';
import { recordOf } from '../../platform/text/unknown.ts';
import type { Query } from './cluster-adder.ts';
import { settingsOf } from './cluster-state.ts';
import { mappingReply } from './mapping-reply.ts';
import type { Served } from './scroll.ts';

/**
 * `{NAME: {aliases, mappings, settings}}` of each; `features` names those of the three that are
 * wanted.
 */
export async function describeIndexes(named: readonly Served[], { features }: Query) {
  const wanted = typeof features === 'string' ? features.split(',').map(plain) : [];
  const told: Record<string, object> = {};
  for (const { index, name } of named) {
    const parts: Readonly<Record<string, unknown>> = {
      aliases: {},
      ...(await mappingReply(index, name))[name],
      ...settingsOf(name)[name],
    };
    told[name] = Object.fromEntries(
      Object.entries(parts).filter(([part]) => wanted.length === 0 || wanted.includes(part)),
    );
  }
  return told;
}

/** 'mappings' and '_mapping' are the same. */
const plain = (feature: string): string =>
  feature
    .replace(/^_/, '')
    .replace(/^(mapping|setting|alias)$/, (name) => (name === 'alias' ? 'aliases' : `${name}s`));

/** The same for one index that is asked under its own name. */
export async function describeItself(one: Served, request: FastifyRequest) {
  const query = recordOf(request.query);
  const paths = typeof query.filter_path === 'string' ? filterPaths(query.filter_path) : [];
  return filterPath(await describeIndexes([one], query), paths);
}

/** Parameters that a call may have which only asks for a description of an index. */
const OF_DESCRIPTIONS: readonly string[] = [
  'allow_no_indices',
  'cluster_manager_timeout',
  'error_trace',
  'expand_wildcards',
  'features',
  'filter_path',
  'human',
  'ignore_unavailable',
  'include_defaults',
  'local',
  'master_timeout',
  'pretty',
];

/**
 * Whether `GET /INDEX` asks for the index's description. Below /services it is a search, as the
 * portal's specification demands, unless an official client sends it; under other names of the
 * cluster it is a search only if it has a body or parameters of a search.
 */
export function isDescriptionRequested(request: FastifyRequest): boolean {
  const { originalUrl, url, headers, params, method, body } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const isOfCluster =
    originalUrl !== url || CLIENT.test(`${headers.accept} ${headers['user-agent']}`);
  if (!isOfCluster || recordOf(params)['*'] || (body !== undefined && body !== '')) return false;
  return Object.keys(recordOf(request.query)).every((name) => OF_DESCRIPTIONS.includes(name));
}

const CLIENT =
  /vnd\.elasticsearch\+json|\b(?:elasticsearch|opensearch)-(?:py|js|java|net|rs|ruby|php|go)\b/i;
