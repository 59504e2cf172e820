// The quality of what was delivered: on the card, in tracking and on the order's page in the same
// words, and never as nothing where something is.
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPortal, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { history, orderEntry, orderStatus } from '../../testing/order-fixtures.ts';

servedPortal();

const QUALITY: DataQuality[] = [
  {
    ...{ datastream: 'sgpmetE13.b1', values: 64_800, masked: 0, more: 0 },
    reports: [
      {
        ...{ id: 'D200318.4', code: 3, subject: 'Bad calibration', variables: ['temp_mean'] },
        days: [{ start: '2019-03-01', end: '2019-03-03' }],
        ...{ values: 4320, of: 4320, masked: 'no' },
      },
    ],
    wholly: [{ variable: 'temp_mean', by: ['D200318.4'], masked: false }],
  },
];
const SUMMARY =
  '1 quality report affects these data; all values of temp_mean are incorrect or suspect.';
const LINE = '2019-03-01 to 2019-03-03; temp_mean: 4,320 of 4,320 values (100 %), not masked';

it('the quality of the data of an order is summed up on the card, and listed by report in tracking', async () => {
  signedIn();
  server.use(
    history([orderEntry({ quality: QUALITY })]),
    http.get('*/services/order/status/4711', () =>
      HttpResponse.json(orderStatus({ curStep: 'complete', quality: QUALITY })),
    ),
  );
  const { user } = openPortal('/account/order');
  const card = within(await screen.findByRole('article', { name: 'Order 4711' }));
  expect(card.getByText(SUMMARY)).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Track Order' }));
  const section = within(await card.findByRole('region', { name: 'Data quality' }));
  expect(section.getByText(SUMMARY)).toBeTruthy();
  expect(section.getByText(LINE)).toBeTruthy();
  expect(section.getByText(/^Counts are approximate/)).toBeTruthy();
  expect(section.getByRole('link', { name: 'D200318.4' })).toBeTruthy();
});

it('the quality of the data of an order names variables that the same reports mask in one sentence', async () => {
  signedIn();
  const names = ['temp_mean', 'rh_mean', 'atmos_pressure', 'wspd_vec_mean'];
  const quality = QUALITY.map((one) => ({
    ...one,
    wholly: [
      ...names.map((variable) => ({ variable, by: ['D200318.4'], masked: true })),
      { variable: 'org_precip_rate_mean', by: ['D200318.4'], masked: false },
    ],
  }));
  server.use(
    history([orderEntry({ quality })]),
    http.get('*/services/order/status/4711', () =>
      HttpResponse.json(orderStatus({ curStep: 'complete', quality })),
    ),
  );
  const { user } = openPortal('/account/order');
  await user.click(await screen.findByRole('button', { name: 'Track Order' }));
  const section = within(await screen.findByRole('region', { name: 'Data quality' }));
  expect(section.getAllByText(/^All values of/).map((line) => line.textContent)).toEqual([
    `All values of 4 variables are masked by D200318.4: ${names.join(', ')}.`,
    'All values of org_precip_rate_mean are incorrect or suspect by D200318.4, and are not masked.',
  ]);
});

it('the quality of the data of an order is on the page of the order, with what the reports say now below it', async () => {
  signedIn();
  server.use(
    http.get('*/services/dqr/order/4711', () =>
      HttpResponse.json({
        orderId: 4711,
        orderDate: '2026-11-20T08:00:00Z',
        completedAt: '2026-11-20T08:01:00Z',
        quality: QUALITY,
        datastreams: [],
      }),
    ),
  );
  openPortal('/orderreport/4711');
  const section = within(await screen.findByRole('region', { name: 'Data quality' }));
  expect(section.getByText(LINE)).toBeTruthy();
});

it('the quality of the data of an order states that no report covers the data, and shows nothing while that is not known', async () => {
  signedIn();
  const none = [
    { datastream: 'sgpmetE13.b1', values: 1, masked: 0, more: 0, reports: [], wholly: [] },
  ];
  server.use(
    history([orderEntry({ quality: none }), orderEntry({ orderId: 4712, quality: null })]),
  );
  openPortal('/account/order');
  const card = within(await screen.findByRole('article', { name: 'Order 4711' }));
  expect(card.getByText('No quality report affects these data.')).toBeTruthy();
  const earlier = within(screen.getByRole('article', { name: 'Order 4712' }));
  expect(earlier.queryByText(/quality report/)).toBeNull();
});
