// The pages for operators: what they say where there is nothing, and how their tables are read.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPortal, person, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { actWords } from './act-words.ts';

servedPortal();
/** A call is repeated once before it counts as failed. */
const WAIT = { timeout: 20_000 };
beforeEach(() => {
  signedIn();
  server.use(
    http.get('*/services/auth/login', () => HttpResponse.json({ ...person, roles: ['operator'] })),
  );
});

it('each list of orders says in its own words that it is empty', async () => {
  server.use(
    http.get('*/services/operate/orders', () => HttpResponse.json({ orders: [], more: false })),
  );
  const { user } = openPortal('/operate/approvals');
  expect(await screen.findByText('No orders waiting for approval')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Failed' }));
  expect(await screen.findByText('No failed orders')).toBeTruthy();
});

it('a column of numbers is right-aligned, with thousands separators', async () => {
  server.use(
    http.get('*/services/operate/words', () =>
      HttpResponse.json({
        learns: 'on',
        used: [],
        words: [
          { word: 'sonde', searches: 1234, lastDay: '2026-11-20' },
          { word: 'mist', searches: 5, lastDay: '2026-11-21' },
        ],
      }),
    ),
  );
  openPortal('/operate/words');
  const table = within(await screen.findByRole('table'));
  const [, searches, lastDay] = table.getAllByRole('columnheader');
  expect(searches?.className).toContain('text-right');
  expect(lastDay?.className).not.toContain('text-right');
  expect(table.getByRole('cell', { name: '1,234' }).className).toContain('text-right');
});

it('use that is weighed is shown, and switched off and on', async () => {
  let learns = 'on';
  const sent: unknown[] = [];
  server.use(
    http.get('*/services/operate/words', () =>
      HttpResponse.json({
        learns,
        used: [{ product: 'ldis', opened: 12, ordered: 3, weight: 0.72 }],
        words: [],
      }),
    ),
    http.put('*/services/operate/words/learning', async ({ request }) => {
      sent.push(await request.json());
      learns = learns === 'on' ? 'off' : 'on';
      return HttpResponse.json({ done: true });
    }),
  );
  const { user } = openPortal('/operate/words');
  const part = within(await screen.findByRole('region', { name: 'Learning from usage' }));
  const cells = part.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['ldis', '12', '3', '0.72']);
  expect(part.getByRole('cell', { name: '0.72' }).className).toContain('text-right');
  await user.click(part.getByRole('button', { name: 'Switch off' }));
  await user.click(await part.findByRole('button', { name: 'Switch on' }));
  expect(await part.findByRole('button', { name: 'Switch off' })).toBeTruthy();
  expect(sent).toEqual([{ on: false }, { on: true }]);
});

it('the list of tables has what each is for, its file, rows, size and last change, or that it is not there', async () => {
  const table = { title: 'Sites', file: 'sites.csv', rows: 1048, bytes: 4490 };
  const there = { ...table, changedAt: '2026-11-22T10:07:31Z' };
  const absent = { title: 'Epochs', file: 'epochs.csv', rows: null, bytes: 0, changedAt: null };
  server.use(
    http.get('*/services/operate/tables', () => HttpResponse.json({ tables: [there, absent] })),
  );
  openPortal('/operate/tables');
  const list = within(await screen.findByRole('group', { name: 'Curated tables' }));
  const link = list.getByRole('link', { name: 'Sites' });
  expect(link.getAttribute('href')).toBe('#/operate/tables/sites.csv');
  const rows = list
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Table', 'File', 'Rows', 'Size', 'Changed (UTC)'],
    ['Sites', 'sites.csv', '1,048', '4.49 kB', '2026-11-22 10:07'],
    ['Epochs', 'epochs.csv', '', '0 bytes', 'not there'],
  ]);
  for (const name of ['1,048', '4.49 kB'])
    expect(list.getByRole('cell', { name }).className).toContain('text-right');
  expect(list.getByRole('cell', { name: 'sites.csv' }).className).not.toContain('text-right');
});

it('an installation that never learns has no switch', async () => {
  server.use(
    http.get('*/services/operate/words', () =>
      HttpResponse.json({ learns: 'never', used: [], words: [] }),
    ),
  );
  openPortal('/operate/words');
  const part = within(await screen.findByRole('region', { name: 'Learning from usage' }));
  expect(part.getByText(/ISOBAR_LEARN is off/)).toBeTruthy();
  expect(part.queryByRole('button')).toBeNull();
});

it('on a phone each row is a card with all that the table holds', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query.includes('max-width') }),
  );
  server.use(
    http.get('*/services/operate/log', () =>
      HttpResponse.json({
        acts: [
          {
            entryId: 1,
            at: '2026-11-20T10:00:00Z',
            who: 'olga',
            action: 'order.deny',
            subject: '100001',
            note: '',
          },
        ],
        more: false,
      }),
    ),
  );
  openPortal('/operate/log');
  const cards = within(await screen.findByRole('list', { name: 'Log' }));
  expect(screen.queryByRole('table')).toBeNull();
  expect(cards.getByText('2026-11-20 10:00')).toBeTruthy();
  expect(cards.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Who',
    'What',
    'Object',
    'Note',
  ]);
  expect(cards.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'olga',
    'Order refused',
    '100001',
    '–',
  ]);
  vi.restoreAllMocks();
});

it('an act that has no words is shown by its code', () => {
  expect(['person.role', 'something.new'].map(actWords)).toEqual(['Role set', 'something.new']);
});

it('an order that waits for approval says why in words', async () => {
  const order = {
    ...{ orderId: 7, orderDate: '2026-11-20T10:00:00Z', userName: 'eve', files: 1, bytes: 5 },
    ...{ state: 'waits for approval', reason: 'Oversize', acts: ['approve'] },
  };
  server.use(
    http.get('*/services/operate/orders', () =>
      HttpResponse.json({
        orders: [order, { ...order, orderId: 8, reason: 'A disk' }],
        more: false,
      }),
    ),
  );
  openPortal('/operate/approvals');
  const [large, other] = (await screen.findAllByText(/^Waits for approval/)).map(
    ({ textContent }) => textContent,
  );
  expect(large).toBe('Waits for approval: too large to be delivered without review');
  expect(other).toBe('Waits for approval: A disk');
});

it('the harvest report says once what there is to do for all that it concerns, and shows twenty at first', async () => {
  const line = (datastream: string, toDo: string, more: object = {}) => ({
    ...{ path: `${datastream}.nc`, datastream, problem: 'no-place', what: 'sgp.X1', toDo },
    ...{ files: '3', table: '', line: '', ...more },
  });
  server.use(
    http.get('*/services/operate/harvest', () =>
      HttpResponse.json({
        more: false,
        lines: [
          ...Array.from({ length: 22 }, (_, i) => line(`sgpaX${i + 1}.b1`, 'Give the position.')),
          line('sgpbC1.b1', 'Name the class.', { table: 'classes.csv', line: 'b,B' }),
        ],
      }),
    ),
  );
  const { user } = openPortal('/operate/harvest');
  const places = within(await screen.findByRole('region', { name: 'Give the position.' }));
  expect(places.getAllByRole('row')).toHaveLength(1 + 20);
  expect(places.queryByText('Line to add')).toBeNull();
  await user.click(places.getByRole('button', { name: 'Show all 22' }));
  expect(places.getAllByRole('row')).toHaveLength(1 + 22);
  const classes = within(screen.getByRole('region', { name: 'Name the class.' }));
  expect(classes.getByText('classes.csv: b,B')).toBeTruthy();
});

it('a page for operators says that it is loading until there is something to read', async () => {
  server.use(http.get('*/services/operate/log', () => new Promise<never>(() => undefined)));
  openPortal('/operate/log');
  expect(await screen.findByRole('status', { name: 'The log: loading' })).toBeTruthy();
});

it('a page for operators says that it cannot be found out who is signed in, instead of asking to sign in', async () => {
  server.use(http.get('*/services/auth/login', () => HttpResponse.error()));
  const { user } = openPortal('/operate/log');
  expect(await screen.findByText('Your sign-in could not be checked.', {}, WAIT)).toBeTruthy();
  expect(screen.queryByText('Please sign in')).toBeNull();
  server.use(
    http.get('*/services/auth/login', () => HttpResponse.json({ ...person, roles: ['operator'] })),
    http.get('*/services/operate/log', () => HttpResponse.json({ acts: [], more: false })),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No actions yet', {}, WAIT)).toBeTruthy();
});

it.each([0, 1])(
  'the harvest report without a line reads differently for %i documents',
  async (documents) => {
    server.use(
      http.get('*/services/operate/harvest', () => HttpResponse.json({ lines: [], more: false })),
      http.post('*/services/metadata/_search', () =>
        HttpResponse.json({ hits: { total: { value: documents, relation: 'eq' }, hits: [] } }),
      ),
    );
    openPortal('/operate/harvest');
    await screen.findByRole('heading', {
      name: documents === 0 ? 'This archive has no data yet' : 'Nothing to correct',
    });
    await waitFor(() =>
      expect(screen.queryByText('isobar harvest FOLDER') !== null).toBe(documents === 0),
    );
    expect(screen.queryByRole('link', { name: 'Contact the operator' })).toBeNull();
  },
);
