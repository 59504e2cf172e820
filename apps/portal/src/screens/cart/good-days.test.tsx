// The link of the cart to days on which its datastreams have good data.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCart } from '../../parts/cart/cart-store.ts';
import { met } from '../../testing/cart-fixtures.ts';
import { openPortal, servedPortal } from '../../testing/open-portal.tsx';

servedPortal();

it('the cart leads to the good days of its datastreams within its dates', async () => {
  const dates = { searchStart: '2019-01-01', searchEnd: '2019-01-31' };
  useCart.getState().add([{ ...met, ...dates, varName: '', variables: [], foundBy: 'rh_mean' }]);
  openPortal('/saved');
  const link = await screen.findByRole('link', { name: 'Find good days' });
  expect(link.getAttribute('href')).toBe(
    '#/days?good=sgpmetE13.b1,rh_mean&from=2019-01-01&to=2019-01-31',
  );
});
