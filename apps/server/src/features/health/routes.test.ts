// What operators ask: well, ready, numbers; also while the store is away.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { Work } from './metrics.ts';
import { registerHealth } from './routes.ts';

const NOTHING: Work = {
  jobs: {},
  oldestWaitingSeconds: 0,
  harvestEndedAt: null,
  stepBounds: [1],
  steps: [],
};
/** A server with which nothing is wrong. */
const WELL = {
  version: '1.2.3',
  maintenanceMessage: async () => '',
  pingStore: async () => undefined,
  storeTrouble: () => null,
  cannotWrite: async () => null,
  canSearch: async () => true,
  mayCount: 'local' as const,
  work: async () => NOTHING,
};
let http: Http<never>;
let store = true;
let search = true;
let trouble: string | null = null;
let unwritable: string | null = null;

beforeEach(async () => {
  [store, search, trouble, unwritable] = [true, true, null, null];
  http = await anonymousHttp();
  const away = () => Promise.reject(new Error('connect ECONNREFUSED db.internal:5432'));
  registerHealth(http, {
    version: '1.2.3',
    maintenanceMessage: async () => 'Back at noon <b>UTC</b>',
    pingStore: async () => (store ? undefined : await away()),
    storeTrouble: () => trouble,
    cannotWrite: async () => unwritable,
    canSearch: async () => search,
    mayCount: 'local',
    work: async () => (store ? { ...NOTHING, jobs: { waiting: 3 } } : await away()),
  });
});
afterEach(() => http.app.close());

const ask = (url: string) => http.app.inject(url);

it('the health call answers as long as the store answers, and ready when searches are answered too', async () => {
  expect((await ask('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' });
  expect((await ask('/readyz')).statusCode).toBe(200);
  search = false;
  expect((await ask('/healthz')).statusCode).toBe(200);
  const notReady = await ask('/readyz');
  expect([notReady.statusCode, notReady.json().status]).toEqual([
    503,
    'searches cannot be answered',
  ]);
  store = false;
  for (const url of ['/healthz', '/readyz']) {
    const reply = await ask(url);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(reply.body).not.toContain('internal');
  }
});

it('the health call states why a store accepts no writes', async () => {
  trouble = 'The log of the store was removed.';
  for (const url of ['/healthz', '/readyz']) {
    const reply = await ask(url);
    expect([reply.statusCode, reply.json().status]).toEqual([503, trouble]);
  }
});

it('the installation is well but not ready when nothing can be written', async () => {
  unwritable = 'the store takes nothing';
  expect((await ask('/healthz')).statusCode).toBe(200);
  const reply = await ask('/readyz');
  expect([reply.statusCode, reply.json().status]).toEqual([503, unwritable]);
});

it('the installation answers probes however often they ask', async () => {
  const strict = await createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 3,
    trustProxy: false,
    noSessionMessage: '',
    session: async () => null,
  });
  registerHealth(strict, {
    ...WELL,
  });
  try {
    for (let i = 0; i < 10; i++)
      for (const url of ['/healthz', '/readyz'])
        expect([url, (await strict.app.inject(url)).statusCode]).toEqual([url, 200]);
    expect((await strict.app.inject('/services/maintenance/discovery')).statusCode).toBe(200);
  } finally {
    await strict.app.close();
  }
});

it('metrics are refused to requests whose Host header is no local name (DNS rebinding)', async () => {
  const status = async (host: string) =>
    (await http.app.inject({ url: '/metrics', headers: { host } })).statusCode;
  for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect([host, await status(host)]).toEqual([host, 200]);
  for (const host of ['rebound.example', 'localhost.example:8080', '127.0.0.1.example'])
    expect([host, await status(host)]).toEqual([host, 403]);
});

it('metrics are readable by callers with the token, where one is configured', async () => {
  const guarded = await anonymousHttp();
  registerHealth(guarded, {
    ...WELL,
    mayCount: { token: 'a long secret' },
  });
  try {
    const status = async (headers: Record<string, string>) =>
      (await guarded.app.inject({ url: '/metrics', headers })).statusCode;
    expect(await status({ authorization: 'Bearer a long secret' })).toBe(200);
    expect(await status({ authorization: 'bearer a long secret' })).toBe(200);
    for (const wrong of [
      'Bearer a long secre',
      'Bearer a long secrets',
      'Bearer',
      'Basic a long secret',
      '',
    ])
      expect(await status({ authorization: wrong })).toBe(403);
    expect(await status({})).toBe(403);
    const refused = await guarded.app.inject('/metrics');
    expect(refused.body).not.toContain('a long secret');
  } finally {
    await guarded.app.close();
  }
});

it('metrics are readable by local calls that no proxy passed on, where no token is configured', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'via']) {
    const reply = await http.app.inject({ url: '/metrics', headers: { [header]: '198.51.100.7' } });
    expect([header, reply.statusCode]).toEqual([header, 403]);
  }
  const elsewhere = await http.app.inject({ url: '/metrics', remoteAddress: '198.51.100.7' });
  expect(elsewhere.statusCode).toBe(403);
});

it('metrics are counted, also while the store is away', async () => {
  await ask('/nowhere');
  expect((await ask('/metrics')).body).toMatch(/^isobar_jobs_waiting 3$/m);
  store = false;
  const { statusCode, body } = await ask('/metrics');
  expect(statusCode).toBe(200);
  expect(body).toContain('isobar_responses_total{method="GET",status="4xx"} 1');
  expect(body).toMatch(/isobar_resident_bytes \d+/);
});

it('[P056] the maintenance call returns the maintenance message as text', async () => {
  const reply = await ask('/services/maintenance/discovery');
  expect(reply.json()).toEqual({ message: 'Back at noon <b>UTC</b>' });
  expect(reply.headers['content-type']).toContain('application/json');
});

it('metrics count what has not happened yet as zero, and the store that is away too', async () => {
  const first = (await ask('/metrics')).body;
  expect(first).toContain('isobar_responses_total{method="POST",status="5xx"} 0\n');
  expect(first).toContain('isobar_store_answers 1\n');
  store = false;
  const away = (await ask('/metrics')).body;
  expect(away).toContain('isobar_store_answers 0\n');
  expect(away).toContain('isobar_responses_total{method="GET",status="2xx"} 1\n');
});

it('metrics state how long requests took by the pattern of their route, never by their address', async () => {
  await ask('/healthz');
  await ask('/services/nobody/knows/this');
  const { body } = await ask('/metrics');
  expect(body).toContain(
    'isobar_http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"} 1',
  );
  expect(body).toContain('route="unknown",status="4xx"} 1');
  expect(body).not.toContain('knows/this');
});

it('metrics have the steps of jobs as a histogram, whose buckets include those below', async () => {
  const other = await anonymousHttp();
  registerHealth(other, {
    ...WELL,
    work: async () => ({
      jobs: { waiting: 1 },
      oldestWaitingSeconds: 12.5,
      harvestEndedAt: 1_700_000_000,
      stepBounds: [1, 5],
      steps: [{ kind: 'order', step: 'a "step"', counts: [2, 1, 4], seconds: 60 }],
    }),
  });
  const { body } = await other.app.inject('/metrics');
  const labels = 'kind="order",step="a \\"step\\""';
  for (const line of [
    `isobar_job_step_duration_seconds_bucket{${labels},le="1"} 2`,
    `isobar_job_step_duration_seconds_bucket{${labels},le="5"} 3`,
    `isobar_job_step_duration_seconds_bucket{${labels},le="+Inf"} 7`,
    `isobar_job_step_duration_seconds_sum{${labels}} 60`,
    `isobar_job_step_duration_seconds_count{${labels}} 7`,
    'isobar_queue_age_seconds 12.5',
    'isobar_harvest_ended_timestamp_seconds 1700000000',
  ])
    expect(body).toContain(`${line}\n`);
  await other.app.close();
});
