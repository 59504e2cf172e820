// Calls about places: where a moving facility went, as its files tell it.
import * as z from 'zod/mini';

/** GET {places}/tracks/{site.facility}: positions in the order of time; none where its files tell no moving place. */
export const placeTrack = z.object({
  ffac: z.string(),
  /** The datastream that told it; '': none did. */
  datastream: z.string(),
  /** [longitude, latitude] in degrees east and north. */
  positions: z.array(z.tuple([z.number(), z.number()])),
});
export type PlaceTrack = z.infer<typeof placeTrack>;
