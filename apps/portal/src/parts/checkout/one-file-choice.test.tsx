// 'One file, even if units or levels changed' in the checkout: what is sent, what it excludes, and
// what is refused.
import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openCheckout, takeOrders } from '../../testing/open-checkout.ts';
import { servedPortal, signedIn } from '../../testing/open-portal.tsx';

servedPortal();

const LABEL = 'One file, even if units or levels changed';

it('the choice of one file sends what was chosen under Advanced, and neither joining nor sorting beside it', async () => {
  signedIn();
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout();
  const inside = within(dialog);
  await user.click(inside.getByRole('checkbox', { name: /Sort by time/ }));
  await user.click(inside.getByRole('checkbox', { name: LABEL }));
  const sort = inside.getByRole<HTMLInputElement>('checkbox', { name: /Sort by time/ });
  expect([sort.disabled, sort.checked]).toEqual([true, false]);
  const [joined = dialog] = inside.getAllByRole('group', { name: 'Concatenate files' });
  expect(within(joined).getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true);
  await user.click(inside.getByText('Advanced'));
  await user.type(inside.getByLabelText('Keep one row of'), '0');
  await user.type(inside.getByLabelText('Levels'), 'height:0:3000');
  await user.type(inside.getByLabelText('Dimensions'), 'time height');
  await user.click(inside.getByRole('checkbox', { name: /Measured values/ }));
  await user.selectOptions(
    inside.getByRole('combobox', { name: 'Compression of NetCDF' }),
    'NetCDF-4, 9 (smallest)',
  );
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    selectedData: {
      mergedOutput: false,
      oneFile: {
        every: 10,
        levels: [{ dimension: 'height', from: 0, to: 3000 }],
        dimensions: ['height'],
        unpacked: true,
        compression: 9,
      },
    },
  });
  expect(JSON.stringify(sent[0])).not.toContain('sortTimes');
});

it('the choice of one file refuses levels that are none, with an example, and sends nothing', async () => {
  signedIn();
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout();
  const inside = within(dialog);
  await user.click(inside.getByRole('checkbox', { name: LABEL }));
  await user.click(inside.getByText('Advanced'));
  await user.type(inside.getByLabelText('Levels'), 'height:9:1');
  expect(inside.getByLabelText('Levels').getAttribute('aria-invalid')).toBe('true');
  await user.click(submit());
  await waitFor(() =>
    expect(inside.getAllByText(/such as height:0:3000/).length).toBeGreaterThan(1),
  );
  expect(sent).toEqual([]);
});

it('the choice of one file goes away with a time grid, on which all files are one already', async () => {
  signedIn();
  const { user, dialog } = await openCheckout();
  const inside = within(dialog);
  await user.click(inside.getByRole('checkbox', { name: LABEL }));
  await user.click(inside.getByRole('checkbox', { name: 'Put on one time grid' }));
  const box = inside.getByRole<HTMLInputElement>('checkbox', { name: LABEL });
  expect([box.disabled, box.checked]).toEqual([true, false]);
  expect(inside.queryByText('Advanced')).toBeNull();
});
