// GET {places}/tracks/{site.facility}: where a ship, an aircraft or a drifting station went; and
// that there are no tiles here.
import { tile, trackOf } from '@isobar/contract/calls/places.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Tracks } from './tracks.ts';

const NO_TILES =
  'No tile service is set up: the maps are drawn from the land and rivers that are shipped.';

export function registerPlaces<S>(http: Http<S>, tracks: Tracks): void {
  http.route(tile, async () => {
    throw new Problem('not-implemented', NO_TILES);
  });
  http.route(trackOf, async ({ params: { ffac }, reply }) => {
    const dot = ffac.indexOf('.');
    const track = await tracks.of(ffac.slice(0, dot), ffac.slice(dot + 1));
    if (!track) throw new Problem('not-found', `There is no facility ${ffac}.`);
    reply.header('cache-control', 'public, max-age=3600');
    return track;
  });
}
