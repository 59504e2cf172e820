// What will be missing, by variable, before an order: from the counts of the order service.
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { SELECTION, share } from '../../testing/counted-shares.ts';
import { inPortal } from '../../testing/in-portal.tsx';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { type Masking, NO_MASKING, Shares } from './shares.tsx';

servedPortal();

const ANSWER = {
  ...{ samples: 2000, incorrect: 300, suspect: 0, either: 300, hours: 96, hoursWithout: 24 },
  isCounted: true,
  variables: [
    share('temp_mean', { values: 900, missing: 100, incorrect: 300, incorrectAndChecks: 450 }),
    share('rh_mean', { dimensions: 2 }),
  ],
};

const UNCOUNTED = { ...ANSWER, isCounted: false, variables: [] };

function show(answer: object, masking: Masking, selection: Selection = SELECTION) {
  const asked = { count: 0 };
  server.use(
    http.get('*/services/dqr/reports', () => HttpResponse.json({ reports: [] })),
    http.post('*/file_info/_search', () =>
      HttpResponse.json({ hits: { total: { value: 4, relation: 'eq' }, hits: [] } }),
    ),
    http.post('*/services/order/orders/flagged', () => {
      asked.count += 1;
      return HttpResponse.json({ selections: [answer] });
    }),
  );
  inPortal(<Shares selection={selection} masking={masking} />);
  return asked;
}

it('what will be missing is displayed in one line, and by variable in a table', async () => {
  show(ANSWER, { dqrFilter: ['incorrect'], qcFilter: true });
  const line = await screen.findByText(
    '5.0 % of the values missing, 22.5 % masked, no data in 24 of 96 hours: by variable',
  );
  expect(line.tagName).toBe('SUMMARY');
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  expect(rows).toEqual([
    'VariableMissing in the filesMaskedValues left',
    'temp_mean10.0 %45.0 %450',
    'rh_mean *0 %0 %1,000',
  ]);
});

it('the line of what will be missing leaves masks out where none is chosen', async () => {
  show({ ...ANSWER, hoursWithout: 0 }, NO_MASKING);
  await screen.findByText('5.0 % of the values missing: by variable');
});

it('what will be missing is announced while the files have not been read, and appears once they are', async () => {
  show(UNCOUNTED, NO_MASKING);
  await screen.findByText(/are being counted from the files/);
  server.use(
    http.post('*/services/order/orders/flagged', () => HttpResponse.json({ selections: [ANSWER] })),
  );
  await screen.findByText(/^5\.0 % of the values missing/, {}, { timeout: 20_000 });
  expect(screen.queryByText(/being counted/)).toBeNull();
});

it('what will be missing is not announced for single scans, whose samples are only estimated', async () => {
  const asked = show(UNCOUNTED, NO_MASKING, { ...SELECTION, scanNames: ['ppi'] });
  await waitFor(() => expect(asked.count).toBe(1));
  expect(screen.queryByText(/being counted/)).toBeNull();
});
