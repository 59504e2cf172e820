// How a service of map tiles, where one is configured, describes itself (TileJSON). Not answered by
// this server.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const readTileJson = defineCall({
  method: 'GET',
  service: 'tiles',
  path: '',
  summary: 'The addresses of map tiles, and their extent',
  session: 'none',
  answer: z.object({
    tiles: z.array(z.string()).check(z.minLength(1)),
    maxzoom: z.optional(z.number()),
    tileSize: z.optional(z.number()),
    bounds: z.optional(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    attribution: z.optional(z.string()),
  }),
});
