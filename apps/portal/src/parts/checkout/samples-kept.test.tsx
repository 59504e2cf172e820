// Bars of kept samples in the checkout: of the variables that lose most, in words for those who do
// not see them.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { SELECTION, share } from '../../testing/counted-shares.ts';
import { inPortal } from '../../testing/in-portal.tsx';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { SamplesKept } from './samples-kept.tsx';

servedPortal();

const ANSWER = {
  ...{ samples: 5000, incorrect: 300, suspect: 0, either: 300, hours: 96, hoursWithout: 0 },
  isCounted: true,
  variables: [
    ...['a', 'b', 'c'].map((name) => share(name, {})),
    share('rh_mean', { values: 900, missing: 100 }),
    share('temp_mean', { values: 900, missing: 100, incorrect: 300 }),
  ],
};

function show(answer: object) {
  const asked: string[] = [];
  server.use(
    http.get('*/services/dqr/reports', () => HttpResponse.json({ reports: [] })),
    http.post('*/file_info/_search', () =>
      HttpResponse.json({ hits: { total: { value: 4, relation: 'eq' }, hits: [] } }),
    ),
    http.post('*/services/order/orders/flagged', () => {
      asked.push('flagged');
      return HttpResponse.json({ selections: [answer] });
    }),
  );
  const masking = { dqrFilter: ['incorrect' as const], qcFilter: false };
  return { ...inPortal(<SamplesKept selection={SELECTION} masking={masking} />), asked };
}

it('the samples kept are displayed for the four variables that lose most, with what is masked and missing', async () => {
  show(ANSWER);
  await screen.findByRole('heading', { name: 'Samples kept' });
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'temp_mean60.0 % kept, 30.0 % masked, 10.0 % missing',
    'rh_mean90.0 % kept, 0 % masked, 10.0 % missing',
    'a100 % kept, 0 % masked, 0 % missing',
    'b100 % kept, 0 % masked, 0 % missing',
  ]);
});

it('the samples kept are not displayed while they are only estimated', async () => {
  const { asked } = show({ ...ANSWER, isCounted: false, variables: [] });
  await waitFor(() => expect(asked).toEqual(['flagged']));
  expect(screen.queryByText('Samples kept')).toBeNull();
});
