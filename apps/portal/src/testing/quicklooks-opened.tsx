// Quicklooks over a small archive, with plots on the first days of every month.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';
import { openPortal, servedPortal, server } from './open-portal.tsx';
import { made, metadataService } from './small-archive.ts';

export const DS = 'sgpmetE13.b1';
const datastreams = JSON.stringify([
  {
    datastream: DS,
    startDate: '2000-01-01T00:00:00Z',
    endDate: '2020-12-31T23:59:59Z',
    dataLevel: 'b1',
    dataLevelDescription: '',
    hasPlots: true,
    siteCode: 'sgp',
    facilityCode: 'E13',
    instrumentClassCode: 'met',
    uiText: '',
    limitedAccess: false,
    dqrDates: '[["2010010300","2010010423","D100104.1",4]]',
  },
]);
const plots = { has_plots: true, priority: 1, datastreams } as const;
export const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', plots),
  made('met', 'sgp', 'E13', 'rh', plots),
  made('met', 'sgp', 'E13', 'label', { priority: 1, datastreams }),
];

const VARIABLES = ['temp', 'rh', 'dp', 'pres', 'reflectivity', 'mean_doppler_velocity'];

type Sent = { readonly query: Record<string, unknown>; readonly size: string | null };

/**
 * What a day is drawn from: a line that grows with the day of the month; a report on the fourth.
 */
export function dayOf(dated: string): DayAnswer {
  const day = Number(dated.slice(6));
  const values = Array.from({ length: 240 }, (_, i) => (i < 24 ? null : day * 10 + i / 24));
  return {
    longName: 'Air temperature',
    units: 'degC',
    step: 60,
    every: 1,
    samples: { kind: 'line', low: values, high: values, bad: [[30, 900]], indeterminate: [] },
    reports: day === 4 ? [{ id: 'D190104.1', code: 3, from: 3600, to: 86_399 }] : [],
  };
}

/** Plots on the first `days` days of every month. */
export function openQuicklooks(path: string, days = 4, documents = DOCUMENTS, day = dayOf) {
  const sent: Sent[] = [];
  server.use(
    metadataService(documents).handler,
    http.get('*/services/quicklooks/days/:ds/:vn/:file', ({ params }) =>
      HttpResponse.json(day(String(params.file).slice(0, 8))),
    ),
    http.get('*/services/facts/:ds/:vn/sample', () =>
      HttpResponse.json({ sample: null, units: '' }),
    ),
    http.post('*/services/quicklooks/_search', async ({ request }) => {
      const { query } = (await request.json()) as {
        query: { bool: { filter: { term: Record<string, string> }[] } };
      };
      const asked = Object.assign({}, ...query.bool.filter.map(({ term }) => term));
      if (!asked.month) {
        const hits = VARIABLES.map((vn) => ({ _id: vn, _source: { vn } }));
        return HttpResponse.json({ hits: { total: { value: hits.length }, hits } });
      }
      sent.push({ query: asked, size: new URL(request.url).searchParams.get('size') });
      const hits = Array.from({ length: days }, (_, i) => {
        const dated = `${asked.month}0${i + 1}`;
        const url = `/services/quicklooks/plots/${asked.ds}/${asked.vn}/${dated}.svg`;
        return { _id: dated, _source: { url, dated, vn: asked.vn } };
      });
      return HttpResponse.json({ hits: { total: { value: days }, hits } });
    }),
  );
  return { ...openPortal(path), sent };
}

/** Every media query matches: a screen that is wide enough for all that is shown beside a plot. */
function onWideScreen(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

/**
 * Call once in a test file: the portal is served on a wide screen to a visitor who has been here
 * before.
 */
export function servedOnWideScreen(): void {
  servedPortal();
  beforeEach(() => {
    localStorage.setItem('isobar.welcome-dismissed', 'true');
    localStorage.removeItem('isobar.quicklooks-shown');
    onWideScreen();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
