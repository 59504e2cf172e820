// Orders through everything that can go wrong with the grown system, and what became of each.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDiskArchive } from '../../apps/server/src/adapters/archive-disk.ts';
import { openS3Blobs } from '../../apps/server/src/adapters/blobs-s3.ts';
import { makeToken } from '../../apps/server/src/core/accounts/tokens.ts';
import { verifyOrder } from '../../apps/server/src/features/orders/verify.ts';
import type { Fault } from './faulty-proxy.ts';
import { compareSearches } from './searches.ts';
import { addDays, answers, DAYS, type Grown, STREAMS } from './system.ts';

export interface TrialResult {
  readonly acknowledged: number;
  /** What went wrong on purpose -> how often. */
  readonly faults: ReadonlyMap<string, number>;
  /**
   * Counts of acknowledged order numbers without an order, and of orders whose number was never
   * acknowledged.
   */
  readonly lost: number;
  readonly doubled: number;
  /** Orders that ended with a failure, or did not end. */
  readonly unfinished: readonly string[];
  /** Deliveries that are not what their recipe makes, or that no order has. */
  readonly corrupt: readonly string[];
  /** Orders without a mail, and mails beyond the first. */
  readonly withoutMail: number;
  readonly repeatedMails: number;
  readonly searches: number;
  readonly differentSearches: readonly string[];
  /** Files that the catalogue has, and should have. */
  readonly files: readonly [found: number, expected: number];
  readonly seconds: number;
}

export interface TrialSize {
  readonly orders: number;
  /** Before the troubles, and once more afterwards. */
  readonly searches: number;
  /** How long troubles and the pauses between them last: 1 for some seconds each. */
  readonly pace: number;
  /** Which troubles there are; absent: all. */
  readonly isWanted?: (trouble: string) => boolean;
}

const PEOPLE = 8;
const PATIENCE_MS = 1_200_000;
/** Until a change of the archive is searchable everywhere, on a busy machine. */
const FOLLOWS_MS = 90_000;

export async function trial(
  grown: Grown,
  size: TrialSize,
  random: () => number,
  say: (what: string) => void = () => {},
): Promise<TrialResult> {
  const began = performance.now();
  const tokens = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => person(grown, n)));
  say('the system answers');
  const before = await compareSearches([grown.webs[0] ?? '', grown.peer], size.searches, random);
  say('searches were compared');
  const acknowledged = new Map<string, number>();
  const faults = new Map<string, number>();
  let placed = false;
  const breaking = breakThings(grown, { ...size, faults, isPlaced: () => placed, say });
  const waiting = Array.from({ length: size.orders }, (_, n) => n);
  try {
    await Promise.all(
      tokens.map(async (token) => {
        for (let n = waiting.shift(); n !== undefined; n = waiting.shift())
          acknowledged.set(`grown-order-${n}`, await submit(grown, token, n, random));
      }),
    );
  } finally {
    placed = true;
    await breaking;
  }
  say(`${acknowledged.size} orders are placed`);
  const done = await ended(grown);
  say('their jobs have ended');
  for (const [n, origin] of grown.webs.entries()) {
    const web = grown.kept[`web ${n + 1}`];
    if (web) await answers(origin, web);
  }
  const expected = STREAMS.length * (DAYS + 1);
  const found = await filesOf(grown, expected);
  const after = await compareOnceFollowed(grown, size.searches, random);
  return {
    acknowledged: acknowledged.size,
    faults,
    ...(await judged(grown, acknowledged, done)),
    searches: before.searches + after.searches,
    differentSearches: [...before.different, ...after.different],
    files: [found, expected],
    seconds: (performance.now() - began) / 1000,
  };
}

/** Once both have followed the last change of the catalogue; differences that stay are answered. */
async function compareOnceFollowed(grown: Grown, searches: number, random: () => number) {
  const compare = () => compareSearches([grown.webs[0] ?? '', grown.peer], searches, random);
  const end = Date.now() + FOLLOWS_MS;
  let compared = await compare();
  // A few searches might be those that the last change does not touch.
  while (compared.different.length > 0 && Date.now() < end) {
    await sleep(1000);
    compared = await compare();
  }
  return compared;
}

/** An account, and a token with which a program orders. */
async function person({ store }: Grown, n: number): Promise<string> {
  const personId = `person-${n}`;
  await store.db
    .insertInto('people')
    .values({
      person_id: personId,
      user_name: personId,
      email: `${personId}@example.org`,
      name_first: 'Ada',
      name_last: String(n),
      password_hash: '',
      access_token_hash: null,
      expires_at: null,
      created_at: 0,
    })
    .execute();
  const wish = { name: 'grown', scopes: ['orders:write' as const], days: 1 };
  return (await makeToken(store.db, personId, wish, Math.floor(Date.now() / 1000))).token;
}

/** One trouble after the other, all of them at least once, until every order is placed. */
async function breakThings(
  grown: Grown,
  {
    faults,
    pace,
    isWanted = () => true,
    isPlaced,
    say,
  }: Pick<TrialSize, 'pace' | 'isWanted'> & {
    readonly faults: Map<string, number>;
    readonly isPlaced: () => boolean;
    readonly say: (what: string) => void;
  },
): Promise<void> {
  const { kept, s3, cluster, postgres } = grown;
  const during = (proxy: { fault: Fault | null }, fault: Fault, ms: number) => async () => {
    proxy.fault = fault;
    await sleep(ms * pace);
    proxy.fault = null;
  };
  const troubles: readonly (readonly [string, () => Promise<void>])[] = [
    ...Object.values(kept).map((one) => [`kill -9 of ${one.name}`, () => one.killed()] as const),
    ['PostgreSQL ends and starts again', () => postgres.restart()],
    ['S3 answers 503 for a while', during(s3, 'busy', 4000)],
    ['S3 is slow for a while', during(s3, 'slow', 6000)],
    ['S3 is away for a while', during(s3, 'away', 3000)],
    ...(cluster
      ? [['OpenSearch is away for a while', during(cluster, 'away', 6000)] as const]
      : []),
    ['files are added', async () => {}],
  ];
  for (let round = 0; round === 0 || !isPlaced(); round++)
    for (const [name, act] of troubles.filter(([each]) => isWanted(each))) {
      if (round > 0 && isPlaced()) return;
      await sleep(1500 * pace);
      say(name);
      await act();
      if (name === 'files are added' && round === 0)
        for (const stream of STREAMS) await addDays(grown.archive, stream, DAYS, 1);
      faults.set(name, (faults.get(name) ?? 0) + 1);
    }
}

/**
 * Tries until the order is acknowledged, at one web process and then at the other, as a client does
 * whose connection breaks.
 */
async function submit(
  { webs }: Grown,
  token: string,
  n: number,
  random: () => number,
): Promise<number> {
  const payload = JSON.stringify({ ...requestOf(random), idempotencyKey: `grown-order-${n}` });
  const end = Date.now() + PATIENCE_MS;
  for (let tries = n; Date.now() < end; tries++) {
    const reply = await fetch(`${webs[tries % 2]}/services/order/orders/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: payload,
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    const text = (await reply?.text().catch(() => '')) ?? '';
    if (reply?.ok && text !== '') return JSON.parse(text).orderId;
    if (reply && reply.status >= 400 && reply.status < 500 && reply.status !== 429)
      throw new Error(`An order was refused: ${text}`);
    await sleep(300);
  }
  throw new Error('An order was never acknowledged.');
}

function requestOf(random: () => number): object {
  const first = 1 + Math.floor(random() * DAYS);
  const last = first + Math.floor(random() * (DAYS - first + 1));
  const format = ['ANDR', 'NCSV', 'PARQ'][Math.floor(random() * 3)];
  return {
    deliveryBits: 1,
    sendConfEmail: true,
    selectedData: {
      selectedDatastreams: [
        {
          datastream: STREAMS[Math.floor(random() * STREAMS.length)],
          dates: [{ startDate: `2019-01-0${first}`, endDate: `2019-01-0${last}` }],
          variables: random() < 0.5 ? [] : ['temp_mean'],
        },
      ],
      outputFormat: [format],
      mergedOutput: random() < 0.5,
    },
  };
}

/** Whether all jobs ended in time. */
async function ended({ store }: Grown): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(500)) {
    const open = await store.db
      .selectFrom('jobs')
      .select('job_id')
      .where('state', 'in', ['waiting', 'running'])
      .where('kind', 'in', ['order', 'order-mail'])
      .execute()
      .catch(() => [null]);
    if (open.length === 0) return true;
  }
  return false;
}

/** The number of files in the catalogue, once it is the expected one or time is up. */
async function filesOf({ store }: Grown, expected: number): Promise<number> {
  let found = 0;
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(500)) {
    const rows = await store.db.selectFrom('files').select('file_id').execute();
    found = rows.length;
    if (found === expected) break;
  }
  return found;
}

async function judged(
  grown: Grown,
  acknowledged: ReadonlyMap<string, number>,
  done: boolean,
): Promise<
  Pick<TrialResult, 'lost' | 'doubled' | 'unfinished' | 'corrupt' | 'withoutMail' | 'repeatedMails'>
> {
  const rows = await grown.store.db.selectFrom('orders').selectAll().execute();
  const numbers = new Set(rows.map((row) => Number(row.order_id)));
  const given = new Set(acknowledged.values());
  const unfinished = rows
    .filter((row) => row.failure !== null || row.step !== 'complete')
    .map((row) => `${row.order_id} is at ${row.step}: ${row.failure ?? (done ? '' : 'no end')}`);
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
  const blobs = await openS3Blobs('s3://grown/deliveries', { endpoint: grown.moto.url });
  const archive = await openDiskArchive(grown.archive);
  const corrupt: string[] = [];
  for (const row of rows.filter(({ step }) => step === 'complete')) {
    const orderId = Number(row.order_id);
    const { differences } = await verifyOrder({ archive, blobs }, orderId);
    corrupt.push(...differences.map((one) => `${orderId}: ${one}`));
  }
  const strays = (await blobs.folders()).filter((name) => !numbers.has(Number(name)));
  corrupt.push(...strays.map((name) => `${name}: a delivery of no order`));
  await archive.close();
  const mails = grown.mail.mails.map((mail) => /Your order (\d+) is ready/.exec(mail)?.[1]);
  const mailed = new Set(mails.map(Number));
  return {
    lost: [...given].filter((id) => !numbers.has(id)).length,
    doubled: rows.length - given.size,
    unfinished,
    corrupt,
    withoutMail: rows.filter((row) => !mailed.has(Number(row.order_id))).length,
    repeatedMails: mails.length - mailed.size,
  };
}
