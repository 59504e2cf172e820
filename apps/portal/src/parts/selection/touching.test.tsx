// Reports that touch the chosen days: listed by class and share, opened with one click, and never
// silently left out.
import { formatShare } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { TouchingReports } from './touching.tsx';

servedPortal();

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const DATES = [{ start: at('2017-03-01'), end: at('2017-03-10 23:59:59') }];
const MET = 'sgpmetE13.b1';
const span = (code: number, variables: string[], start: string, end: string | null) => ({
  ...{ datastream: MET, code, metric: '', variables },
  ...{ startDateTime: start, endDateTime: end },
});
const listed = (dqrid: string, subject: string, affected: ReturnType<typeof span>[]) => ({
  ...{ dqrid, subject, affected, code: affected[0]?.code ?? 5 },
  ...{ startDateTime: affected[0]?.startDateTime ?? '', endDateTime: null },
});
const ANSWER = {
  reports: [
    listed('D170303.6', 'Wrong thermometer', [
      span(4, ['temp_mean'], '2017-03-06T00:00:00Z', '2017-03-20T00:00:00Z'),
    ]),
    listed('D200318.4', 'Ageing sensor', [span(3, ['rh_mean'], '2016-01-01T00:00:00Z', null)]),
  ],
};

const SELECTION: Selection = {
  datastream: MET,
  dataLevel: 'b1',
  dates: DATES,
  isEpoch: false,
  multipleDates: false,
  variables: [],
  files: [],
  scanNames: [],
};
const ESTIMATED = {
  ...{ samples: 86_412, incorrect: 7201, suspect: 0, either: 7201 },
  ...{ isCounted: false, variables: [], hours: 0, hoursWithout: 0 },
};
const counted = (some: object) =>
  server.use(
    http.post('*/services/order/orders/flagged', () =>
      HttpResponse.json({
        selections: [{ ...ESTIMATED, ...some }],
      }),
    ),
  );

const show = (variables: readonly string[], answer: () => Response) => {
  server.use(http.get('*/services/dqr/reports', answer));
  return inPortal(<TouchingReports selection={{ ...SELECTION, variables }} />);
};

it('reports that touch an item count by class with their share of the time, and open with one click', async () => {
  const user = show([], () => HttpResponse.json(ANSWER));
  await screen.findByText('1 incorrect');
  expect(screen.getByText(', 50.0 % of the time')).toBeTruthy();
  expect(screen.getByText(', 100 % of the time')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Read them/ }));
  expect(screen.getByText('Wrong thermometer')).toBeTruthy();
  expect(screen.getByText(/ongoing/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View Report D170303.6' }).getAttribute('href')).toBe(
    '#/report/D170303.6',
  );
});

it('reports that touch an item tell about how many samples they flag, where the archive can count them', async () => {
  counted({ suspect: 14_400 });
  show([], () => HttpResponse.json(ANSWER));
  await screen.findByText(', 50.0 % of the time, about 7,200 of 86,400 samples');
  expect(screen.getByText(', 100 % of the time, about 14,400 of 86,400 samples')).toBeTruthy();
});

it('the count of reports that touch an item asks for no samples of more files than one order may have', async () => {
  let asked = 0;
  server.use(
    http.post('*/services/files/metrics', () =>
      HttpResponse.json({ fileCount: 20_001, fileSize: 4.5 }),
    ),
    http.post('*/services/order/orders/flagged', () => {
      asked += 1;
      return HttpResponse.json({ selections: [] });
    }),
  );
  show([], () => HttpResponse.json(ANSWER));
  await screen.findByText('1 incorrect');
  await new Promise((resolve) => setTimeout(resolve, 100)); // time in which the call would be seen
  expect(asked).toBe(0);
});

it('reports that touch an item are only those on the chosen variables', async () => {
  show(['rh_mean'], () => HttpResponse.json(ANSWER));
  await screen.findByText('1 suspect');
  expect(screen.queryByText('1 incorrect')).toBeNull();
});

it('the panel of reports that touch an item says that there are none, and says that it cannot tell', async () => {
  show([], () => HttpResponse.json({ reports: [] }));
  await screen.findByText('No quality report affects these days.');
});

it('a report on all variables is listed whatever was chosen', async () => {
  const all = listed('D1', 'Clock', [span(4, [], '2017-03-06T00:00:00Z', null)]);
  const user = show(['rh_mean'], () => HttpResponse.json({ reports: [all] }));
  await user.click(await screen.findByRole('button', { name: /^Read it/ }));
  expect(screen.getByText('rh_mean')).toBeTruthy();
});

it('a failure is not taken for no report', async () => {
  show([], () => new HttpResponse('away', { status: 503 }));
  await screen.findByText(/^Quality reports could not be loaded/);
});

it('shares never round to all or nothing', () => {
  expect([0, 0.0004, 0.4114, 0.9999, 1].map(formatShare)).toEqual([
    '0 %',
    'under 0.1 %',
    '41.1 %',
    'over 99.9 %',
    '100 %',
  ]);
});
