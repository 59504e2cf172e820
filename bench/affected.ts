// npm run bench affected: 10,000 delivered orders when 10,000 quality reports are published at
// once: which are touched, what is stored of each, and one mail a person; beside the most obvious
// comparison of every order with every report, in the same run. The goals are 10 s and 400 MB more
// memory than before; the touched orders have to be the same.
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { formatCompactDay, formatDay, formatInstant } from '@isobar/contract/time.ts';
import { keepEvidence } from '../apps/server/src/core/affected/evidence.ts';
import { changesMattering } from '../apps/server/src/core/affected/stored-changes.ts';
import { drain } from '../apps/server/src/core/jobs/job-runner.ts';
import type { CuratedTables } from '../apps/server/src/core/tables/curated-tables.ts';
import {
  AFFECTED_JOB,
  affectedJobs,
  noticeChanges,
} from '../apps/server/src/features/orders/affected/jobs.ts';
import { NO_PROGRESS } from '../apps/server/src/features/orders/order.ts';
import { tablesOf } from '../apps/server/src/features/orders/testing/tables.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import type { ArchiveStore } from '../apps/server/src/ports/archive.ts';
import {
  type TemporaryStore,
  temporaryStore,
} from '../apps/server/src/store/testing/temporary-store.ts';

const ORDERS = Number(process.env.ISOBAR_BENCH_ORDERS ?? 10_000);
const REPORTS = Number(process.env.ISOBAR_BENCH_REPORTS ?? 10_000);
const GOAL_MS = 10_000;
const GOAL_BYTES = 400e6;
const STREAMS = 100;
const PEOPLE = 500;
const DAY = 86_400;
const DAYS = 365;
const JANUARY_1 = 1_546_300_800; // 2019-01-01
const DELIVERED = Math.floor(Date.now() / 1000) - 30 * DAY;
const VARIABLES = ['temp_mean', 'rh_mean', 'atmos_pressure', 'wspd_arith_mean'];

interface Order {
  readonly datastreams: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly variables: readonly string[];
}

interface Report {
  readonly datastream: string;
  readonly start: number;
  readonly end: number;
  readonly variables: readonly string[];
}

export async function run(): Promise<void> {
  const store = await temporaryStore();
  try {
    const orders = Array.from({ length: ORDERS }, (_, n) => orderAt(n));
    const reports = Array.from({ length: REPORTS }, (_, n) => reportAt(n));
    await fillFiles(store);
    await fillOrders(store, orders);
    let tables = tablesOf({ 'quality-reports.csv': [] });
    const work = () => compareAll(store, async () => tables);
    const first = await work();
    console.log(`${ORDERS} deliveries compared for the first time: ${told(first)}`);

    tables = tablesOf({ 'quality-reports.csv': reports.map(rowOf) });
    const own = await work();
    console.log(`${REPORTS} reports on ${ORDERS} orders: ${told(own)}`);
    const numbers = orders.map((_, n) => n + 1);
    const touched = await changesMattering(store.db, numbers);
    const mails = await waitingMails(store);

    const began = performance.now();
    const expected = new Set(numbers.filter((n) => isTouched(orders[n - 1], reports)));
    const peerMs = performance.now() - began;
    console.log(`every order beside every report, nothing stored: ${peerMs.toFixed(0)} ms`);
    console.log(`${expected.size} orders are touched, ${mails} mails wait`);
    const isSame = expected.size === touched.size && numbers.every(has(touched, expected));
    claim(isSame, `the touched orders are the same (${touched.size} and ${expected.size})`);
    const owners = new Set([...expected].map((n) => (n - 1) % PEOPLE));
    claim(mails === owners.size, `there is one mail for each of ${owners.size} owners`);
    claim(own.ms < GOAL_MS, `below ${GOAL_MS / 1000} s`);
    claim(own.bytes < GOAL_BYTES, `at most ${GOAL_BYTES / 1e6} MB more memory`);

    const again = await work();
    console.log(`looking again, when nothing has changed: ${told(again)}`);
    claim((await waitingMails(store)) === mails, 'nothing is reported twice');
  } finally {
    await store.close();
  }
}

const has =
  (touched: ReadonlyMap<number, number>, expected: ReadonlySet<number>) =>
  (n: number): boolean =>
    touched.has(n) === expected.has(n);

interface Spent {
  readonly ms: number;
  /**
   * Of the processor, milliseconds: less than `ms` says how busy the machine is with other things.
   */
  readonly cpuMs: number;
  /** Most resident memory beyond what there was before. */
  readonly bytes: number;
}

const told = ({ ms, cpuMs, bytes }: Spent): string =>
  `${(ms / 1000).toFixed(1)} s (${(cpuMs / 1000).toFixed(1)} s of the processor), ${(bytes / 1e6).toFixed(0)} MB more memory at most`;

/** No file of these orders has changed, so none is ever read. */
const ARCHIVE: Pick<ArchiveStore, 'simulated'> = { simulated: false };

async function compareAll(
  store: TemporaryStore,
  tables: () => Promise<CuratedTables>,
): Promise<Spent> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  const cpu = process.cpuUsage();
  const log = createLog('silent');
  const archive = ARCHIVE as ArchiveStore; // see above
  await noticeChanges({ db: store.db, tables });
  await drain({
    store,
    worker: 'bench',
    log,
    signal: new AbortController().signal,
    kinds: { [AFFECTED_JOB]: affectedJobs({ db: store.db, archive, tables, log }) },
  });
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000, bytes: most - before };
}

async function waitingMails({ db }: TemporaryStore): Promise<number> {
  const { count } = await db
    .selectFrom('affected_mails')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const streamAt = (n: number): string => `sgpmetE${(n % STREAMS) + 1}.b1`;
const fileOf = (datastream: string, day: number): string =>
  `${datastream}.${formatCompactDay(JANUARY_1 + day * DAY)}.000000.cdf`;

/** One to three datastreams, 5 to 64 days, all variables or some. */
function orderAt(n: number): Order {
  const first = (n * 37) % (DAYS - 65);
  return {
    datastreams: Array.from({ length: 1 + (n % 3) }, (_, at) => streamAt(n * 7 + at * 31)),
    start: JANUARY_1 + first * DAY,
    end: JANUARY_1 + (first + 5 + (n % 60)) * DAY - 1,
    variables: n % 2 === 0 ? [] : VARIABLES.slice(n % 4, (n % 4) + 1),
  };
}

/** The n-th report: of some hours and one variable, or of a few days and all variables. */
function reportAt(n: number): Report {
  const start = JANUARY_1 + ((n * 101) % DAYS) * DAY + (n % 24) * 3600;
  return {
    datastream: streamAt(n),
    start,
    end: start + (n % 10 === 0 ? 2 * DAY : 5 * 3600),
    variables: n % 10 === 0 ? [] : VARIABLES.slice(n % 4, (n % 4) + 1),
  };
}

const rowOf = ({ datastream, start, end, variables }: Report, n: number) => ({
  dqr_id: `D26${String(n).padStart(5, '0')}.1`,
  datastream,
  quality_code: n % 2 === 0 ? '4' : '3',
  start_time: formatInstant(start),
  end_time: formatInstant(end),
  subject: `Report ${n}`,
  variables: variables.join(';'),
});

const isTouched = (order: Order | undefined, reports: readonly Report[]): boolean =>
  order !== undefined &&
  reports.some(
    ({ datastream, start, end, variables }) =>
      order.datastreams.includes(datastream) &&
      start <= order.end &&
      end >= order.start &&
      (variables.length === 0 ||
        order.variables.length === 0 ||
        variables.some((name) => order.variables.includes(name))),
  );

async function fillFiles({ db }: TemporaryStore): Promise<void> {
  for (let stream = 0; stream < STREAMS; stream++) {
    const datastream = streamAt(stream);
    await db
      .insertInto('files')
      .values(
        Array.from({ length: DAYS }, (_, day) => ({
          ...{ datastream, file_name: fileOf(datastream, day), path: fileOf(datastream, day) },
          ...{ size: 100_000 + day, sha256: sumAt(day), modified_ms: 0 },
          start_s: JANUARY_1 + day * DAY,
          end_s: JANUARY_1 + (day + 1) * DAY - 60,
          ...{ scan_name: null, design: null, notices: null },
        })),
      )
      .execute();
  }
}

const sumAt = (day: number): string => String(day).padStart(64, '0');

async function fillOrders({ db }: TemporaryStore, orders: readonly Order[]): Promise<void> {
  for (let n = 0; n < PEOPLE; n++)
    await db
      .insertInto('people')
      .values({
        ...{ person_id: `person-${n}`, user_name: `person-${n}`, email: `${n}@example.org` },
        ...{ name_first: 'Ada', name_last: String(n), password_hash: '', access_token_hash: null },
        ...{ expires_at: null, created_at: 0 },
      })
      .execute();
  for (let at = 0; at < orders.length; at += 500) {
    const rows = orders.slice(at, at + 500).map((order, n) => orderRow(at + n, order));
    await db.insertInto('orders').values(rows).execute();
  }
  for (const [n, order] of orders.entries()) {
    const range = { start: order.start, end: order.end };
    await keepEvidence(db, {
      orderId: n + 1,
      madeAt: DELIVERED,
      kept: {
        simulated: false,
        reports: [],
        holdings: order.datastreams.map((datastream, selection) => ({
          ...{ selection, datastream, variables: [...order.variables], ranges: [range] },
          ...{ masks: [], copied: [], filters: n % 4 === 0 ? ['incorrect' as const] : [] },
          ...{ joined: n % 5 === 0, together: false },
        })),
      },
      inputs: order.datastreams.flatMap((datastream, holding) =>
        inputsOf(order, datastream, holding),
      ),
    });
  }
}

function orderRow(n: number, { start, end, datastreams, variables }: Order) {
  const dates = [{ startDate: formatDay(start), endDate: formatDay(end) }];
  const request = orderRequest.parse({
    selectedData: {
      selectedDatastreams: datastreams.map((datastream) => ({
        ...{ datastream, dates, variables: [...variables] },
      })),
      outputFormat: ['ANDR'],
    },
  });
  return {
    ...{ order_id: n + 1, person_id: `person-${n % PEOPLE}`, order_date: DELIVERED },
    ...{ request: JSON.stringify(request), idempotency_key: null, step: 'complete' as const },
    ...{ suspend_reason: null, approved_at: null, failure: null, file_count: 1, bytes: 1 },
    ...{ progress: JSON.stringify(NO_PROGRESS), started_at: DELIVERED },
    ...{ completed_at: DELIVERED, expires_at: DELIVERED + DAY },
  };
}

function inputsOf({ start, end }: Order, datastream: string, holding: number) {
  const first = (start - JANUARY_1) / DAY;
  const days = Math.ceil((end - start) / DAY);
  return Array.from({ length: days }, (_, at) => {
    const file = fileOf(datastream, first + at);
    const from = start + at * DAY;
    return {
      ...{ datastream, file, path: file, bytes: 100_000 + first + at, sha256: sumAt(first + at) },
      ...{ start: from, end: from + DAY - 60, holdings: [holding], delivered: [file] },
    };
  });
}

function claim(holds: boolean, what: string): void {
  if (holds) return;
  console.error(`not so: ${what}`);
  process.exitCode = 1;
}
