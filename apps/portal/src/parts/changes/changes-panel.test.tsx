// What changed since a delivery in the account page: the mark, files and reports, and an order of
// only what changed.
import type { OrderDifference } from '@isobar/contract/calls/verify-calls.ts';
import type { OrderChanges } from '@isobar/contract/orders/changes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPortal, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { orderEntry } from '../../testing/order-fixtures.ts';

servedPortal();

const SUM = 'a1'.repeat(32);
const NAME = 'sgpmetE13.b1.20200101.000000.cdf';

const CHANGES: OrderChanges = {
  orderId: 4711,
  known: true,
  delivered: '2026-11-20T09:00:00Z',
  checked: '2026-11-24T12:00:00Z',
  changed: '2026-11-24T12:00:00Z',
  counts: { replaced: 1, withdrawn: 0, grown: 0, reported: 0, harmless: 1, unreported: 0 },
  files: [
    {
      ...{ kind: 'replaced', datastream: 'sgpmetE13.b1', file: NAME, noticed: '2026-11-23' },
      ...{ start: '2020-01-01T00:00:00Z', end: '2020-01-01T23:59:00Z', delivered: [NAME] },
      before: { file: NAME, bytes: 1000, sha256: SUM },
      now: [{ file: NAME, bytes: 2000, sha256: SUM }],
    },
  ],
  reports: [
    {
      ...{ kind: 'reported', report: 'D261123.1', subject: 'Wet sensor', code: 4 },
      ...{ className: 'Incorrect', datastream: 'sgpmetE13.b1', variables: ['temp_mean'] },
      spans: [{ start: '2020-01-01T02:00:00Z', end: '2020-01-01T04:00:00Z' }],
      ...{ days: 1, share: 0.02, values: null, harmless: true },
    },
  ],
  filesLeftOut: 0,
  onlyChanged: { files: 1, bytes: 2000 },
};

it('an order that changed is marked, and shows what changed and what is harmless', async () => {
  signedIn();
  const placed: string[] = [];
  server.use(
    http.get('*/services/order/orders/history', () =>
      HttpResponse.json({ orderHistoryResponses: [orderEntry({ changes: 1 })] }),
    ),
    http.get('*/services/order/orders/4711/changes', () => HttpResponse.json(CHANGES)),
    http.post('*/services/order/orders/changed', ({ request }) => {
      placed.push(new URL(request.url).searchParams.get('orderId') ?? '');
      return HttpResponse.json({ orderId: 4712, message: 'Your order number is 4712.' });
    }),
  );
  openPortal('/account/order?orderId=4711');
  const card = await screen.findByRole('article', { name: 'Order 4711' });
  expect(within(card).getByText('Changed since')).toBeTruthy();
  const section = await screen.findByRole('region', { name: 'What changed since order 4711' });
  expect(section.textContent).toContain('1 file replaced.');
  expect(section.textContent).toContain(NAME);
  expect(section.textContent).toContain('No effect: your order already masked these values.');
  within(section).getByRole('button', { name: 'Order only what changed' }).click();
  expect(await screen.findByText(/Your order number is 4712/)).toBeTruthy();
  expect(placed).toEqual(['4711']);
});

it('an older delivery is not displayed as unchanged: what changed is not known', async () => {
  signedIn();
  server.use(
    http.get('*/services/order/orders/history', () =>
      HttpResponse.json({ orderHistoryResponses: [orderEntry({ curStep: 'complete' })] }),
    ),
    http.get('*/services/order/orders/4711/changes', () =>
      HttpResponse.json({
        ...CHANGES,
        ...{
          known: false,
          checked: null,
          changed: null,
          files: [],
          reports: [],
          onlyChanged: null,
        },
        counts: { ...CHANGES.counts, replaced: 0, harmless: 0 },
      }),
    ),
  );
  const { user } = openPortal('/account/order?orderId=4711');
  await user.click(await screen.findByRole('button', { name: 'What changed since' }));
  expect(await screen.findByText('Not known.')).toBeTruthy();
  expect(screen.queryByText(/No changes/)).toBeNull();
});

const DIFFERENCE: OrderDifference = {
  ...{ orderId: 4711, delivered: '2026-11-20T09:00:00Z', compared: 2, leftOut: 0, withdrawn: 1 },
  notKnown: [{ datastream: 'sgpmetE13.b1', file: NAME, reason: 'It was replaced too early.' }],
  variables: [
    {
      ...{ datastream: 'sgpmetE13.b1', variable: 'temp_mean', units: 'degC', files: 2 },
      ...{ hours: 42, hoursDiffering: 3, valuesBefore: 252, valuesNow: 252 },
      ...{ atLeast: 3, atMost: 15, largestMeanChange: 3, largestChange: 3.25 },
    },
  ],
  unchanged: [{ datastream: 'sgpmetE13.b1', variables: ['rh_mean'] }],
};

it('the page of an order tells by how much its files differ, what is the same and what is not known', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/services/order/orders/4711/difference', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(DIFFERENCE);
    }),
  );
  openPortal('/difference/4711?key=shared');
  const table = await screen.findByRole('table', { name: 'Differences of order 4711' });
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['2', '3 of 42', '3 to 15', '3.25 degC']);
  const text = screen.getByRole('main').textContent ?? '';
  expect(text).toContain(
    'Of the 3 files replaced since the delivery of 2026-11-20, 2 could be compared.',
  );
  expect(text).toContain('1 file withdrawn.');
  expect(text).toContain('The same in every hour of sgpmetE13.b1: rh_mean.');
  expect(text).toContain('It was replaced too early.');
  expect(asked).toEqual(['?key=shared']);
});

it('a difference that cannot be loaded has a reason, and can be tried again', async () => {
  server.use(
    http.get('*/services/order/orders/4711/difference', () =>
      problem(404, 'not-found', 'There is no order 4711.'),
    ),
    http.get('*/services/files/difference/sgpmetE13.b1/nothing', () =>
      problem(404, 'not-found', 'The archive knows no file nothing.'),
    ),
  );
  openPortal('/difference/4711');
  await screen.findByText('There is no order 4711.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  openPortal('/difference/sgpmetE13.b1/nothing');
  await screen.findByText('The archive knows no file nothing.');
});
