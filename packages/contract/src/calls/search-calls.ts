// A search of one index; its reply is described as far as the caller reads it.

import type { SearchBody } from '@isobar/query-language/search-body.ts';
import * as z from 'zod/mini';
import { searchReply, totalReply } from '../search/reply.ts';
import { defineCall } from './call.ts';
import type { ServiceName } from './config.ts';

const PATH = '/_search';

/** With a body; `answer`: the part of the reply that is read. */
// @__NO_SIDE_EFFECTS__
export const searchBy = <const A extends z.ZodMiniType>(service: ServiceName, answer: A) =>
  defineCall({
    method: 'POST',
    service,
    path: PATH,
    summary: 'Finds documents by a body',
    session: 'none',
    query: z.object({ filter_path: z.optional(z.string()), size: z.optional(z.number()) }),
    body: z.custom<SearchBody>(),
    answer,
  });

/** A search by its address alone. */
// @__NO_SIDE_EFFECTS__
export const searchAt = <const A extends z.ZodMiniType>(service: ServiceName, answer: A) =>
  defineCall({
    method: 'GET',
    service,
    path: PATH,
    summary: 'Finds documents by an address',
    session: 'none',
    query: z.object({
      q: z.optional(z.string()),
      size: z.optional(z.string()),
      sort: z.optional(z.string()),
    }),
    answer,
  });

/** Documents, counts and buckets. */
export const searchOf = (service: ServiceName) => searchBy(service, searchReply);
/** The number of documents that a query finds. */
export const countOf = (service: ServiceName) => searchBy(service, totalReply);
