// Home: the plot of the day and what is new.

import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { dayOf } from '../../testing/quicklooks-opened.tsx';
import { recordedPortal } from '../../testing/recorded.ts';

recordedPortal();
beforeEach(() => localStorage.clear());

const news = {
  harvested: '2026-01-02T03:04:05Z',
  data: [{ product: 'met', title: 'Surface Met', datastream: 'sgpmetE13.b1', until: '2026-01-01' }],
  reports: [{ id: 'D260101.1', subject: 'The fan', day: '2026-01-01' }],
  campaigns: [],
  quicklook: {
    datastream: 'sgpmetE13.b1',
    variable: 'temp',
    measurement: 'Temperature',
    title: 'Surface Met',
    site: 'SGP',
    date: '20260101',
  },
};

it('the list of what is new names data, reports and a quicklook, each with its way on, and no list of nothing', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/services/news', () => HttpResponse.json(news)),
    http.get('*/services/quicklooks/days/*', ({ request }) => {
      asked.push(request.url.replace(/.*\/days\//, ''));
      return HttpResponse.json(dayOf('20260101'));
    }),
  );
  openPortal('/');
  expect(await screen.findByText(/2026-01-02 at 03:04 UTC/)).toBeTruthy();
  const part = within(screen.getByRole('region', { name: 'What is new' }));
  expect(part.getByRole('link', { name: 'Surface Met' }).getAttribute('href')).toMatch(
    /^\/datastream\/sgpmetE13\.b1/,
  );
  expect(part.getByRole('link', { name: 'The fan' }).getAttribute('href')).toBe(
    '#/report/D260101.1',
  );
  const plot = within(screen.getByRole('region', { name: 'Plot of the day Temperature, SGP' }));
  const picture = await plot.findByRole('img', { name: 'temp of sgpmetE13.b1 on 2026-01-01' });
  const ofTheDay = asked.filter((day) => day.startsWith('sgpmet'));
  expect(ofTheDay).toEqual(['sgpmetE13.b1/temp/20260101.json?size=full']);
  expect(picture.closest('a')?.getAttribute('href')).toBe(
    '#/quicklooks/sgpmetE13.b1/temp?date=20260101',
  );
  expect(plot.getByRole('link', { name: 'sgpmetE13.b1' }).getAttribute('href')).toMatch(
    /^\/datastream\/sgpmetE13\.b1/,
  );
  expect(plot.getByText('Surface Met, 2026-01-01 UTC')).toBeTruthy();
  expect(part.queryByText('Latest campaigns')).toBeNull();
});

it('the quicklook stays while a richer one is found, and news beside it do not', async () => {
  const richer = { ...news.quicklook, date: '20260105' };
  const answers = [news, { ...news, harvested: '2026-01-06T03:04:00Z', quicklook: richer }];
  server.use(
    http.get('*/services/news', () => HttpResponse.json(answers.shift())),
    http.get('*/services/quicklooks/days/*', () => HttpResponse.json(dayOf('20260101'))),
  );
  openPortal('/');
  await screen.findByRole('img', { name: 'temp of sgpmetE13.b1 on 2026-01-01' });
  const later = Date.now() + 600_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await screen.findByText(/2026-01-06 at 03:04 UTC/);
  clock.mockRestore();
  expect(screen.getByRole('img', { name: 'temp of sgpmetE13.b1 on 2026-01-01' })).toBeTruthy();
  expect(screen.queryByText(/2026-01-05 UTC/)).toBeNull();
});

it('the plot of the day follows the categories, and is not asked for before it is near the window', async () => {
  let asked = 0;
  server.use(
    http.get('*/services/news', async () => {
      asked += 1;
      await delay(200);
      return HttpResponse.json(news);
    }),
    http.get('*/services/quicklooks/days/*', () => HttpResponse.json(dayOf('20260101'))),
  );
  const scroll: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        scroll.push(() => told([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  openPortal('/');
  await screen.findByRole('heading', { level: 2, name: 'Start from a site' });
  const titles = () =>
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  const around = ['Start from a category', 'What is new', 'Start from a site'];
  expect(titles().slice(0, 3)).toEqual(around);
  expect(asked).toBe(0);
  act(() => {
    for (const near of scroll) near();
  });
  await waitFor(() => expect(asked).toBe(1));
  expect(titles().slice(0, 3)).toEqual(around);
  vi.unstubAllGlobals();
  await screen.findByRole('heading', { level: 2, name: 'Temperature, SGP' });
  expect(titles().slice(0, 4)).toEqual([around[0], 'Temperature, SGP', around[1], around[2]]);
  expect(asked).toBe(1);
});

it('a quicklook that cannot be drawn displays a notice, and still links to its days', async () => {
  server.use(
    http.get('*/services/news', () => HttpResponse.json(news)),
    http.get('*/services/quicklooks/days/*', () => new HttpResponse(null, { status: 404 })),
  );
  openPortal('/');
  const link = await screen.findByRole('link', { name: /This plot could not be drawn/ });
  expect(link.getAttribute('href')).toBe('#/quicklooks/sgpmetE13.b1/temp?date=20260101');
});

it('an archive without news has no such section', async () => {
  server.use(
    http.get('*/services/news', () =>
      HttpResponse.json({ ...news, data: [], reports: [], quicklook: null }),
    ),
  );
  openPortal('/');
  await screen.findByText('LASSO-CACTI');
  await waitFor(() => expect(screen.queryByText('What is new')).toBeNull());
});
