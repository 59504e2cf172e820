// Calls about places: where a moving facility went, according to its files.
import * as z from 'zod/mini';
import { bytes, defineCall } from './call.ts';

/**
 * GET {places}/tracks/{site.facility}: positions in the order of time; none if its files show no
 * movement.
 */
export const placeTrack = z.object({
  ffac: z.string(),
  /** The datastream that the positions come from; '': none. */
  datastream: z.string(),
  /** [longitude, latitude] in degrees east and north. */
  positions: z.array(z.tuple([z.number(), z.number()])),
});
export type PlaceTrack = z.infer<typeof placeTrack>;

export const tile = defineCall({
  method: 'GET',
  service: 'tiles',
  path: '/*',
  summary: 'Tiles for the maps: not here (501) but where the configuration names a service of them',
  session: 'none',
  answer: bytes('image/png'),
  errors: ['not-implemented'],
});

export const trackOf = defineCall({
  method: 'GET',
  service: 'places',
  path: '/tracks/:ffac',
  summary: 'Where a moving facility went, out of its files: positions in the order of time',
  session: 'none',
  params: z.object({
    ffac: z
      .string()
      .check(z.maxLength(200), z.regex(/^[^.]+\..+$/, 'is a site and a facility: mag.M1')),
  }),
  answer: placeTrack,
  errors: ['not-found'],
  example: { params: { ffac: 'mag.M1' } },
});
