// Answers of a server for the screen 'Look': a temperature each hour, with missing, Bad and
// doubtful values and one report.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { HttpResponse, http } from 'msw';
import { server } from './open-portal.tsx';

export const MET = 'sgpmetE13.b1';
export const STATE = '4e1f09ac21';

const REPORTED = Date.UTC(2019, 0, 10, 10) / 1000;

/** One sample an hour of the temperature; at 2 o'clock it is Bad, at 4 missing, at 6 doubtful. */
function reply(query: URLSearchParams, datastream = MET): LookReply {
  const from = Date.parse(query.get('from') ?? '2019-01-01T00:00:00Z') / 1000;
  const to = Date.parse(query.get('to') ?? '2019-03-01T00:00:00Z') / 1000;
  const first = Math.ceil(from / 3600);
  const hours = Array.from({ length: Math.ceil(to / 3600) - first }, (_, n) => first + n);
  const at = (hour: number) => hours.flatMap((one, n) => (one % 24 === hour ? [n] : []));
  return {
    ...{ datastream, variable: 'temp_mean', longName: 'Temperature mean', units: 'degC' },
    ...{ dimensions: 1, start: '2019-01-01T00:00:00Z', end: '2019-02-28T23:59:59Z', from, to },
    ...{ every: 3600, thinned: 1, leftOut: [], computing: 0, limited: [] },
    reports: [{ id: 'D190101.1', code: 4, start: REPORTED, end: REPORTED + 2 * 3600 }],
    shown: {
      ...{ kind: 'samples', times: hours.map((hour) => hour * 3600) },
      values: hours.map((hour) => (hour % 24 === 4 ? null : 10 + (hour % 24) / 4)),
      ...{ doubtful: at(6), bad: at(2) },
    },
  };
}

/** The queries of the windows that were asked for; `more`: what differs in the answers. */
export function serveLook(more: Partial<LookReply> = {}): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/services/facts/:ds', ({ params }) =>
      HttpResponse.json({
        ...{ datastream: params.ds, daysDue: 0 },
        ...{ start: '2019-01-01T00:00:00Z', end: '2019-02-28T23:59:59Z' },
        variables: ['rh_mean', 'temp_mean'].map((variable) => ({
          ...{ variable, units: 'degC', longName: 'Temperature mean' },
          ...{ dimensions: 1, firstYear: 2019, lastYear: 2019 },
        })),
      }),
    ),
    http.get('*/services/facts/:ds/:vn/window', ({ request, params }) => {
      const query = new URL(request.url).searchParams;
      if (query.get('source') !== 'facts') asked.push(query);
      return HttpResponse.json({ ...reply(query, String(params.ds)), ...more });
    }),
    http.get('*/services/facts/:ds/:vn/state', () =>
      HttpResponse.json({ state: STATE, files: 31 }),
    ),
    http.get('*/services/facts/:ds/:vn/sample', ({ request }) =>
      HttpResponse.json({
        units: 'degC',
        sample: {
          time: Math.round(Number(new URL(request.url).searchParams.get('time')) / 3600) * 3600,
          ...{ value: 11.42, check: 'passed', file: 'sgpmetE13.b1.20190101.000000.cdf' },
          profile: null,
        },
      }),
    ),
    http.get('*/services/arrays/*', () =>
      HttpResponse.json({ code: 'not-found', message: 'There is no array.' }, { status: 404 }),
    ),
  );
  return asked;
}
