// Searches over HTTP: a body from contract/search, its reply parsed.
import type { PortalConfig, ServiceName } from '@isobar/contract/calls/config.ts';
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import { EXTERNAL_COUNT_PATH } from '@isobar/contract/search/plan.ts';
import { type ParsedReply, searchReply, totalReply } from '@isobar/contract/search/reply.ts';
import { call } from './call.ts';
import { serviceAddress } from './config.ts';

/** `POST {service}/_search`. */
export const postSearch = (
  config: PortalConfig,
  service: ServiceName,
  body: SearchBody,
  signal?: AbortSignal,
): Promise<ParsedReply> =>
  call({ url: `${serviceAddress(config, service)}/_search`, body, schema: searchReply, signal });

/** The same, answered with nothing but the number of documents. */
export async function postTotal(
  config: PortalConfig,
  service: ServiceName,
  body: SearchBody,
  signal?: AbortSignal,
): Promise<number> {
  const { hits } = await call({
    url: `${serviceAddress(config, service)}/_search`,
    query: { filter_path: EXTERNAL_COUNT_PATH },
    body,
    schema: totalReply,
    signal,
  });
  return hits.total.value;
}
