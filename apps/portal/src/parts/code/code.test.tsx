// Code to copy: from a row with its search, from the cart with its choices; the language is
// remembered, and the code contains no token.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { met } from '../../testing/cart-fixtures.ts';
import { openPortal, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { orderEntry } from '../../testing/order-fixtures.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { entryOf } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { useSelection } from '../details/selection.ts';
import { cartSubject, offeredSubject } from './subject.ts';

servedPortal();
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('isobar.welcome-dismissed', 'true');
  useSelection.setState({ byGroup: {} });
});

const WAIT = { timeout: 20_000 };
const DOCUMENTS = [made('met', 'sgp', 'E13', 'temp', { priority: 1 })];

async function openCode(path: string) {
  server.use(metadataService(DOCUMENTS).handler);
  const { user } = openPortal(path);
  await user.click(await screen.findByRole('button', { name: /^View Details & Get Data/ }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'Code to copy' }, WAIT));
  const dialog = await screen.findByRole('dialog', { name: 'Code to copy' }, WAIT);
  return { user, dialog };
}
const codeIn = (dialog: HTMLElement, language: string) =>
  within(dialog).getByRole('region', { name: `Code in ${language}` }).textContent ?? '';

it('the code of a row asks for the dates of the search, says where a token is got, and holds none', async () => {
  const { user, dialog } = await openCode(
    '/results/site_code::sgp/start_date::2019-03-01/end_date::2019-03-02',
  );
  const code = codeIn(dialog, 'Python');
  expect(code).toContain('fetch_all(ds="sgpmetE13.b1", start="2019-03-01", end="2019-03-02")');
  expect(code).toContain('os.environ["ISOBAR_TOKEN"]');
  const account = within(dialog).getByRole('link', { name: 'Account' });
  expect(account.getAttribute('href')).toMatch(/\/discovery\/#\/account\/tokens$/);
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Language' }), 'Julia');
  expect(codeIn(dialog, 'Julia')).toContain('using Downloads');
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  await within(dialog).findByRole('button', { name: 'Copied' }, WAIT);
  expect(await navigator.clipboard.readText()).toBe(codeIn(dialog, 'Julia'));
});

it('the code of a row is about the last day where no dates were chosen, in the language of the last time', async () => {
  localStorage.setItem('isobar.code-language', '"curl"');
  const { user, dialog } = await openCode('/results/site_code::sgp');
  expect(codeIn(dialog, 'curl')).toContain(
    "fetch_all 'ds=sgpmetE13.b1' 'start=2020-12-31' 'end=2020-12-31'",
  );
  const [close] = within(dialog).getAllByRole('button', { name: 'Close' });
  if (close) await user.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Code to copy' })).toBeNull());
});

const item = {
  ...met,
  dataLevels: met.dataLevels.slice(-1).map((level) => ({
    ...level,
    startDate: '2000-01-01T00:00:00Z',
    endDate: '2020-12-31T12:00:00Z',
  })),
  variables: ['temp_mean'],
};

it('code is about the choices of the cart: dates to the second, variables, files, and reports to flag by', () => {
  const entry = entryOf(item);
  if (!entry) throw new Error('no entry');
  const selection = {
    ...entry.selection,
    dates: [{ start: 1_546_300_800, end: 1_546_304_400 }],
    files: [{ filename: 'a.cdf', filesize: 3 }],
  };
  const subject = cartSubject([{ ...entry, selection }], { 'sgpmetE13.b1': ['incorrect'] });
  expect(subject).toMatchObject({
    title: 'sgpmetE13.b1',
    about: {
      items: [
        {
          datastream: 'sgpmetE13.b1',
          ranges: [{ start: '2019-01-01T00:00:00Z', end: '2019-01-01T01:00:00Z' }],
          variables: ['temp_mean'],
          fileNames: ['a.cdf'],
          reportClasses: ['incorrect'],
        },
      ],
    },
  });
  // Names of built-in properties are no datastreams.
  expect(
    cartSubject([{ ...entry, selection: { ...selection, datastream: 'constructor' } }], {}).about,
  ).toMatchObject({ items: [{ reportClasses: [] }] });
});

it('code keeps the whole range of the cart, and is about the last day of what is only offered', () => {
  const entry = entryOf(item);
  if (!entry) throw new Error('no entry');
  expect(cartSubject([entry], {}).about).toMatchObject({
    items: [{ ranges: [{ start: '2000-01-01T00:00:00Z', end: '2020-12-31T12:00:00Z' }] }],
  });
  expect(offeredSubject([item]).about).toMatchObject({
    items: [{ ranges: [{ start: '2020-12-31', end: '2020-12-31' }] }],
  });
});

it('data without times are offered no array', async () => {
  const undated = item.dataLevels.map((level) => ({ ...level, undated: true }));
  useCart.getState().add([{ ...item, dataLevels: undated }]);
  const { user } = openPortal('/saved');
  await user.click(await screen.findByRole('button', { name: 'Code to copy' }, WAIT));
  const dialog = await screen.findByRole('dialog', { name: 'Code to copy' }, WAIT);
  expect(codeIn(dialog, 'Python')).toContain('sgpmetE13.b1');
  expect(within(dialog).queryByText('Open as one array')).toBeNull();
});

it('code opens from the cart', async () => {
  useCart.getState().add([item]);
  const { user } = openPortal('/saved');
  await user.click(await screen.findByRole('button', { name: 'Code to copy' }, WAIT));
  const dialog = await screen.findByRole('dialog', { name: 'Code to copy' }, WAIT);
  expect(codeIn(dialog, 'Python')).toContain('variables="temp_mean"');
  expect(within(dialog).getByText('Open as one array')).toBeTruthy();
});

async function openOrderCode(curStep: string, shared = true) {
  signedIn();
  const order = { ...orderEntry(), curStep };
  const selectedDatastreams = [
    {
      datastream: 'sgpmetE13.b1',
      dates: [{ startDate: '2020-01-01 00:00:00', endDate: '2020-01-03 12:00:00' }],
      variables: ['temp_mean'],
    },
  ];
  server.use(
    http.get('*/services/order/orders/history', () =>
      HttpResponse.json({ orderHistoryResponses: [order] }),
    ),
    http.get('*/services/order/orders/shared', () =>
      shared
        ? HttpResponse.json({
            order,
            shareKey: 'k',
            selectedData: { selectedDatastreams, outputFormat: ['ANDR'] },
          })
        : problem(503, 'unavailable'),
    ),
  );
  const { user } = openPortal('/account/order');
  await user.click(await screen.findByRole('button', { name: 'Additional Links' }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'Code to copy' }, WAIT));
  return user;
}
const opened = () => screen.findByRole('dialog', { name: 'Code to copy' }, WAIT);

it('the code of an order gets what was delivered, or the same data again, with a token from its own page', async () => {
  const user = await openOrderCode('complete');
  const dialog = await opened();
  expect(codeIn(dialog, 'Python')).toContain('fetch_order(4711)');
  expect(codeIn(dialog, 'Python')).toMatch(/You get one at \S+\/discovery\/#\/account\/tokens\n/);
  expect(codeIn(dialog, 'Python')).not.toContain('from:');
  await user.click(within(dialog).getByRole('radio', { name: 'The same data again' }));
  const again = codeIn(dialog, 'Python');
  expect(again).toContain('sgpmetE13.b1');
  expect(again).toContain('temp_mean');
  expect(again).not.toContain('fetch_order');
});

it('the code of an order that is not complete is only about the data', async () => {
  await openOrderCode('retrieve');
  const dialog = await opened();
  expect(codeIn(dialog, 'Python')).toContain('sgpmetE13.b1');
  expect(codeIn(dialog, 'Python')).not.toContain('fetch_order');
  expect(within(dialog).queryByText('What was delivered')).toBeNull();
});

it('the code of an order that cannot be looked up is replaced by a message', async () => {
  await openOrderCode('complete', false);
  expect(await screen.findByText('The data of this order could not be looked up.')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Code to copy' })).toBeNull();
});
