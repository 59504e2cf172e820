// Days in the cart: two datastreams of one instrument and facility have an entry each, and undo
// takes back exactly what was added.
import { portalConfig } from '@isobar/contract/calls/config.ts';
import { beforeEach, expect, it } from 'vitest';
import { met } from '../../testing/cart-fixtures.ts';
import { config as served } from '../../testing/open-portal.tsx';
import { recordedPortal } from '../../testing/recorded.ts';
import { addDays } from './add-days.ts';
import { EMPTY, useCart } from './cart-store.ts';

recordedPortal();
beforeEach(() => useCart.setState(EMPTY));

const config = portalConfig.parse(served);
const chosen = () =>
  useCart
    .getState()
    .items.map(({ selection: { datastream, dates } }) => `${datastream} ${dates.length}`);

const both = ['sgpmetE13.b1', 'sgpmetE13.00'];

it('[GD2] days in the cart are those of each datastream, also of the same instrument and facility', async () => {
  const added = await addDays(config, [...both, 'nothing.b1'], ['2026-02-02', '2026-02-05']);
  expect(added).toMatchObject({ datastreams: 2, left: ['nothing.b1'] });
  expect(chosen()).toEqual(['sgpmetE13.b1 2', 'sgpmetE13.00 2']);
  added.undo();
  expect(chosen()).toEqual([]);
});

it('[GD2] days in the cart take the place of the days that a datastream had, and undo brings these back', async () => {
  await addDays(config, both, ['2026-02-02']);
  const again = await addDays(config, both, ['2026-02-02', '2026-02-05', '2026-02-08']);
  expect(chosen()).toEqual(['sgpmetE13.b1 3', 'sgpmetE13.00 3']);
  again.undo();
  expect(chosen()).toEqual(['sgpmetE13.b1 1', 'sgpmetE13.00 1']);
});

it('[GD2] days in the cart leave a datastream that was in the cart before as it is when another of its instrument comes', async () => {
  useCart.getState().add([met]);
  const [before = ''] = chosen();
  expect(before).toContain('sgpmetE13.b1');
  await addDays(config, ['sgpmetE13.00'], ['2026-02-02']);
  expect(chosen()).toEqual([before, 'sgpmetE13.00 1']);
});
