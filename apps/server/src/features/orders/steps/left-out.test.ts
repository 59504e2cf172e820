// Files that are left out without another try, orders of which nothing is left, and failures that
// pass by themselves.
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { NetcdfError } from '@isobar/netcdf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveUp } from '../../../core/catalogue/given-up.ts';
import { type Customer, customerOf } from '../testing/customer.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';
import { tablesOf } from '../testing/tables.ts';
import { isPassing, lacksRoom, waitingFor } from './passing.ts';
import { selectionsOf } from './retrieve.ts';

const MET = 'sgpmetE13.b1';

describe('an order', () => {
  let house: OrderFixture;
  let ada: Customer;
  let names: string[];
  beforeEach(async () => {
    house = await openOrderFixture();
    ada = await customerOf(house);
    names = await addMetDays(house, MET, 2);
  });
  afterEach(() => house.close());

  it('an order does not open again what timed out before, and reports why', async () => {
    const opened: string[] = [];
    const { archive } = house.worker;
    const open = (path: string) => {
      opened.push(path);
      return archive.open(path);
    };
    Object.assign(house.worker, { archive: { ...archive, open } });
    await giveUp(house.store.db, names[0] ?? '', 'It did not come to an end.');
    const order = requestOf(MET, '2019-01-01', '2019-01-02');
    const { status, names: made } = await ada.delivered(order);
    expect(made).toEqual([names[1]]);
    expect(status.missing).toEqual([
      { file: names[0], reason: expect.stringContaining('It did not come to an end.') },
    ]);
    expect(new Set(opened)).toEqual(new Set([names[1]]));
  });

  it('an order of what changed has the changed files of its dates, and none of a selection without any', async () => {
    const order = orderRequest.parse(requestOf(MET, '2019-01-01', '2019-01-01'));
    const ofChanged = async (selection: number, files: readonly string[]) => {
      const changed = [{ selection, datastream: MET, files }];
      const [found] = await selectionsOf(house.store.db, tablesOf({}), order, changed);
      return found?.files.map(({ fileName }) => fileName);
    };
    expect(await ofChanged(0, names)).toEqual([names[0]]);
    expect(await ofChanged(0, [])).toEqual([]);
    expect(await ofChanged(1, names)).toEqual([]);
  });

  it('an order whose files left the catalogue before it was begun fails with that reason', async () => {
    const orderId = await ada.place(requestOf(MET, '2019-01-01', '2019-01-02'));
    await house.store.db.deleteFrom('files').execute();
    await house.work();
    expect(await ada.status(orderId)).toMatchObject({
      failure: 'None of the selections contain any files any more.',
      delivery: null,
    });
  });
});

describe('a failure', () => {
  const of = (code: string, cause?: Error) =>
    Object.assign(new Error('x', cause ? { cause } : {}), { code });
  const waits = 'Your order is waiting for';

  it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s is for want of room, and passes', (code) => {
    expect([isPassing(of(code)), lacksRoom(of(code))]).toEqual([true, true]);
    expect(waitingFor(of(code))).toContain(`${waits} disk space`);
  });

  it.each([
    ...['EMFILE', 'ENFILE', 'ESTALE', 'EROFS', 'EAGAIN', 'EBUSY', 'ETIMEDOUT', 'ECONNRESET'],
    ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'EAI_AGAIN', 'SQLITE_BUSY'],
    ...['SQLITE_IOERR_WRITE', 'unavailable', 'timeout'],
  ])('%s passes', (code) => {
    expect([isPassing(of(code)), lacksRoom(of(code))]).toEqual([true, false]);
    expect(waitingFor(of(code))).toContain(`${waits} a service`);
  });

  it.each(['ENOENT', 'EIO', 'EACCES', 'SQLITE_CORRUPT', 'not-found', 'ENOSPCX'])(
    '%s does not pass by itself',
    (code) => {
      expect(isPassing(of(code))).toBe(false);
    },
  );

  it('a failure is what caused it, however deep', () => {
    expect(isPassing(of('EIO', of('ENOENT', of('ENOSPC'))))).toBe(true);
    expect(isPassing(new NetcdfError('invalid', 'x', { cause: of('EBUSY') }))).toBe(true);
    expect(isPassing(new Error('x', { cause: 'ENOSPC' }))).toBe(false);
    expect(isPassing('ENOSPC')).toBe(false);
    expect(isPassing(undefined)).toBe(false);
  });
});
