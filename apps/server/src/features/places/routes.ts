// GET {places}/tracks/{site.facility}: where a ship, an aircraft or a drifting station went; and that there are no tiles here.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { Http } from '../../platform/http.ts';
import type { Tracks } from './tracks.ts';

const params = z.object({
  ffac: z
    .string()
    .max(200)
    .regex(/^[^.]+\..+$/, 'is a site and a facility: mag.M1'),
});

const NO_TILES =
  'No tile service is set up: the maps are drawn from the land and rivers that are shipped.';

export function registerPlaces<S>(http: Http<S>, tracks: Tracks): void {
  http.route({
    method: 'GET',
    url: `${SERVICE_PATHS.tiles}/*`,
    summary:
      'Tiles for the maps: not here (501) but where the configuration names a service of them',
    session: 'none',
    act: async () => {
      throw new Problem('not-implemented', NO_TILES);
    },
  });
  http.route({
    method: 'GET',
    url: `${SERVICE_PATHS.places}/tracks/:ffac`,
    summary: 'Where a moving facility went, out of its files: positions in the order of time',
    session: 'none',
    params,
    act: async ({ params: { ffac }, reply }) => {
      const dot = ffac.indexOf('.');
      const track = await tracks.of(ffac.slice(0, dot), ffac.slice(dot + 1));
      if (!track) throw new Problem('not-found', `There is no facility ${ffac}.`);
      reply.header('cache-control', 'public, max-age=3600');
      return track;
    },
  });
}
