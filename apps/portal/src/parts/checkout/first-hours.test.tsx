// The first hours of what is ordered: plot, table, what is masked of them, and every way in which
// there is nothing to show.
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { SELECTION } from '../../testing/counted-shares.ts';
import { inPortal } from '../../testing/in-portal.tsx';
import { serveLook } from '../../testing/look-served.ts';
import { problem, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';
import type { Masking } from '../selection/shares.tsx';
import { FirstHoursFold } from './first-hours-fold.tsx';

servedPortal();

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const dates = (start: string, end: string) => [{ start: at(start), end: at(`${end} 23:59:59`) }];
/** Days in which the report of the answers lies. */
const REPORTED: Selection = {
  ...SELECTION,
  dates: dates('2019-01-09', '2019-01-12'),
  variables: ['temp_mean'],
};
const REPORT = {
  ...{ datastream: 'sgpmetE13.b1', code: 4, metric: '', variables: ['temp_mean'] },
  ...{ startDateTime: '2019-01-10T10:00:00Z', endDateTime: '2019-01-10T12:00:00Z' },
};
const INCORRECT: Masking = { dqrFilter: ['incorrect'], qcFilter: false };

/** `suspect`: a second report, which covers all days. */
function show(
  selection: Selection,
  masking: Masking = INCORRECT,
  { opensFirst = true, suspect = false } = {},
) {
  const spans = { startDateTime: '2019-01-01T00:00:00Z', endDateTime: '2019-03-01T00:00:00Z' };
  const all = { dqrid: 'D190101.2', subject: 'A drift', code: 3, ...spans };
  server.use(
    http.get('*/services/dqr/reports', () =>
      HttpResponse.json({
        reports: [
          {
            ...{ dqrid: 'D190101.1', subject: 'A fan', code: 4, affected: [REPORT] },
            ...{ startDateTime: REPORT.startDateTime, endDateTime: REPORT.endDateTime },
          },
          ...(suspect ? [{ ...all, affected: [{ ...REPORT, ...spans, code: 3 }] }] : []),
        ],
      }),
    ),
  );
  return inPortal(<FirstHoursFold {...{ selection, masking, opensFirst }} isGridded={false} />);
}

const rows = async () => {
  const table = await screen.findByRole('table');
  return within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .getAllByRole(row.closest('thead') ? 'columnheader' : 'cell')
        .map((cell) => cell.textContent),
    );
};

it('the first hours have a plot, and a table of some values with what the files have of them', async () => {
  serveLook();
  show(REPORTED, { dqrFilter: [], qcFilter: true });
  expect(await rows()).toEqual([
    ['Time, UTC', 'Value, degC', 'In your files'],
    ['2019-01-09 00:00', '10', 'kept'],
    ['2019-01-09 01:00', '10.25', 'kept'],
    ['2019-01-09 02:00', '10.5', 'masked'],
    ['2019-01-09 03:00', '10.75', 'kept'],
    ['20 rows not shown'],
  ]);
  screen.getByRole('img', { name: /^Temperature mean of sgpmetE13.b1 in degC/ });
});

it('the edge of a report is one choice away, and says which report masks the values', async () => {
  serveLook();
  const user = show(REPORTED);
  await user.click(await screen.findByRole('radio', { name: 'Edge of a report' }));
  await screen.findByText('2019-01-10 10:00');
  expect((await rows()).slice(-4)).toEqual([
    ['2019-01-10 09:00', '12.25', 'kept'],
    ['2019-01-10 10:00', '12.5', 'masked, incorrect: D190101.1'],
    ['2019-01-10 11:00', '12.75', 'masked, incorrect: D190101.1'],
    ['4 rows not shown'],
  ]);
});

it('the edge is that of what is masked, where another report covers all days', async () => {
  serveLook();
  const user = show(REPORTED, INCORRECT, { suspect: true });
  await user.click(await screen.findByRole('radio', { name: 'Edge of a report' }));
  await screen.findByText('2019-01-10 10:00');
});

it('of several reports on a value the worst is named, and the others are counted', async () => {
  const all = { start: at('2019-01-01'), end: at('2019-02-01') };
  const [suspect, incorrect] = [3, 4].map((code) => ({ id: `D19010${code}.1`, code, ...all }));
  serveLook({ reports: [suspect, incorrect].filter((one) => one !== undefined) });
  show(REPORTED);
  expect((await rows())[1]).toEqual(['2019-01-09 00:00', '10', 'masked, incorrect: D190104.1 +1']);
  screen.getAllByTitle('suspect: D190103.1');
});

it('an incorrect value that is not masked is kept, with its report', async () => {
  serveLook();
  const user = show(REPORTED, { dqrFilter: ['suspect'], qcFilter: false });
  await user.click(await screen.findByRole('radio', { name: 'Edge of a report' }));
  await screen.findByText('2019-01-10 10:00');
  expect(await rows()).toContainEqual(['2019-01-10 10:00', '12.5', 'kept, incorrect: D190101.1']);
});

it('another variable can be chosen, where the order has several', async () => {
  const asked = serveLook();
  const user = show({ ...REPORTED, variables: [] });
  await rows();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Variable to show of sgpmetE13.b1' }),
    'temp_mean',
  );
  await screen.findByRole('radio', { name: 'Edge of a report' });
  await rows();
  expect(asked.map((query) => query.get('from'))).toEqual([
    '2019-01-09T00:00:00Z',
    '2019-01-09T00:00:00Z',
  ]);
});

it('the main measurement is shown first, whatever its place in the files', async () => {
  const plots = { has_plots: true } as const;
  const { handler } = metadataService([
    made('met', 'sgp', 'E13', 'rh_mean', plots),
    made('met', 'sgp', 'E13', 'temp_mean', { ...plots, primary_meas_type_code: 'atmtemp' }),
  ]);
  server.use(handler);
  serveLook();
  show({ ...REPORTED, variables: [] });
  await rows();
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Variable to show/ });
  expect(choice.value).toBe('temp_mean');
});

it('nothing is read before it is opened', async () => {
  const asked = serveLook();
  const user = show(REPORTED, INCORRECT, { opensFirst: false });
  expect(screen.queryByRole('table')).toBeNull();
  expect(asked).toEqual([]);
  await user.click(screen.getByText('First hours as plot and table'));
  await rows();
});

it.each([
  [
    'the chosen dates have no data',
    'There are no data in the chosen dates.',
    '2020-01-01',
    'temp_mean',
  ],
  [
    'no chosen variable is drawn',
    'None of these variables can be shown as a plot.',
    '2019-01-09',
    'lat',
  ],
])('a sentence is displayed where %s', async (_, sentence, day, variable) => {
  serveLook();
  show({ ...SELECTION, dates: dates(day, day), variables: [variable] });
  await screen.findByText(sentence);
});

it('hours without samples and hours of limited access are distinguished', async () => {
  serveLook();
  const empty = (limited: object[]) =>
    server.use(
      http.get('*/services/facts/:ds/:vn/window', () =>
        HttpResponse.json({
          ...{ datastream: 'sgpmetE13.b1', variable: 'temp_mean', longName: '', units: 'degC' },
          ...{ dimensions: 1, start: '2019-01-01T00:00:00Z', end: '2019-02-28T23:59:59Z' },
          ...{ from: 0, to: 1, every: 60, thinned: 1, leftOut: [], computing: 0, limited },
          ...{ reports: [], shown: null },
        }),
      ),
    );
  empty([]);
  show(REPORTED);
  await screen.findByText(/^temp_mean has no samples between 2019-01-09 00:00:00 and/);
  empty([{ start: 0, end: 1 }]);
  show(REPORTED);
  await screen.findByText(/^Access to these data is limited/);
});

it('a failure says what could not be read, and is tried again', async () => {
  serveLook();
  server.use(
    http.get('*/services/facts/:ds/:vn/window', () => problem(503, 'unavailable', 'Busy.'), {
      once: true,
    }),
  );
  const user = show(REPORTED);
  await screen.findByText('temp_mean could not be read.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await rows();
});
