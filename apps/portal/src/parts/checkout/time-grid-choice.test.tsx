// The time grid in the checkout: what is proposed for each variable, what is refused, and what is
// sent.
import type { GridProposal } from '@isobar/contract/orders/time-grid.ts';
import { waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { openCheckout, short, takeOrders } from '../../testing/open-checkout.ts';
import { problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';

servedPortal();

const proposal = (name: string, more: Partial<GridProposal> = {}): GridProposal => ({
  ...{ name, longName: `About ${name}`, units: '1', method: 'mean', refused: [] },
  ...more,
});

const propose = (...variables: GridProposal[]) =>
  http.get('*/services/order/orders/grid', ({ request }) =>
    HttpResponse.json({
      datastream: new URL(request.url).searchParams.get('datastream') ?? '',
      variables,
    }),
  );

it('the checkout sends the step, the limit of a sample, and the methods that differ from the proposed ones', async () => {
  signedIn();
  server.use(
    propose(
      proposal('temp'),
      proposal('weather', {
        method: 'nearest',
        refused: [{ method: 'mean', reason: 'weather is a code.' }],
      }),
      proposal('name', { method: null, refused: [{ method: 'nearest', reason: 'name is text.' }] }),
    ),
  );
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout();
  const inside = within(dialog);
  await user.click(inside.getByRole('checkbox', { name: 'Put on one time grid' }));
  await user.selectOptions(inside.getByRole('combobox', { name: 'Step' }), '5 minutes');
  await user.selectOptions(
    inside.getByRole('combobox', { name: 'Samples represent' }),
    'at most 30 minutes',
  );
  expect(await inside.findByText(/1 by mean, 1 by nearest sample, 1 left out/)).toBeTruthy();
  await user.click(inside.getByRole('button', { name: /Show the methods/ }));
  expect(inside.getByText('Left out: name is text.')).toBeTruthy();
  const weather = inside.getByRole('combobox', { name: 'Method for weather' });
  const mean = within(weather).getByRole<HTMLOptionElement>('option', { name: 'Mean' });
  expect(mean.disabled).toBe(true);
  await user.selectOptions(inside.getByRole('combobox', { name: 'Method for temp' }), 'Nearest');
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    selectedData: {
      timeGrid: { step: 300, merge: false, longestSample: 1800 },
      selectedDatastreams: [{ gridVariables: [{ name: 'temp', method: 'nearest' }] }],
    },
  });
});

it('the checkout sends the limits of a variable, and no others', async () => {
  signedIn();
  server.use(propose(proposal('temp', { units: 'degC' }), proposal('rh')));
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout();
  const inside = within(dialog);
  await user.click(inside.getByRole('checkbox', { name: 'Put on one time grid' }));
  await user.click(await inside.findByRole('button', { name: /Show the methods/ }));
  await user.click(inside.getByText((_, one) => one?.textContent === 'Flag limits of temp'));
  const [over] = inside.getAllByLabelText('Deviation over (degC): Bad');
  const [under] = inside.getAllByLabelText('Good share under (%): Indeterminate');
  await user.type(over!, '2.5');
  await user.type(under!, '75');
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    selectedData: {
      selectedDatastreams: [
        {
          gridVariables: [
            {
              ...{ name: 'temp', method: 'mean' },
              limits: { deviation: { bad: 2.5 }, share: { indeterminate: 0.75 } },
            },
          ],
        },
      ],
    },
  });
});

it('several datastreams go into one file where that is ticked, and a grid that was unticked is not sent', async () => {
  signedIn();
  server.use(propose(proposal('temp')));
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout([short(met), short(metNorth)]);
  const inside = within(dialog);
  const tick = (name: string) => user.click(inside.getByRole('checkbox', { name }));
  await tick('Put on one time grid');
  await tick('One file for all datastreams');
  await tick('Put on one time grid');
  expect(inside.queryByRole('checkbox', { name: 'One file for all datastreams' })).toBeNull();
  await tick('Put on one time grid');
  await user.selectOptions(inside.getByRole('combobox', { name: 'Step' }), '1 hour');
  await tick('One file for all datastreams');
  await inside.findAllByText(/1 by mean/);
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ selectedData: { timeGrid: { step: 3600, merge: true } } });
});

it('the choice of a time grid says that the methods could not be loaded, and loads them again', async () => {
  let isDown = true;
  server.use(
    http.get('*/services/order/orders/grid', () =>
      isDown
        ? problem(503, 'unavailable')
        : HttpResponse.json({ datastream: 'x', variables: [proposal('temp')] }),
    ),
  );
  const { user, dialog } = await openCheckout();
  const inside = within(dialog);
  await user.click(inside.getByRole('checkbox', { name: 'Put on one time grid' }));
  const retry = await inside.findByRole('button', { name: 'Try again' }, { timeout: 20_000 });
  isDown = false;
  await user.click(retry);
  expect(await inside.findByText(/1 by mean/)).toBeTruthy();
});
