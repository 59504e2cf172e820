// Checkout in the whole portal: the summary, the order with its number, sign-in on the way, and
// failures.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { CREATE, openCheckout, type Sent, short, takeOrders } from '../../testing/open-checkout.ts';
import { person, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { useCart } from '../cart/cart-store.ts';

servedPortal();

it('the checkout opens a summary with the choices of each datastream', async () => {
  const { dialog } = await openCheckout([short(met), short(metNorth)]);
  for (const name of ['sgpmetE13.b1', 'nsametC1.b1']) {
    const section = within(dialog).getByRole('region', { name });
    for (const label of [
      'Order all Variables',
      'Extract Requested Variables',
      'Order all Files',
      'Order Specific Files',
    ])
      expect(within(section).getByRole('radio', { name: label })).toBeTruthy();
    expect(within(section).getByRole('checkbox', { name: 'Incorrect' })).toBeTruthy();
    expect(within(section).getByRole('checkbox', { name: 'Suspect' })).toBeTruthy();
  }
});

it('the checkout submits and shows the number and the receipt', async () => {
  signedIn();
  const sent = takeOrders();
  const { user, submit } = await openCheckout();
  await user.click(submit());
  expect(await screen.findByText('4711')).toBeTruthy();
  expect(screen.getByText(/within the next few hours/)).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    deliveryBits: 13,
    sendConfEmail: true,
    selectedData: {
      outputFormat: ['ANDR'],
      mergedOutput: false,
      maxMb: null,
      selectedDatastreams: [
        {
          datastream: 'sgpmetE13.b1',
          dates: [{ startDate: '2020-01-01 00:00:00', endDate: '2020-01-03 23:59:59' }],
          variables: [],
          files: [],
        },
      ],
    },
  });
  expect(useCart.getState().items).toEqual([]);
});

it('the checkout shows a processing bar until the number is there, and takes no second submit', async () => {
  signedIn();
  let answer = (): void => undefined;
  let calls = 0;
  server.use(
    http.post(CREATE, async () => {
      calls += 1;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json({ orderId: 12, message: 'Thanks' });
    }),
  );
  let check = (): void => undefined;
  server.use(
    http.get('*/services/auth/login', async () => {
      await new Promise<void>((resolve) => {
        check = resolve;
      });
      return HttpResponse.json(person);
    }),
  );
  const { user, submit } = await openCheckout();
  await user.click(submit());
  await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
  expect(submit().getAttribute('aria-busy')).toBe('true');
  await user.click(submit());
  check();
  expect(await screen.findByRole('progressbar', { name: 'Placing your order' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Submit order' })).toBeNull();
  expect(calls).toBe(1);
  answer();
  expect(await screen.findByText('12')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('the checkout tells what will come, asked again with every choice', async () => {
  const asked: { selectedData: { outputFormat: string[]; mergedOutput: boolean } }[] = [];
  server.use(
    http.post('*/services/order/orders/estimate', async ({ request }) => {
      const body = (await request.json()) as (typeof asked)[number];
      asked.push(body);
      const joined = body.selectedData.mergedOutput;
      return HttpResponse.json({
        files: joined ? 1 : 31,
        bytes: joined ? 700_000 : 8_900_000,
        selections: [],
        seconds: joined ? 4 : 240,
        ahead: joined ? 1 : 0,
      });
    }),
  );
  const { user } = await openCheckout();
  const figures = within(await screen.findByRole('region', { name: 'What you will get' }));
  const figure = async (term: string) => (await figures.findByText(term)).nextElementSibling;
  expect((await figure('Files'))?.textContent).toBe('31');
  expect((await figure('Ready in about'))?.textContent).toBe('4 minutes');
  await user.click(screen.getByRole('radio', { name: /^Yes/ }));
  expect(await screen.findByText(/1 order in the queue/)).toBeTruthy();
  expect((await figure('Files'))?.textContent).toBe('1');
  expect(asked.at(-1)?.selectedData).toMatchObject({ mergedOutput: true });
  expect(asked.at(-1)).not.toHaveProperty('idempotencyKey');
});

it('the checkout offers Return to Data Search and Close, no notebook hub without staging', async () => {
  signedIn();
  takeOrders();
  const { user, submit } = await openCheckout();
  await user.click(submit());
  const back = await screen.findByRole('link', { name: 'Return to Data Search' });
  expect(back.getAttribute('href')).toBe('#/results');
  expect(screen.queryByText('Open Workbench notebook hub')).toBeNull();
  const [, close] = await screen.findAllByRole('button', { name: 'Close' });
  await user.click(close ?? expect.unreachable('only the cross closes it'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the checkout asks to sign in after the rules, and goes on by itself', async () => {
  const sent = takeOrders();
  const { user, submit } = await openCheckout();
  await user.click(submit());
  await screen.findByRole('dialog', { name: /Sign in/ });
  expect(sessionStorage.getItem('isobar.return-to')).toMatch(/^\/saved/);
  await user.type(await screen.findByLabelText(/User name, ID/), 'demo');
  expect(sent).toHaveLength(0);
  await user.type(screen.getByLabelText('Password'), 'isobar-demo');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('4711')).toBeTruthy();
  expect(sent).toHaveLength(1);
});

it('a session that ended meanwhile asks to sign in, and the same order goes on', async () => {
  signedIn();
  const keys: string[] = [];
  server.use(
    http.post(CREATE, async ({ request }) => {
      keys.push(((await request.json()) as Sent).idempotencyKey); // what the portal sends
      if (keys.length === 1) return problem(401, 'no-session');
      return HttpResponse.json({ orderId: 77, message: 'Thanks' });
    }),
  );
  const { user, submit } = await openCheckout();
  await user.click(submit());
  await user.type(await screen.findByLabelText(/User name, ID/), 'demo');
  await user.type(screen.getByLabelText('Password'), 'isobar-demo');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('77')).toBeTruthy();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it('a failure is displayed, and the next try starts with the same key', async () => {
  signedIn();
  const keys: string[] = [];
  server.use(
    http.post(CREATE, async ({ request }) => {
      keys.push(((await request.json()) as Sent).idempotencyKey); // what the portal sends
      if (keys.length === 1) return problem(500, 'unexpected', 'The disk is full.');
      return HttpResponse.json({ orderId: 5, message: 'Thanks' });
    }),
  );
  const { user, submit } = await openCheckout();
  await user.click(submit());
  const failure = await screen.findByText('The order could not be placed. The disk is full.');
  // the one before it may be closing still
  const summary = failure.closest<HTMLElement>('[role=dialog]') ?? document.body;
  await user.click(within(summary).getByRole('button', { name: 'Submit order' }));
  expect(await screen.findByText('5')).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
