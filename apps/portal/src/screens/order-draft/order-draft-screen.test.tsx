// The page of a prepared order: what it shows, its two answers, and the states in which there is
// none.
import type { OrderDraft } from '@isobar/contract/calls/draft-calls.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import {
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  session,
  signedIn,
} from '../../testing/open-portal.tsx';

servedPortal();

const ID = 'kJ8sQm0aT2uW4yZ6bD8fHg';
const AT = `/orders/drafts/${ID}`;
const DRAFT: OrderDraft = {
  draftId: ID,
  state: 'open',
  madeAt: '2026-11-24T10:05:00Z',
  expiresAt: '2026-11-25T10:05:00Z',
  token: 'my chat',
  client: 'example-chat 1.0',
  files: 3,
  bytes: 15_552,
  orderId: null,
  review: null,
  url: `https://archive.example/discovery/#${AT}`,
  selectedData: {
    selectedDatastreams: [
      {
        datastream: 'sgpmetE13.b1',
        scanNames: [],
        dates: [
          { startDate: '2019-01-01', endDate: '2019-01-03' },
          { startDate: '2019-02-01 06:00:00', endDate: '2019-02-01 12:00:00' },
        ],
        files: [],
        variables: ['temp_mean'],
        dqrFilter: ['incorrect'],
        qcFilter: true,
      },
    ],
    mergedOutput: false,
    maxMb: null,
    outputFormat: ['ANDR'],
  },
};
const QUALITY = { datastream: 'sgpmetE13.b1', values: 200, masked: 25, reports: [], wholly: [] };

const asked: string[] = [];
beforeEach(() => {
  signedIn();
  asked.length = 0;
  server.use(
    http.get(`*/order/drafts/${ID}`, () => HttpResponse.json(DRAFT)),
    http.post('*/orders/estimate', () =>
      HttpResponse.json({ files: 3, bytes: 5000, selections: [], seconds: 180, ahead: 0 }),
    ),
    http.post('*/orders/flagged', () => HttpResponse.json({ selections: [], quality: [QUALITY] })),
    http.post('*/drafts/:id/place', () => {
      asked.push('place');
      return HttpResponse.json({ orderId: 100_007, message: 'Your order number is 100007.' });
    }),
    http.delete('*/drafts/:id', () => {
      asked.push('discard');
      return HttpResponse.json({ ...DRAFT, state: 'discarded' });
    }),
  );
});

const draftIs = (more: Partial<OrderDraft>) =>
  server.use(http.get(`*/order/drafts/${ID}`, () => HttpResponse.json({ ...DRAFT, ...more })));
const failsWith = (status: number, code: string, message: string) =>
  server.use(http.get(`*/order/drafts/${ID}`, () => problem(status, code, message)));

it('a prepared order shows who prepared it, files, bytes, time, masks and what is selected', async () => {
  openPortal(AT);
  expect((await screen.findByText(/^Prepared by/)).textContent).toBe(
    'Prepared by example-chat 1.0 with your access token my chat, 2026-11-24 10:05:00 UTC. The program chose this name.',
  );
  await screen.findByText('3 files, 15.6 kB');
  await screen.findByText('About 3 files, 5.00 kB');
  await screen.findByText('About 3 minutes after it is placed');
  await screen.findByText(/^12\.5 % of the values become missing/);
  await screen.findByText(
    '2019-01-01 to 2019-01-03, 2019-02-01 06:00:00 to 2019-02-01 12:00:00 UTC',
  );
  await screen.findByText('1 variable: temp_mean');
  await screen.findByText(
    'Masked: values that reports call incorrect, and values that checks in the file call bad',
  );
  expect(asked).toEqual([]);
});

it('a prepared order asks before it places an order of nothing but missing values', async () => {
  server.use(
    http.post('*/orders/flagged', () =>
      HttpResponse.json({ selections: [], quality: [{ ...QUALITY, masked: QUALITY.values }] }),
    ),
  );
  const { user } = openPortal(AT);
  await user.click(await screen.findByRole('button', { name: 'Place order' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('mask every value of sgpmetE13.b1');
  await user.click(within(question).getByRole('button', { name: /Cancel/ }));
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await user.click(await screen.findByRole('button', { name: 'Place it anyway' }));
  await screen.findByText('Order number 100007');
  expect(asked).toEqual(['place']);
});

it('a click before it is known what is masked waits for that, and is not lost', async () => {
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  server.use(
    http.post('*/orders/flagged', async () => {
      await known;
      return HttpResponse.json({
        selections: [],
        quality: [{ ...QUALITY, masked: QUALITY.values }],
      });
    }),
  );
  const { user } = openPortal(AT);
  const button = await screen.findByRole('button', { name: 'Place order' });
  await user.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
  tell();
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Place it anyway' }));
  await screen.findByText('Order number 100007');
  expect(asked).toEqual(['place']);
});

it('places the order at a click, and leads to it', async () => {
  const { user } = openPortal(AT);
  await user.click(await screen.findByRole('button', { name: 'Place order' }));
  await screen.findByText('Order number 100007');
  expect(screen.getByRole('link', { name: 'Track Order' })).toHaveProperty(
    'hash',
    '#/account/order?orderId=100007',
  );
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
  expect(asked).toEqual(['place']);
});

it('a prepared order is shown once it is known who is signed in, so that nothing replaces a button that is pressed', async () => {
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  server.use(
    http.get('*/services/auth/login', async () => {
      await known;
      return HttpResponse.json(person);
    }),
  );
  openPortal(AT);
  await screen.findByRole('heading', { name: 'Prepared order' });
  // an answer that is not waited for would have come
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
  tell();
  await screen.findByRole('button', { name: 'Place order' });
});

it('a prepared order asks before it discards', async () => {
  const { user } = openPortal(AT);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(asked).toEqual([]);
  failsWith(410, 'gone', 'This draft was discarded.');
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
  await screen.findByText('This draft was discarded.');
  expect(asked).toEqual(['discard']);
});

it('a prepared order reports why the order could not be placed, and stays', async () => {
  server.use(
    http.post('*/drafts/:id/place', () => problem(400, 'invalid-order', 'There are no files.')),
  );
  const { user } = openPortal(AT);
  await user.click(await screen.findByRole('button', { name: 'Place order' }));
  await screen.findByText('There are no files.');
  await screen.findByRole('button', { name: 'Place order' });
});

it.each([
  ['Restricted', /is held until the data owner agrees/],
  ['Oversize', /is held for an operator/],
] as const)(
  'a prepared order states that an order is held for review: %s',
  async (review, text) => {
    draftIs({ review });
    openPortal(AT);
    await screen.findByText(text);
  },
);

it('a prepared order shows the order of a draft that was placed, and no button', async () => {
  draftIs({ state: 'placed', orderId: 100_007 });
  openPortal(AT);
  await screen.findByText('Order number 100007');
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
});

it.each([
  [404, 'not-found', 'You have no such order'],
  [410, 'gone', 'This order can no longer be placed'],
  [401, 'no-session', 'Please sign in'],
  [503, 'unavailable', 'The prepared order could not be loaded.'],
] as const)('a prepared order has a message for status %s', async (status, code, title) => {
  failsWith(status, code, 'why');
  openPortal(AT);
  await screen.findByText(title);
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
});

it.each([1, 2])(
  'a prepared order is shown where the server was busy for %i requests',
  async (busy) => {
    let requests = 0;
    server.use(
      http.get(`*/order/drafts/${ID}`, () => {
        requests += 1;
        return requests > busy ? HttpResponse.json(DRAFT) : problem(503, 'unavailable', 'busy');
      }),
    );
    const { user } = openPortal(AT);
    if (busy === 2) await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Place order' });
    expect(requests).toBe(busy + 1);
  },
);

it('a visitor who was never signed in is asked to sign in, and reads of no session that ended', async () => {
  session.person = null;
  localStorage.clear();
  failsWith(401, 'no-session', 'why');
  openPortal(AT);
  const dialog = await screen.findByRole('dialog', { name: 'Sign in' });
  expect(within(dialog).getByText('Sign in to continue.')).toBeTruthy();
});
