// The desk of operators: messages answered, accounts added, beta features given, news written.
import { formatDay } from '@isobar/contract/time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import {
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';

servedPortal();
const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  signedIn();
  server.use(
    http.get('*/services/auth/login', () => HttpResponse.json({ ...person, roles: ['operator'] })),
  );
});
const takes = (
  method: 'post' | 'put',
  path: string,
  reply = () => HttpResponse.json({ done: true }),
) =>
  server.use(
    http[method](`*/services/operate/${path}`, async ({ request }) => {
      sent.push(await request.json());
      return reply();
    }),
  );

it('a message to the desk is read, answered and closed', async () => {
  const message = {
    number: 'INC0000007',
    senderName: 'Ada',
    senderEmail: 'ada@example.org',
    subject: 'Where is my order?',
    message: 'It waits.',
    state: 'received',
    ticket: null,
    receivedAt: '2026-11-20T10:00:00Z',
    context: ['Order: 1001'],
    answers: [],
  };
  server.use(
    http.get('*/services/operate/support', ({ request }) =>
      HttpResponse.json({
        messages: new URL(request.url).searchParams.get('state') === 'all' ? [] : [message],
        more: false,
      }),
    ),
  );
  takes('post', 'support/answer');
  const { user } = openPortal('/operate/support');
  await user.click(await screen.findByText('Where is my order?'));
  expect(screen.getByText('Order: 1001')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send answer' }).hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Answer'), 'It runs now.');
  await user.click(screen.getByRole('button', { name: 'Send and close' }));
  await screen.findByText('INC0000007 is closed.');
  expect(sent).toEqual([{ number: 'INC0000007', text: 'It runs now.', close: true }]);
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await screen.findByText('No messages yet');
});

const listed = { userName: 'eve', name: 'Eve Ek', email: 'eve@example.org', roles: [] };
const people = (beta: readonly string[]) =>
  server.use(
    http.get('*/services/operate/people', () =>
      HttpResponse.json({
        people: [
          {
            ...listed,
            beta,
            hasToken: false,
            sessions: 0,
            expires: null,
            created: '2026-01-01T00:00:00Z',
          },
        ],
        more: false,
      }),
    ),
  );

it('a person is added with name and address, and a name that is taken is reported in the form', async () => {
  people([]);
  let taken = true;
  takes('post', 'people', () =>
    taken
      ? problem(409, 'conflict', 'There is a person bob or bob@example.org already.')
      : HttpResponse.json({ done: true }),
  );
  const { user } = openPortal('/operate/people');
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
  await user.type(dialog.getByLabelText('User name'), 'bob');
  await user.type(dialog.getByLabelText('Email'), 'bob@example.org');
  await user.type(dialog.getByLabelText('First name'), 'Bob');
  await user.click(dialog.getByRole('button', { name: 'Add person' }));
  await dialog.findByText('There is a person bob or bob@example.org already.');
  taken = false;
  await user.click(dialog.getByRole('button', { name: 'Add person' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { userName: 'bob', email: 'bob@example.org', nameFirst: 'Bob', nameLast: '' };
  expect(sent).toEqual([body, body]);
});

it('a beta feature is given to a person, who sees it in the profile', async () => {
  people([]);
  takes('put', 'people/beta');
  const { user } = openPortal('/operate/people');
  await user.click(await screen.findByRole('button', { name: 'Actions for eve' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Beta features…' }));
  people(['searchAsNotebook']);
  await user.click(await screen.findByRole('switch', { name: 'Search as a notebook' }));
  await waitFor(() => expect(screen.getByRole('switch', { checked: true })).toBeTruthy());
  expect(sent).toEqual([{ userName: 'eve', feature: 'searchAsNotebook', on: true }]);
});

it('the profile shows the beta features of its owner', async () => {
  server.use(
    http.get('*/services/auth/login', () =>
      HttpResponse.json({ ...person, betaFeatures: ['searchAsNotebook', 'of another program'] }),
    ),
  );
  openPortal('/account/profile');
  const term = await screen.findByText('Beta features');
  expect(term.nextElementSibling?.textContent).toContain('Search as a notebook Beta');
});

it('a news item is added and removed, and what the table refuses is reported in the form', async () => {
  let rows: unknown[] = [];
  server.use(
    http.get('*/services/operate/tables/news.csv', () =>
      HttpResponse.json({
        file: 'news.csv',
        digest: String(rows.length).repeat(64),
        columns: ['date', 'title', 'text', 'url'],
        total: rows.length,
        found: rows.length,
        rows,
        former: [],
      }),
    ),
  );
  const told = { problem: null as string | null, kept: 'a', added: [], removed: [], changed: [] };
  takes('post', 'tables/news.csv', () => HttpResponse.json(told));
  const { user } = openPortal('/operate/news');
  await screen.findByText(/^No news items yet/);
  await user.type(screen.getByLabelText('Title'), 'New radar');
  told.problem = 'news.csv, line 2, column url: must be an address';
  await user.click(screen.getByRole('button', { name: 'Add news item' }));
  await within(screen.getByRole('form', { name: 'Add a news item' })).findByText(
    /must be an address/,
  );
  told.problem = null;
  rows = [{ row: 0, cells: ['2026-11-26', 'New radar', '', ''] }];
  await user.click(screen.getByRole('button', { name: 'Add news item' }));
  await screen.findByText('The news item is added.');
  await user.click(await screen.findByRole('button', { name: 'Remove New radar' }));
  rows = [];
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText(/^No news items yet/);
  expect(sent.at(-1)).toMatchObject({ changes: [{ row: 0, cells: null }], keep: true });
  expect(sent[0]).toMatchObject({
    changes: [{ cells: { title: 'New radar', text: '', url: '' } }],
  });
});

it('a news item of a coming day is confirmed with the day on which it appears', async () => {
  const columns = ['date', 'title', 'text', 'url'];
  const counts = { ...{ total: 0, found: 0 }, rows: [], former: [], digest: '0'.repeat(64) };
  server.use(
    http.get('*/services/operate/tables/news.csv', () =>
      HttpResponse.json({ file: 'news.csv', columns, ...counts }),
    ),
  );
  takes('post', 'tables/news.csv', () =>
    HttpResponse.json({ problem: null, kept: 'a', added: [], removed: [], changed: [] }),
  );
  const { user } = openPortal('/operate/news');
  const day = await screen.findByLabelText('Date');
  const coming = formatDay(Date.now() / 1000 + 30 * 86_400);
  await user.clear(day);
  await user.type(day, `${coming}{Tab}`);
  await user.type(screen.getByLabelText('Title'), 'New radar');
  await user.click(screen.getByRole('button', { name: 'Add news item' }));
  expect(await screen.findByText(`The news item is added. It appears on ${coming}.`)).toBeTruthy();
});

it('support, reports and news are tabs beside the other pages', async () => {
  server.use(http.get('*/services/dqr/written', () => HttpResponse.json({ reports: [] })));
  openPortal('/reports');
  const tabs = within(await screen.findByRole('navigation', { name: 'Pages for operators' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Write quality reports');
  for (const [name, href] of [
    ['Support inbox', '#/operate/support'],
    ['News', '#/operate/news'],
  ] as const)
    expect(tabs.getByRole('link', { name }).getAttribute('href')).toBe(href);
});
