// npm run bench estimates: the size and time that are estimated before an order is placed, against
// what is delivered and when. ISOBAR_BENCH_ORDERS: how many orders; ISOBAR_BENCH_HOME: a home whose
// demo archive is prepared, which is copied.

import { type Isobar, isobar } from '../e2e/server.ts';
import { signedIn } from '../fixtures/signed-in.ts';

/** This share of the estimates is off by at most WITHIN. */
const WANTED = 0.9;
const WITHIN = 0.25;
const ORDERS = Number(process.env.ISOBAR_BENCH_ORDERS ?? 100);
/** The largest sources of an order: larger ones would measure the disk. */
const MOST_BYTES = 60e6;
/** This share of the orders is done within the time that is promised when they are placed … */
const KEPT = 0.9;
/**
 * … and the promise is at most this many times what they take; the shortest promise is five
 * seconds.
 */
const GENEROUS = 6;
const SHORTEST_S = 5;
const DAY_S = 86_400;
const LONGEST_MS = 600_000;
const SEED = 20261122;

type Stream = { readonly datastream: string; readonly first: number; readonly last: number };
/** `seconds` until it was done, `within`: what was promised. */
type Came = { readonly bytes: number; readonly seconds: number; readonly within: number };
type Estimate = { readonly bytes: number; readonly files: number; readonly seconds: number };

export async function run(): Promise<void> {
  const server = await isobar({ ISOBAR_RATE: '1000000' }, undefined, process.env.ISOBAR_BENCH_HOME);
  try {
    const cookie = await signedIn(server.url);
    const random = numbers(SEED);
    const streams = await datastreams(server);
    const off: number[] = [];
    const times: (Came & { readonly told: number })[] = [];
    while (off.length < ORDERS) {
      const order = await randomOrder(server, streams, random);
      if (!order) continue;
      const estimate = await json<Estimate>(server, '/services/order/orders/estimate', order);
      const came = await place(server, order, cookie);
      if (came === null) continue;
      const wrong = estimate.bytes / came.bytes - 1;
      off.push(wrong);
      times.push({ ...came, told: estimate.seconds });
      if (Math.abs(wrong) > WITHIN)
        console.log(
          `${(wrong * 100).toFixed(0)} %: ${estimate.bytes} estimated, ${came.bytes} delivered: ${JSON.stringify(order)}`,
        );
      if (came.seconds > came.within)
        console.log(
          `${came.seconds.toFixed(1)} s, within ${came.within} s were promised: ${JSON.stringify(order)}`,
        );
    }
    const within = off.filter((one) => Math.abs(one) <= WITHIN).length;
    const sorted = off.map(Math.abs).sort((a, b) => a - b);
    const at = (share: number): string =>
      `${((sorted[Math.floor(sorted.length * share)] ?? 0) * 100).toFixed(1)} %`;
    console.log(`half are within ${at(0.5)}, nine of ten within ${at(0.9)}`);
    console.log(
      `${within} of ${off.length} orders within ${WITHIN * 100} % (wanted: ${Math.ceil(WANTED * off.length)}): ${within >= WANTED * off.length ? 'ok' : 'TOO FEW'}`,
    );
    if (within < WANTED * off.length) process.exitCode = 1;
    reportTimes(times);
  } finally {
    await server.remove();
  }
}

function reportTimes(times: readonly (Came & { readonly told: number })[]): void {
  const median = (list: readonly number[]): number =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const kept = times.filter(({ seconds, within }) => seconds <= within).length;
  const generous = median(times.map((one) => one.within / Math.max(SHORTEST_S, one.seconds)));
  const [took, told] = [median(times.map((t) => t.seconds)), median(times.map((t) => t.told))];
  console.log(
    `half took ${took.toFixed(1)} s or less, ${told} s were estimated, the longest ${Math.max(...times.map((one) => one.seconds)).toFixed(1)} s`,
  );
  const ok = kept >= KEPT * times.length && generous <= GENEROUS;
  console.log(
    `${kept} of ${times.length} done within what was promised (wanted: ${Math.ceil(KEPT * times.length)}), half of the promises at most ${generous.toFixed(1)} times what it took: ${ok ? 'ok' : 'NOT TRUE'}`,
  );
  if (!ok) process.exitCode = 1;
}

/** The same on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function json<T>(server: Isobar, path: string, body: unknown, cookie = ''): Promise<T> {
  let reply = await posted();
  // On a busy machine a search may exceed its time limit.
  for (let tries = 0; tries < 5 && reply.status === 408; tries += 1) reply = await posted();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${(await reply.text()).slice(0, 300)}`);
  return (await reply.json()) as T; // our own service

  function posted() {
    return fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    });
  }
}

/**
 * Sites with data of every kind. Each gets a search of its own, so that none exceeds the time of a
 * search.
 */
const SITES = ['sgp', 'nsa', 'ena', 'twp', 'oli', 'hou', 'sbs', 'cor'];

async function datastreams(server: Isobar): Promise<readonly Stream[]> {
  type Hit = { _source: { datastream: string; start_date: string; end_date: string } };
  const found: Hit[] = [];
  for (const site of SITES) {
    const filter = [{ term: { has_plots: true } }, { term: { site_code: site } }];
    const { hits } = await json<{ hits: { hits: Hit[] } }>(
      server,
      '/services/metadata/_search?size=300',
      {
        query: { bool: { filter } },
        collapse: { field: 'datastream.keyword' },
        sort: [{ 'datastream.keyword': 'asc' }],
        _source: ['datastream', 'start_date', 'end_date'],
      },
    );
    found.push(...hits.hits);
  }
  return found.map(({ _source }) => ({
    datastream: _source.datastream,
    first: Date.parse(_source.start_date) / 1000,
    last: Date.parse(_source.end_date) / 1000,
  }));
}

/** Null: it would be too large, or empty. */
async function randomOrder(
  server: Isobar,
  streams: readonly Stream[],
  random: () => number,
): Promise<object | null> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const stream = pick(streams);
  if (!stream) throw new Error('there is no datastream');
  const days = 1 + Math.floor(random() ** 2 * 20);
  const start = stream.first + random() * Math.max(0, stream.last - stream.first - days * DAY_S);
  const text = (at: number): string =>
    new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const [startDate, endDate] = [text(start), text(Math.min(stream.last, start + days * DAY_S))];
  const names = await variablesOf(server, stream.datastream);
  const variables = random() < 0.4 ? [] : names.filter(() => random() < 0.4);
  const format = pick(['ANDR', 'ANDR', 'NCSV']) ?? 'ANDR';
  const selection = {
    datastream: stream.datastream,
    dates: [{ startDate, endDate }],
    variables,
    dqrFilter: random() < 0.3 ? ['incorrect'] : [],
    qcFilter: random() < 0.2,
  };
  const order = {
    selectedData: {
      selectedDatastreams: [selection],
      mergedOutput: random() < 0.4,
      maxMb: 2048,
      outputFormat: [format],
    },
    deliveryBits: 13,
    sendConfEmail: false,
  };
  const whole = { ...selection, variables: [] };
  const sources = await json<Estimate>(server, '/services/order/orders/estimate', {
    ...order,
    selectedData: { selectedDatastreams: [whole], outputFormat: ['ANDR'] },
  });
  return sources.bytes > 0 && sources.bytes < MOST_BYTES ? order : null;
}

async function variablesOf(server: Isobar, datastream: string): Promise<readonly string[]> {
  type Hit = { _source: { var_name: string } };
  const reply = await json<{ hits: { hits: Hit[] } }>(
    server,
    '/services/metadata/_search?size=50',
    {
      query: {
        bool: {
          filter: [{ term: { 'datastream.keyword': datastream } }, { term: { has_plots: true } }],
        },
      },
      _source: ['var_name'],
    },
  );
  return [...new Set(reply.hits.hits.map(({ _source }) => _source.var_name))];
}

/** What was delivered and when; null if nothing could be. */
async function place(server: Isobar, order: object, cookie: string): Promise<Came | null> {
  const { orderId, message } = await json<{ orderId: number; message: string }>(
    server,
    '/services/order/orders/create',
    order,
    cookie,
  );
  const placed = Date.now();
  const until = placed + LONGEST_MS;
  while (Date.now() < until) {
    const reply = await fetch(`${server.url}/services/order/status/${orderId}`, {
      headers: { cookie },
    });
    const status = (await reply.json()) as {
      curStep: string | null;
      failure: string | null;
      delivery: { url: string } | null;
    }; // our own service
    if (status.failure) return null;
    if (status.delivery) {
      const seconds = (Date.now() - placed) / 1000;
      const bytes = await dataBytes(server, status.delivery.url, cookie);
      return bytes === null ? null : { bytes, seconds, within: promised(message) };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`order ${orderId} did not end`);
}

const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY_S,
};

/** 'It will be fulfilled within 10 seconds.' -> 10. */
function promised(message: string): number {
  const [, count, unit = ''] = /within (\d+) (second|minute|hour|day)/.exec(message) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (Number.isNaN(seconds)) throw new Error(`no time is promised: ${message}`);
  return seconds;
}

async function dataBytes(server: Isobar, url: string, cookie: string): Promise<number | null> {
  const address = new URL('index.json', new URL(url, server.url));
  const reply = await fetch(address, { headers: { cookie } });
  // our own service
  const { files } = (await reply.json()) as { files: { name: string; bytes: number }[] };
  const data = files.filter(({ name }) => /\.(nc|cdf|csv|ict)$/.test(name));
  const sum = data.reduce((all, { bytes }) => all + bytes, 0);
  return sum > 0 ? sum : null;
}
