// Searches over HTTP: a body from contract/search, its reply parsed.
import type { PortalConfig, ServiceName } from '@isobar/contract/calls/config.ts';
import { countOf, searchOf } from '@isobar/contract/calls/search-calls.ts';
import { EXTERNAL_COUNT_PATH } from '@isobar/contract/search/plan.ts';
import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { ask } from './ask.ts';

/** `POST {service}/_search`. */
export const postSearch = (
  config: PortalConfig,
  service: ServiceName,
  body: SearchBody,
  signal?: AbortSignal,
): Promise<ParsedReply> => ask(config, searchOf(service), { body, signal });

/** The same, answered with nothing but the number of documents. */
export async function postTotal(
  config: PortalConfig,
  service: ServiceName,
  body: SearchBody,
  signal?: AbortSignal,
): Promise<number> {
  const query = { filter_path: EXTERNAL_COUNT_PATH };
  const { hits } = await ask(config, countOf(service), { query, body, signal });
  return hits.total.value;
}
