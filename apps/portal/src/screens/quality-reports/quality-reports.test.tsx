// The list of all reports: what it requests, how filters change the address, and what it says
// without reports.
import type { FoundReports } from '@isobar/contract/calls/report-list.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openPortal, problem, servedPortal, server } from '../../testing/open-portal.tsx';
import { NARROW } from '../../ui/use-media.ts';

servedPortal();

const found = (more: Partial<FoundReports> = {}): FoundReports => ({
  total: 30,
  page: 1,
  pages: 2,
  reports: [
    {
      dqrid: 'D190101.1',
      subject: 'Rain gauge blocked',
      code: 4,
      className: 'Incorrect',
      startDateTime: '2019-01-01T00:00:00Z',
      endDateTime: null,
      datastreams: 1,
      datastream: 'sgpmetE13.b1',
      sites: ['sgp'],
      instruments: ['met'],
    },
  ],
  choices: {
    classes: [{ value: 'incorrect', label: 'Incorrect', reports: 12 }],
    sites: [{ value: 'sgp', label: 'Southern Great Plains', reports: 25 }],
    instruments: [{ value: 'met', label: 'Surface Meteorology', reports: 20 }],
  },
  ...more,
});
function served(reply: () => Response): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/services/dqr/find', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return reply();
    }),
  );
  return asked;
}

it('the screen of quality reports folds the choices under a button on a phone, which counts those that apply', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === NARROW,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  served(() => HttpResponse.json(found()));
  openPortal('/qualityreports?class=incorrect&from=2019-01-01&words=gauge');
  const button = await screen.findByRole('button', { name: 'Filters' });
  expect(button.title).toBe('2 filters applied');
  expect(screen.getByLabelText<HTMLInputElement>('Subject, id or datastream').value).toBe('gauge');
  expect(screen.queryByLabelText('Class')).toBeNull();
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByLabelText<HTMLSelectElement>('Class').value).toBe('incorrect');
  vi.unstubAllGlobals();
});

it('the screen of quality reports lists reports with class, days and datastream, and filters by what is chosen', async () => {
  const asked = served(() => HttpResponse.json(found()));
  openPortal('/qualityreports');
  const row = (await screen.findByRole('link', { name: 'D190101.1' })).closest('li');
  expect(row?.textContent).toContain('Rain gauge blocked');
  expect(row?.textContent).toContain('2019-01-01 – now');
  expect(row && within(row).getByRole('link').getAttribute('href')).toBe('#/report/D190101.1');
  expect(screen.getByRole('link', { name: 'Citable page' }).getAttribute('href')).toBe('/reports');
  await userEvent.selectOptions(screen.getByLabelText('Site'), 'sgp');
  await userEvent.selectOptions(await screen.findByLabelText('Class'), 'incorrect');
  await userEvent.type(await screen.findByLabelText('Subject, id or datastream'), 'gauge{Enter}');
  await screen.findByRole('link', { name: 'Clear filters' });
  const last = Object.fromEntries(asked.at(-1) ?? []);
  expect(last).toMatchObject({ site: 'sgp', class: 'incorrect', words: 'gauge', page: '1' });
  expect(screen.getByRole('option', { name: 'Southern Great Plains (25)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('link', { name: 'Clear filters' });
  expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ page: '2', site: 'sgp' });
});

it('the screen of quality reports states that an archive has no reports, where nothing is filtered', async () => {
  served(() => HttpResponse.json(found({ total: 0, pages: 1, reports: [] })));
  openPortal('/qualityreports');
  await screen.findByText('No reports yet');
  expect(screen.queryByText(/match these filters/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull();
});

it('the screen of quality reports takes from the address what it understands, and shows when nothing fits', async () => {
  const asked = served(() => HttpResponse.json(found({ total: 0, pages: 1, reports: [] })));
  openPortal('/qualityreports?class=nonsense&site=sgp&from=2019-01-01');
  await screen.findByText('No reports match these filters');
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    class: '',
    site: 'sgp',
    from: '2019-01-01',
  });
});

it('the screen of quality reports offers to try again when the list cannot be loaded', async () => {
  let fails = true;
  served(() => (fails ? problem(503, 'unavailable', 'Not now.') : HttpResponse.json(found())));
  openPortal('/qualityreports');
  await screen.findByText('The reports could not be listed.');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: /try again/i }));
  await screen.findByRole('link', { name: 'D190101.1' });
});
