// The panel of a facility, when what it has cannot be loaded.
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, archive, recordedPortal } from '../../testing/recorded.ts';

recordedPortal();
afterEach(() => vi.restoreAllMocks());

it('a facility whose data products cannot be loaded shows the reason, and loads them again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  archive();
  server.use(
    http.post('*/services/metadata/_search', async ({ request }) => {
      const text = await request.clone().text();
      if (text.includes('nsa.C1')) return HttpResponse.json({}, { status: 400 });
    }),
  );
  const { user } = openPortal('/locationsearch?facility=nsa.C1');
  const products = await screen.findByRole('region', { name: 'Data products of the facility' });
  const alert = await within(products).findByRole('alert');
  expect(alert.textContent).toContain('The data products could not be loaded.');
  answerAgain();
  await user.click(within(products).getByRole('button', { name: 'Try again' }));
  expect(await within(products).findByText(/^\d+ data products in \d+ datastreams$/)).toBeTruthy();
  expect(within(products).queryByRole('alert')).toBeNull();
});
