// GET {places}/tracks/{site.facility}: where a ship, an aircraft or a drifting station went.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { Http } from '../../platform/http.ts';
import type { Tracks } from './tracks.ts';

const params = z.object({
  ffac: z
    .string()
    .max(40)
    .regex(/^[a-z0-9]{1,10}\.[A-Za-z0-9]{1,20}$/, 'is a site and a facility: mag.M1'),
});

export function registerPlaces<S>(http: Http<S>, tracks: Tracks): void {
  http.route({
    method: 'GET',
    url: `${SERVICE_PATHS.places}/tracks/:ffac`,
    summary: 'Where a moving facility went, out of its files: positions in the order of time',
    session: 'none',
    params,
    act: async ({ params: { ffac }, reply }) => {
      const [site = '', facility = ''] = ffac.split('.');
      const track = await tracks.of(site, facility);
      if (!track) throw new Problem('not-found', `There is no facility ${ffac}.`);
      reply.header('cache-control', 'public, max-age=3600');
      return track;
    },
  });
}
