// Tracking in the account page: steps, progress, trouble reported openly, and the files.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPortal, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { delivery, orderEntry, orderStatus } from '../../testing/order-fixtures.ts';
import { readStatus } from './use-order-status.ts';
import { fractionDone, queueWords, standing, timeLeft } from './words.ts';

servedPortal();

const STATUS = '*/services/order/status/:id';
const reply = (status: unknown) => http.get(STATUS, () => HttpResponse.json(status as object));

async function openOrder(status: unknown, entry = orderEntry()) {
  signedIn();
  server.use(
    http.get('*/services/order/orders/history', () =>
      HttpResponse.json({ orderHistoryResponses: [entry] }),
    ),
    reply(status),
  );
  const opened = openPortal(`/account/order?orderId=${entry.orderId}`);
  await screen.findByRole('article', { name: `Order ${entry.orderId}` });
  return opened;
}

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Order tracking' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('tracking shows five steps, each with its state in words, and what is under way', async () => {
  await openOrder(orderStatus());
  expect(await steps()).toEqual([
    'Order placedcompleted',
    'Retrievingcompleted',
    'Extractionin progress',
    'Finalizingto come',
    'Completedto come',
  ]);
  expect(screen.getByText('1 of 3 files')).toBeTruthy();
  expect(screen.getByText('4.00 MB of 12.0 MB')).toBeTruthy();
  expect(screen.getByText('about 7 minutes left')).toBeTruthy();
  expect(screen.getByText('sgpmetE13.b1.20200102.000000.cdf')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Order progress' });
  expect(bar.getAttribute('aria-valuenow')).toBe('33');
});

it('tracking says how many orders are before it', async () => {
  await openOrder(orderStatus({ curStep: 'ordhdlr', queuePlace: 3, secondsLeft: 30 }));
  expect(await screen.findByText(/3 orders before yours in the queue/)).toBeTruthy();
  const steps = within(screen.getByRole('list', { name: 'Order tracking' }));
  expect(steps.getByText('waiting to start')).toBeTruthy();
  expect(steps.queryByText('in progress')).toBeNull();
  expect(screen.getByText('Waiting to start')).toBeTruthy(); // in the list
});

it('tracking says that an order waiting for disk space, instead of how far it is', async () => {
  const waiting = 'Your order is waiting for disk space for deliveries.';
  await openOrder(orderStatus({ curStep: 'anders', waiting }));
  expect((await screen.findByText(waiting)).classList).toContain('bg-warn-soft');
  expect((await steps())[2]).toBe('Extractionwaiting');
  expect(screen.getByText('Waiting').querySelector('.text-warn')).toBeTruthy(); // in the list
  expect(screen.queryByRole('progressbar', { name: 'Order progress' })).toBeNull();
});

it('tracking shows a suspended order alike as an error in its step, its message and the list', async () => {
  await openOrder(orderStatus({ curStep: 'ordhdlr', suspendReas: 'Oversize', actions: [] }));
  expect((await steps())[1]).toBe('Retrievingheld for review');
  const step = screen.getByText('held for review');
  const message = screen.getByText(/too large to be delivered without review/);
  const listed = screen.getByText('Held for review');
  expect(step.classList).toContain('text-danger');
  expect(message.classList).toContain('bg-danger-soft');
  expect(listed.querySelector('.text-danger')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('any other reason gives the general message', async () => {
  await openOrder(orderStatus({ curStep: 'ordhdlr', suspendReas: 'Sundry' }));
  expect(await screen.findByText(/This order is on hold/)).toBeTruthy();
});

it('an order without datastreams is still being processed', async () => {
  await openOrder(orderStatus(), orderEntry({ datastreams: [], curStep: '' }));
  expect(await screen.findByRole('progressbar', { name: 'Processing your order' })).toBeTruthy();
  expect(screen.getAllByText('We are still processing your order.').length).toBeGreaterThan(0);
});

it('a failing status call leaves the details empty, displays an error, and can be tried again', async () => {
  await openOrder(orderStatus());
  server.use(http.get(STATUS, () => problem(400, 'bad-request', 'Broken')));
  const { user } = await reopened();
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  server.use(reply(orderStatus()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await steps())[2]).toBe('Extractionin progress');
});

it('a failed order says why, and can be retried', async () => {
  const failed = orderStatus({ failure: 'No file could be read.', actions: ['retry'] });
  const { user } = await openOrder(failed);
  expect(await screen.findByText('No file could be read.')).toBeTruthy();
  let retried = '';
  server.use(
    http.post('*/services/order/orders/retry', ({ request }) => {
      retried = new URL(request.url).searchParams.get('orderId') ?? '';
      return HttpResponse.json({ orderId: 4711 });
    }),
    reply(orderStatus()),
  );
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect((await steps())[2]).toBe('Extractionin progress'));
  expect(retried).toBe('4711');
});

it('tracking cancels after a confirmation, where the server offers it', async () => {
  const { user } = await openOrder(orderStatus());
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  let cancelled = false;
  server.use(
    http.post('*/services/order/orders/cancel', () => {
      cancelled = true;
      return HttpResponse.json({ orderId: 4711 });
    }),
    reply(orderStatus({ suspendReas: 'Cancelled', actions: ['retry'] })),
  );
  const question = await screen.findByRole('dialog', { name: 'Cancel order 4711' });
  await user.click(within(question).getByRole('button', { name: 'Cancel order' }));
  expect(await screen.findByText(/This order was cancelled/)).toBeTruthy();
  expect(cancelled).toBe(true);
});

it('tracking names what is missing and why', async () => {
  const missing = [{ file: 'sgpmetE13.b1.20200101.000000.cdf', reason: 'truncated' }];
  await openOrder(orderStatus({ missing }));
  expect(await screen.findByText('1 input could not be delivered')).toBeTruthy();
  expect(screen.getByText('sgpmetE13.b1.20200101.000000.cdf')).toBeTruthy();
});

it('tracking lists the files of a complete order with sizes and checksums', async () => {
  server.use(
    http.get('*/services/order/delivery/4711/index.json', () =>
      HttpResponse.json({
        orderId: 4711,
        expires: delivery.expires,
        files: [
          { name: 'a.nc', bytes: 1_500_000, sha256: 'ab'.repeat(32), url: `${delivery.url}a.nc` },
          {
            name: 'README.txt',
            bytes: 900,
            sha256: 'cd'.repeat(32),
            url: `${delivery.url}README.txt`,
          },
        ],
      }),
    ),
  );
  await openOrder(orderStatus({ curStep: 'complete', delivery, actions: [], progress: null }));
  const table = await screen.findByRole('table', { name: 'Files of order 4711' });
  expect(within(table).getByRole('link', { name: 'a.nc' }).getAttribute('href')).toBe(
    '/services/order/delivery/4711/a.nc',
  );
  expect(within(table).getByText('1.50 MB')).toBeTruthy();
  expect(within(table).getByText('ab'.repeat(32))).toBeTruthy();
  const zip = screen.getByRole('link', { name: /Download all/ });
  expect(zip.getAttribute('href')).toBe(delivery.zipUrl);
  const helper = screen.getByRole('link', { name: 'Helper script (shell)' });
  expect(helper.getAttribute('href')).toBe(`${delivery.url}helper.sh`);
  expect(screen.getByText(/kept until 2026-12-20/)).toBeTruthy();
  expect((await steps())[4]).toBe('Completedcompleted');
});

it('tracking counts data files and documents apart, above the list and below it', async () => {
  server.use(
    http.get('*/services/order/delivery/4711/index.json', () =>
      HttpResponse.json({
        orderId: 4711,
        expires: delivery.expires,
        files: Array.from({ length: 27 }, (_, n) => ({
          name: `${n}.nc`,
          bytes: 1,
          sha256: 'ab'.repeat(32),
          url: `${delivery.url}${n}.nc`,
        })),
      }),
    ),
  );
  const held = { ...delivery, fileCount: 22 };
  await openOrder(orderStatus({ curStep: 'complete', delivery: held, actions: [] }));
  expect(await screen.findByText(/^22 data files, kept until/)).toBeTruthy();
  await screen.findByRole('button', { name: 'Show more of 22 data files and 5 documents' });
});

it('the panel states the day on which the files expired, as the list does', async () => {
  const gone = { expires: '2026-10-20T08:00:00Z', expired: true };
  await openOrder(orderStatus({ curStep: 'complete', actions: [], ...gone }));
  expect(await screen.findByText(/expired on 2026-10-20 and are no longer kept/)).toBeTruthy();
  const card = screen.getByRole('article', { name: 'Order 4711' });
  expect(await within(card).findByText('Expired 2026-10-20')).toBeTruthy();
  expect(within(card).queryByText(/Kept until/)).toBeNull();
});

/** The panel closed and opened again: the status is asked for afresh. */
async function reopened() {
  document.body.innerHTML = '';
  return openPortal('/account/order?orderId=4711');
}

it('words of tracking state the time that is left in whole units', () => {
  expect([20, 400, 9000, 300_000].map(timeLeft)).toEqual([
    'less than a minute left',
    'about 7 minutes left',
    'about 3 hours left',
    'about 3 days left',
  ]);
  expect([0, 1, 2].map(queueWords)).toEqual([
    'Next in the queue',
    '1 order before yours in the queue',
    '2 orders before yours in the queue',
  ]);
});

it('progress is measured by bytes, else by files', () => {
  const progress = {
    filesDone: 1,
    filesTotal: 4,
    bytesDone: 0,
    bytesTotal: 0,
    currentFile: null,
  };
  expect(fractionDone(progress)).toBe(0.25);
  expect(fractionDone({ ...progress, bytesDone: 5, bytesTotal: 10 })).toBe(0.5);
  expect(fractionDone({ ...progress, filesTotal: 0 })).toBeNull();
  expect(fractionDone(null)).toBeNull();
});

it('words of tracking tell the standing of an order in a word', () => {
  const of = (more: object) => standing({ ...orderEntry(), ...more });
  const why = null;
  expect(of({})).toEqual({ kind: 'done', words: 'Completed', why });
  expect(of({ waiting: 'no room' }).kind).toBe('done');
  expect(of({ expired: true })).toEqual({ kind: 'expired', words: 'Expired 2026-12-20', why });
  expect(of({ expired: true, expires: null }).words).toBe('Expired');
  expect(of({ curStep: 'hpss' })).toEqual({ kind: 'working', words: 'Retrieving', why });
  expect(of({ curStep: 'ordhdlr' })).toEqual({ kind: 'queued', words: 'Waiting to start', why });
  expect(of({ curStep: 'anders', waiting: 'no room' })).toEqual({
    kind: 'held',
    words: 'Waiting',
    why: 'no room',
  });
});

it('words of tracking tell of a suspended or failed order that it is in error, and why', () => {
  const of = (more: object) => standing({ ...orderEntry(), ...more });
  const held = of({ suspendReas: 'Oversize' });
  expect(held).toMatchObject({ kind: 'error', words: 'Held for review' });
  expect(held.why).toMatch(/too large to be delivered without review/);
  expect(of({ suspendReas: 'Restricted' })).toMatchObject({ kind: 'error', words: 'On hold' });
  expect(of({ suspendReas: 'Denied' })).toMatchObject({ kind: 'error', words: 'Denied' });
  expect(of({ failure: 'x' })).toEqual({ kind: 'error', words: 'Failed', why: 'x' });
  expect(of({ failure: 'x', suspendReas: 'Oversize' })).toMatchObject({ words: 'Failed' });
  const denied = of({ failure: 'x', suspendReas: 'Denied' });
  expect(denied.words).toBe('Denied');
  expect(denied.why).toMatch(/reviewed and denied/);
});

it('an event that does not fit the schema is rejected', () => {
  expect(readStatus(JSON.stringify(orderStatus()))).toEqual(orderStatus());
  expect(readStatus('{"orderId":"x"}')).toBeNull();
  expect(readStatus('soon')).toBeNull();
});
