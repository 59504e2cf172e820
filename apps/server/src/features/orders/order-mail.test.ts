// Mails of orders: what they say, safely, and that a failing mail server never holds an order back.

import { orderRequest } from '@isobar/contract/orders/request.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workOff } from '../../roles/worker.ts';
import type { MailOccasion } from './after-work.ts';
import { cancelOrder, denyOrder, retryOrder } from './control.ts';
import { placeOrder } from './create.ts';
import { linkSigner } from './delivery/links.ts';
import { NO_PROGRESS, type Order } from './order.ts';
import { compose } from './order-mail.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';
import { testSettings } from './testing/settings.ts';

const order = {
  orderId: 100_001,
  orderDate: 1_546_300_800,
  fileCount: 3,
  bytes: 5e6,
  failure: null,
  expiresAt: 1_800_000_000,
  progress: { ...NO_PROGRESS, delivered: { files: 3, bytes: 5e6 } },
} as Order; // what a mail needs of it
const mailOf = (change: Partial<Order>, occasion: MailOccasion = 'complete', html = true) =>
  compose(
    { links: linkSigner(new Uint8Array(32)), settings: testSettings('/nowhere'), simulated: false },
    {
      id: 'm',
      to: { name: 'Ada', address: 'ada@example.org' },
      order: { ...order, ...change },
      occasion,
      html,
    },
  );

it('[O004] a mail tells where the files are, how many, how long', () => {
  const { text, html, subject } = mailOf({});
  expect(subject).toBe('Your order 100001 is ready');
  expect(text).toContain('3 data files, 5.00 MB');
  expect(text).toContain('kept until 2027-01-15');
  for (const name of ['', 'all.zip', 'helper.sh'])
    expect(text).toContain(`http://archive.example/services/order/delivery/100001/${name}?key=`);
  expect(html).toContain('<a href="http://archive.example/services/order/delivery/100001/?key=');
});

it('a mail states that counts of values are near where it tells some', () => {
  const report = {
    ...{ id: 'D200318.4', code: 3, subject: 'Bad calibration', variables: ['temp_mean'] },
    ...{ days: [{ start: '2019-03-01', end: '2019-03-03' }], masked: 'no' as const },
  };
  const told = (of: number): string => {
    const own = { datastream: 'sgpmetE13.b1', values: of, masked: 0, more: 0, wholly: [] };
    const quality = [{ ...own, reports: [{ ...report, values: of, of }] }];
    return mailOf({ progress: { ...order.progress, quality } }).text;
  };
  expect(told(4320)).toContain(
    'Data quality: 1 quality report affects these data. Counts are approximate',
  );
  expect(told(0)).not.toContain('Counts are approximate');
});

it('a mail is plain for who wants it plain', () => {
  expect(mailOf({}, 'complete', false).html).toBeUndefined();
});

it('a mail tells what is missing, and never as HTML', () => {
  const missing = Array.from({ length: 25 }, (_, i) => ({
    file: `<img src=x onerror=alert(${i})>.nc`,
    reason: 'a "quoted" reason & more',
  }));
  const { text, html } = mailOf({ progress: { ...order.progress, missing, missingCount: 400 } });
  expect(text).toContain('400 of the ordered files could not be delivered');
  expect(text).toContain('and 380 more, see README.txt');
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x');
});

it('a mail tells why an order failed and where to try again', () => {
  const { text, subject } = mailOf({ failure: 'None of the 3 files could be read.' }, 'failed');
  expect(subject).toBe('Your order 100001 could not be completed');
  expect(text).toContain('None of the 3 files could be read.');
  expect(text).toContain('http://archive.example/discovery/#/account/order');
});

describe('an order that waits for review', () => {
  let house: OrderFixture;
  beforeEach(async () => {
    house = await openOrderFixture();
    await addMetDays(house, 'sgpmetE13.b1', 1);
  });
  afterEach(() => house.close());

  const placeTooLarge = async () => {
    const { personId } = await house.signIn('ada');
    const limits = {
      db: house.store.db,
      tables: await house.worker.tables(),
      maximumBytes: 1,
      maximumFiles: 20_000,
      note: async () => {},
      hooks: { hosts: [], http: false },
    };
    const request = orderRequest.parse(requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'));
    return await placeOrder(limits, personId, request);
  };

  it('[O037] an order that waits for review is reported to its owner and to the operator, and again when it is denied', async () => {
    const { orderId, suspension } = await placeTooLarge();
    expect(suspension).toBe('Oversize');
    await house.work();
    expect(await house.mails()).toEqual([
      `order-${orderId}-held.eml`,
      `order-${orderId}-review.eml`,
    ]);
    expect(await house.readMail(`order-${orderId}-held.eml`)).toContain('To: ada Byron');
    const review = await house.readMail(`order-${orderId}-review.eml`);
    expect(review).toContain('support@archive.example');
    expect(review).toContain(`isobar orders approve ${orderId}`);
    await denyOrder(house.store.db, orderId);
    await house.work();
    expect(await house.readMail(`order-${orderId}-denied.eml`)).toContain('was denied');
  });

  it('an order that waits for review is reported again when it was cancelled and retried, and not while it is cancelled', async () => {
    const { orderId } = await placeTooLarge();
    await cancelOrder(house.store.db, orderId);
    await house.work();
    expect(await house.mails()).toEqual([]);
    await retryOrder(house.store.db, orderId, () => 'Oversize');
    await house.work();
    const mails = await house.mails();
    expect(mails.map((name) => name.replace(/-\d+\.eml$/, ''))).toEqual([
      `order-${orderId}-held`,
      `order-${orderId}-review`,
    ]);
    expect(await house.readMail(mails[1] ?? '')).toContain(`isobar orders approve ${orderId}`);
  });
});

describe('a mail server that fails', () => {
  let house: OrderFixture;
  beforeEach(async () => {
    house = await openOrderFixture();
    await addMetDays(house, 'sgpmetE13.b1', 1);
  });
  afterEach(() => house.close());

  it('a mail server that fails holds no order back, and gets the mail when it is back', async () => {
    const { headers } = await house.signIn('ada');
    const placed = await house.place(
      headers,
      requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'),
    );
    let tries = 0;
    const mail = {
      async send(message: Parameters<typeof house.worker.mail.send>[0]) {
        tries += 1;
        if (tries <= 8) throw new Error('451 try again later');
        await house.worker.mail.send(message);
      },
    };
    const worker = { ...house.worker, mail, pace: { ...house.worker.pace, retry: 0.01 } };
    await workOff(worker);
    const { orderId } = placed.json();
    const status = await house.app.inject({ url: `/services/order/status/${orderId}`, headers });
    expect(status.json().curStep).toBe('complete');
    for (let i = 0; i < 50 && tries < 9; i++) {
      await new Promise((done) => setTimeout(done, 20));
      await workOff(worker);
    }
    expect(await house.mails()).toEqual([`order-${orderId}-complete.eml`]);
  });
});
