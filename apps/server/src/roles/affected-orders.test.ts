// Orders whose data changed since: a harvest of replaced and withdrawn files, new reports, a kill
// in between, and who gets which mail.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { formatCompactDay, formatDay, formatInstant } from '@isobar/contract/time.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { keepEvidence } from '../core/affected/evidence.ts';
import { changesOf } from '../core/affected/stored-changes.ts';
import { checksumOf } from '../core/catalogue/checksum.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { noticeChanges } from '../features/orders/affected/jobs.ts';
import { evidenceOf } from '../features/orders/affected/kept-evidence.ts';
import { NO_PROGRESS } from '../features/orders/order.ts';
import { makePlan } from '../features/orders/steps/plan.ts';
import { selectionsOf } from '../features/orders/steps/retrieve.ts';
import { writeMetFile } from '../features/orders/testing/met-file.ts';
import {
  DAY,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
} from '../features/orders/testing/order-fixture.ts';
import type { SomeTables } from '../features/orders/testing/tables.ts';
import { startPostgresServer } from '../store/testing/postgres-server.ts';

const CHILD = fileURLToPath(new URL('../features/orders/testing/worker-child.ts', import.meta.url));
const server = await startPostgresServer();
afterAll(() => server?.stop());

const STREAMS = ['sgpmetE13.b1', 'sgpmetE9.b1', 'nsametC1.b1', 'enametC1.b1'];
const DAYS = 30;
const PEOPLE = 40;
const ORDERS = 1000;
const DELIVERED = Math.floor(Date.now() / 1000) - 30 * DAY;

const nameOf = (datastream: string, day: number) =>
  `${datastream}.${formatCompactDay(JANUARY_1 + day * DAY)}.000000.cdf`;

async function makeArchive(house: OrderFixture): Promise<void> {
  for (const datastream of STREAMS)
    for (let day = 0; day < DAYS; day++) {
      const path = join(house.archiveFolder, nameOf(datastream, day));
      const start = JANUARY_1 + day * DAY;
      await writeMetFile(path, { start, samples: 24, step: 3600, datastream });
      await utimes(path, DELIVERED - DAY, DELIVERED - DAY);
    }
  await harvestAll(house);
}

const harvestAll = async (house: OrderFixture) => {
  const { store, archive, tables, log } = house.worker;
  return await harvest({ store, archive, tables: await tables(), log });
};

interface Planned {
  readonly orderId: number;
  readonly personId: string;
  readonly datastream: string;
  readonly first: number;
  readonly last: number;
  readonly variables: readonly string[];
  readonly masked: boolean;
}

/**
 * Deliveries as the product keeps them, of every mix of datastream, dates, variables and filters.
 */
async function deliverOrders(house: OrderFixture, count: number): Promise<Planned[]> {
  const { db } = house.store;
  const tables = await house.worker.tables();
  const people: string[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const personId = `person-${n}`;
    await db
      .insertInto('people')
      .values({
        person_id: personId,
        user_name: personId,
        email: `${personId}@example.org`,
        name_first: 'Ada',
        name_last: `${n}`,
        password_hash: '',
        access_token_hash: null,
        expires_at: null,
        created_at: 0,
      })
      .execute();
    people.push(personId);
  }
  const sums = new Map<string, string>();
  const planned: Planned[] = [];
  for (let n = 0; n < count; n++) {
    const datastream = STREAMS[n % STREAMS.length]!;
    const first = (n * 7) % DAYS;
    const last = Math.min(DAYS - 1, first + (n % 5));
    const variables = [[], ['temp_mean'], ['rh_mean']][n % 3]!;
    const masked = n % 4 === 0;
    const personId = people[n % PEOPLE]!;
    const request = orderRequest.parse({
      selectedData: {
        selectedDatastreams: [
          {
            datastream,
            variables,
            dates: [
              {
                startDate: formatDay(JANUARY_1 + first * DAY),
                endDate: formatDay(JANUARY_1 + last * DAY),
              },
            ],
            dqrFilter: masked ? ['incorrect'] : [],
          },
        ],
        outputFormat: ['ANDR'],
      },
    });
    const { order_id } = await db
      .insertInto('orders')
      .values({
        person_id: personId,
        order_date: DELIVERED - 60,
        request: JSON.stringify(request),
        idempotency_key: null,
        step: 'complete',
        suspend_reason: null,
        approved_at: null,
        failure: null,
        file_count: 1,
        bytes: 1,
        progress: JSON.stringify(NO_PROGRESS),
        started_at: DELIVERED - 60,
        completed_at: DELIVERED,
        expires_at: DELIVERED + DAY,
      })
      .returning('order_id')
      .executeTakeFirstOrThrow();
    const orderId = Number(order_id);
    const plan = makePlan(orderId, request, await selectionsOf(db, tables, request));
    const checked = new Map();
    for (const [number, input] of plan.inputs.entries()) {
      const known = sums.get(input.path);
      const sha256 = known ?? (await checksumOf(house.worker.archive, input.path)).sha256;
      sums.set(input.path, sha256);
      checked.set(number, { input: number, bytes: input.size, sha256, missing: null });
    }
    const files = plan.units.flatMap((unit, number) =>
      unit.inputs.map((input) => ({
        unit: number,
        inputs: [input],
        name: plan.inputs[input]!.fileName,
      })),
    );
    await keepEvidence(
      db,
      evidenceOf({ request, plan, files, checked, simulated: false, tables, madeAt: DELIVERED }),
    );
    planned.push({ orderId, personId, datastream, first, last, variables, masked });
  }
  return planned;
}

interface Changed {
  readonly replaced: readonly string[];
  readonly withdrawn: readonly string[];
  readonly reports: readonly {
    readonly datastream: string;
    readonly day: number;
    readonly hours: readonly [from: number, to: number];
    readonly variables: readonly string[];
    readonly code: number;
  }[];
}

/** 10 replaced files (half of the same size and date), 5 withdrawn, 20 reports. */
async function changeArchive(house: OrderFixture): Promise<Changed> {
  const file = (n: number) => nameOf(STREAMS[n % 4]!, (n * 11) % DAYS);
  const replaced = Array.from({ length: 10 }, (_, n) => file(n));
  const withdrawn = Array.from({ length: 5 }, (_, n) =>
    nameOf(STREAMS[n % 4]!, (n * 11 + 5) % DAYS),
  );
  for (const [n, name] of replaced.entries()) {
    const path = join(house.archiveFolder, name);
    const bytes = await readFile(path);
    const last = bytes.length - 1;
    bytes[last] = (bytes[last] ?? 0) ^ 1; // another value, the same size
    await writeFile(path, n % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(8)]));
    // A copy that keeps an old date, as archives that are synchronised have it.
    await utimes(path, DELIVERED - DAY / 2, DELIVERED - DAY / 2);
  }
  for (const name of withdrawn) await rm(join(house.archiveFolder, name));
  const reports = Array.from({ length: 20 }, (_, n) => ({
    datastream: STREAMS[(n * 3) % 4]!,
    day: (n * 13 + 1) % DAYS,
    hours: [3, 5 + (n % 3)] as const,
    variables: [[], ['temp_mean'], ['rh_mean'], ['alien']][n % 4]!,
    code: n % 2 === 0 ? 4 : 3,
  }));
  return { replaced, withdrawn, reports };
}

const reportTables = (reports: Changed['reports']): SomeTables => ({
  'quality-reports.csv': reports.map(({ datastream, day, hours, variables, code }, n) => ({
    dqr_id: `D26010${n}.1`,
    datastream,
    quality_code: String(code),
    quality_name: '',
    start_time: formatInstant(JANUARY_1 + day * DAY + hours[0] * 3600),
    end_time: formatInstant(JANUARY_1 + day * DAY + hours[1] * 3600),
    subject: `Report ${n}`,
    variables: variables.join(';'),
  })),
});

/** Which orders are touched, by looking at each file and each report in the most obvious way. */
function touchedBy(orders: readonly Planned[], changed: Changed): Map<number, string> {
  const touched = new Map<number, string>();
  for (const order of orders) {
    const days = Array.from({ length: order.last - order.first + 1 }, (_, n) => order.first + n);
    const names = days.map((day) => nameOf(order.datastream, day));
    const files = names.filter((name) => changed.replaced.includes(name)).length;
    const gone = names.filter((name) => changed.withdrawn.includes(name)).length;
    const reports = changed.reports.filter(
      ({ datastream, day, variables }) =>
        datastream === order.datastream &&
        days.includes(day) &&
        (variables.length === 0 ||
          order.variables.length === 0 ||
          variables.some((name) => order.variables.includes(name))),
    ).length;
    if (files + gone + reports > 0) touched.set(order.orderId, `${files} ${gone} ${reports}`);
  }
  return touched;
}

/** What the store holds of each order that changed: files replaced and withdrawn, and reports. */
async function foundBy(house: OrderFixture, orders: readonly Planned[]) {
  const found = new Map<number, string>();
  for (const { orderId } of orders) {
    const { counts } = (await changesOf(house.store.db, orderId))!;
    if (counts.replaced + counts.withdrawn + counts.reported > 0)
      found.set(orderId, `${counts.replaced} ${counts.withdrawn} ${counts.reported}`);
  }
  return found;
}

async function mailedOrders(house: OrderFixture): Promise<number[]> {
  const numbers: number[] = [];
  for (const name of await house.mails()) {
    const text = (await house.readMail(name)).replaceAll('=\r\n', '');
    for (const [, id] of text.matchAll(/Order (\d+) of/g)) numbers.push(Number(id));
  }
  return numbers.sort((a, b) => a - b);
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(50))
    if (await done()) return;
  throw new Error('The workers did not get done.');
}

/** All notices, after a comparison with these reports. */
async function noticesWith(
  house: OrderFixture,
  rows: NonNullable<SomeTables['quality-reports.csv']>,
) {
  house.setTables({ 'quality-reports.csv': rows });
  await noticeChanges({ db: house.store.db, tables: house.worker.tables });
  await house.work();
  return await house.store.db
    .selectFrom('affected_notices')
    .select(['order_id', 'mail_id', 'person_id'])
    .execute();
}

/** Undefined: the store of the fixture. */
type At = { readonly url: string } | undefined;

describe.each([
  ['SQLite', (): At => undefined],
  ...(server ? [['PostgreSQL', (): At => ({ url: server.url })] as const] : []),
] as const)('1,000 delivered orders on %s', (_, where) => {
  it('delivered orders get one notice each of 10 replaced and 5 withdrawn files and 20 reports if these touch them, though workers are killed [AO1]', async () => {
    const database = where();
    const house = await openOrderFixture(database);
    try {
      await makeArchive(house);
      const orders = await deliverOrders(house, ORDERS);
      await noticeChanges({ db: house.store.db, tables: house.worker.tables });
      await house.work();
      expect(await foundBy(house, orders)).toEqual(new Map());

      const changed = await changeArchive(house);
      const some = reportTables(changed.reports);
      house.setTables(some);
      await harvestAll(house);
      const env = {
        ...process.env,
        CHILD_STALE: '600',
        CHILD_NOTICE: '100',
        CHILD_TABLES: JSON.stringify(some),
      };
      const at = database?.url ?? house.database;
      const work = (...fault: string[]): { child: ChildProcess; exit: Promise<unknown[]> } => {
        const child = spawn(process.execPath, [CHILD, house.folder, at, ...fault], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env,
        });
        return { child, exit: once(child, 'exit') };
      };
      for (const fault of [
        ['archive.open', '3', 'before'],
        ['mail.send', '5', 'before'],
        ['mail.send', '9', 'after'],
      ]) {
        const [, signal] = await work(...fault).exit;
        expect(signal, fault.join(' ')).toBe('SIGKILL');
      }
      const last = work();
      await until(async () => {
        const open = await house.store.db
          .selectFrom('jobs')
          .select('job_id')
          .where('state', 'in', ['waiting', 'running'])
          .execute();
        const due = await house.store.db.selectFrom('affected_due').select('datastream').execute();
        const untold = await house.store.db
          .selectFrom('affected_notices')
          .select('order_id')
          .where('mail_id', 'is', null) // the job that makes its mail may not be there yet
          .execute();
        return open.length + due.length + untold.length === 0;
      });
      last.child.kill('SIGTERM');
      await last.exit;

      const touched = touchedBy(orders, changed);
      expect(touched.size).toBeGreaterThan(ORDERS / 10);
      expect(touched.size).toBeLessThan(ORDERS - ORDERS / 10);
      expect(await foundBy(house, orders)).toEqual(touched);
      const told = [...touched.keys()].sort((a, b) => a - b);
      expect(await mailedOrders(house)).toEqual(told);
      const notices = await house.store.db
        .selectFrom('affected_notices')
        .select(['order_id', 'mail_id'])
        .execute();
      expect(notices.map((row) => Number(row.order_id)).sort((a, b) => a - b)).toEqual(told);
      const owners = new Set(
        orders.filter(({ orderId }) => touched.has(orderId)).map(({ personId }) => personId),
      );
      expect(await house.mails()).toHaveLength(owners.size);

      // Nothing more changes: nothing more is reported, whatever is compared again.
      await house.store.db.updateTable('order_evidence').set({ checked_at: null }).execute();
      await noticeChanges({ db: house.store.db, tables: house.worker.tables });
      await house.work();
      const after = await house.store.db
        .selectFrom('affected_notices')
        .select('order_id')
        .execute();
      expect(after).toHaveLength(told.length);
      expect(await house.mails()).toHaveLength(owners.size);

      // Most reports are no longer in force: that is stored of their orders, and no news to anyone.
      const left = (some['quality-reports.csv'] ?? []).slice(15);
      expect(await noticesWith(house, left)).toHaveLength(told.length);
      expect(await house.mails()).toHaveLength(owners.size);

      // A report that comes later on the same day is news only to those whom it touches, and waits
      // for the mail of tomorrow.
      const later = {
        datastream: STREAMS[0]!,
        day: 3,
        hours: [3, 5],
        variables: [],
        code: 4,
      } as const;
      const [row] = reportTables([later])['quality-reports.csv'] ?? [];
      const again = await noticesWith(house, [...left, { ...row, dqr_id: 'D270101.1' }]);
      const touchedLater = orders.filter(
        ({ datastream, first, last }) => datastream === STREAMS[0] && first <= 3 && last >= 3,
      );
      expect(touchedLater.length).toBeGreaterThan(10);
      expect(again).toHaveLength(told.length + touchedLater.length);
      const waiting = again
        .filter((one) => one.mail_id === null)
        .map((one) => Number(one.order_id));
      const ofTold = touchedLater.filter(({ personId }) => owners.has(personId));
      expect(new Set(waiting)).toEqual(new Set(ofTold.map(({ orderId }) => orderId)));
      const newOwners = touchedLater.filter(({ personId }) => !owners.has(personId));
      const mailed = new Set(newOwners.map(({ personId }) => personId)).size;
      expect(await house.mails()).toHaveLength(owners.size + mailed);
    } finally {
      await house.close();
    }
  }, 420_000);
});
