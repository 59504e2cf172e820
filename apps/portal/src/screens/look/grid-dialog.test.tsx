// 'Time grid' in Look: the method of each shown variable with its rule, the line of Python, and an
// order that begins with that grid.
import type { GridProposal } from '@isobar/contract/orders/time-grid.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY, useCart } from '../../parts/cart/cart-store.ts';
import { draftedFor } from '../../parts/checkout/draft.ts';
import { met } from '../../testing/cart-fixtures.ts';
import { MET, serveLook } from '../../testing/look-served.ts';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';

servedPortal();

vi.mock('../../parts/cart/look-up.ts', () => ({
  lookUpDatastream: async (_: unknown, name: string) => (name === 'sgpmetE13.b1' ? met : null),
}));
beforeEach(() => {
  useCart.setState(EMPTY);
  sessionStorage.clear();
});

const AT = `/look/${MET}/temp_mean?from=2019-01-10T00:00:00Z&to=2019-01-11T00:00:00Z`;
const ZARR = `http://isobar.test/services/arrays/${MET}/4e1f09ac21/`;

const proposal = (name: string, more: Partial<GridProposal> = {}): GridProposal => ({
  ...{ name, longName: name, units: '1', method: 'mean', refused: [] },
  ...more,
});

const proposing = (...variables: readonly GridProposal[]) =>
  http.get('*/services/order/orders/grid', () => HttpResponse.json({ datastream: MET, variables }));

function serveArray(): void {
  const variant = (name: string) => ({ zarr: `${ZARR}${name}.zarr`, dap: `${ZARR}${name}.dap` });
  server.use(
    http.get('*/services/arrays/*', () =>
      HttpResponse.json({
        ...{ datastream: MET, state: '4e1f09ac21', madeAt: '2019-03-01T00:00:00Z', rows: 1440 },
        ...{ files: 1, bytes: 1, start: '2019-01-01T00:00:00Z', end: '2019-01-01T23:59:00Z' },
        variants: { whole: variant('whole'), clean: variant('clean'), strict: variant('strict') },
        ...{ variables: [], leftOut: [], notes: [], changes: [] },
      }),
    ),
  );
}

async function opened(at = AT) {
  const { user } = openPortal(at);
  await screen.findAllByText(/\d samples, /);
  await user.click(screen.getByRole('button', { name: 'Time grid' }));
  const dialog = await screen.findByRole('dialog', { name: 'Put on one time grid' });
  return { user, inside: within(dialog), dialog };
}

it('the time grid of what Look shows has the rule of each variable beside its method, and one line of Python that opens the cells of the window ', async () => {
  serveLook();
  serveArray();
  server.use(
    proposing(
      proposal('temp_mean'),
      proposal('rh_mean', {
        method: null,
        refused: [{ method: 'nearest', reason: 'rh_mean is text.' }],
      }),
    ),
  );
  const { user, inside } = await opened(`${AT}&law=strict&with=${MET},rh_mean`);
  expect(await inside.findByText(/^Mean\. Mean of the usable samples/)).toBeTruthy();
  expect(inside.getByText('Left out: rh_mean is text.')).toBeTruthy();
  const line = (step: number) =>
    `import xarray; data = xarray.open_zarr("${ZARR}strict-mean-${step}s.zarr", zarr_format=3, chunks=None)[["temp_mean"]].sel(time=slice("2019-01-10T00:00:00", "2019-01-10T23:59:59"))`;
  expect(await inside.findByText(line(300))).toBeTruthy();
  await user.selectOptions(inside.getByRole('combobox', { name: 'Step' }), '1 hour');
  expect(inside.getByText(line(3600))).toBeTruthy();
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(inside.getByRole('button', { name: `Copy the line for ${MET}` }));
  await waitFor(() => expect(written).toHaveBeenCalledWith(line(3600)));
});

it('the time grid of what Look shows puts the window and the shown variables into the cart, and the checkout begins with the grid ', async () => {
  serveLook();
  serveArray();
  server.use(proposing(proposal('temp_mean')));
  const { user, inside } = await opened();
  await user.selectOptions(inside.getByRole('combobox', { name: 'Step' }), '1 hour');
  await user.click(inside.getByRole('button', { name: 'Order on this grid' }));
  expect(
    await screen.findByText(
      /The range of 1 datastream is in the cart, to be put on a grid of 1 hour/,
    ),
  ).toBeTruthy();
  const { items } = useCart.getState();
  expect(items.map(({ selection }) => selection.variables)).toEqual([['temp_mean']]);
  const { options, flagging } = draftedFor(items);
  expect(draftedFor(items).options).toEqual(options); // it is kept now
  expect(options.timeGrid).toMatchObject({ step: 3600, merge: false });
  expect([...flagging.values()]).toEqual([
    { dqrFilter: ['incorrect', 'suspect'], qcFilter: false },
  ]);
});

it('the time grid of what Look shows is taken back with the cart, so that the checkout begins without a grid ', async () => {
  serveLook();
  serveArray();
  server.use(proposing(proposal('temp_mean')));
  const { user, inside } = await opened();
  await inside.findByText(/^Mean\. /);
  await user.click(inside.getByRole('button', { name: 'Order on this grid' }));
  await screen.findByText(/to be put on a grid of 5 minutes/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(useCart.getState().items).toEqual([]));
  useCart.getState().add([met]);
  expect(draftedFor(useCart.getState().items).options.timeGrid).toBeNull();
});

it('orders nothing where no shown variable can be put on a grid', async () => {
  serveLook();
  server.use(
    proposing(
      proposal('temp_mean', {
        method: null,
        refused: [{ method: 'nearest', reason: 'temp_mean is text.' }],
      }),
    ),
  );
  const { inside } = await opened();
  expect(await inside.findByText('Left out: temp_mean is text.')).toBeTruthy();
  const order = inside.getByRole<HTMLButtonElement>('button', { name: 'Order on this grid' });
  expect(order.disabled).toBe(true);
});

it('the time grid of what Look shows says that there is no array, and what failed when the methods cannot be loaded, and tries again', async () => {
  serveLook();
  server.use(
    http.get('*/services/order/orders/grid', () =>
      HttpResponse.json({ code: 'unavailable', message: 'Busy.' }, { status: 503 }),
    ),
  );
  const { user, inside } = await opened();
  expect(
    await inside.findByText('The methods for the time grid could not be loaded.'),
  ).toBeTruthy();
  server.use(proposing(proposal('temp_mean')));
  await user.click(inside.getByRole('button', { name: 'Try again' }));
  expect(await inside.findByText(/^Mean\. /)).toBeTruthy();
  expect(await inside.findByText(`There is no array of ${MET}. There is no array.`)).toBeTruthy();
});
