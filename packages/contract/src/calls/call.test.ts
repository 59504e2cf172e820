// Addresses of calls, and laws of all calls: which access token each accepts, what it describes,
// and that real answers are what it tells.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addressOf, type Call, defineCall, isSchema, pathOf, placed } from './call.ts';
import { clusterCall } from './cluster-calls.ts';
import { deliveredPart } from './delivery-calls.ts';
import { errorsOf } from './errors-of.ts';
import { liveExtract, liveFile, liveQuery } from './live-calls.ts';
import { pageOfKind } from './page-calls.ts';
import { readReport } from './quality-calls.ts';

it('an address percent-encodes the characters of a parameter that would change its meaning', () => {
  expect(addressOf(readReport, { id: 'a/b?c' })).toBe('/services/dqr/report/a%2Fb%3Fc');
  expect(placed(pathOf(deliveredPart), { orderId: 7, '*': 'day 1/a#b.cdf' })).toBe(
    '/services/order/delivery/7/day%201/a%23b.cdf',
  );
});

it('a call that reads the session does not compile unless it states which token it accepts', () => {
  const call = { method: 'GET', path: '/x', summary: 'X', answer: z.string() } as const;
  // @ts-expect-error: the required token is missing
  defineCall({ ...call, session: 'required' });
  expect(defineCall({ ...call, session: 'optional', token: 'profile' }).token).toBe('profile');
});

it('every call that accepts the operator token requires the operator role, and no other call does', async () => {
  const calls = await allCalls();
  const forOperators = calls.filter(({ token }) => token === 'operator');
  expect(forOperators.length).toBeGreaterThan(20);
  for (const { session, role } of forOperators)
    expect([session, role]).toEqual(['required', 'operator']);
  expect(calls.filter(({ role }) => role).length).toBe(forOperators.length);
});

it('access tokens are accepted by the listed calls and by no others', async () => {
  const opened = new Set<string>();
  for (const one of await allCalls())
    if (one.session !== 'none' || one.token)
      opened.add(`${one.token}: ${[one.method].flat().join()} ${pathOf(one)}`);
  const told = Object.entries(OPENED).flatMap(([token, calls]) =>
    calls.map((call) => `${token}: ${call}`),
  );
  expect([...opened].sort()).toEqual(told.sort());
});

/** One call from each function that makes calls. */
const MADE = [
  liveQuery('/query'),
  liveFile('/saveData'),
  liveFile('/saveData/:file'),
  liveExtract('/mod'),
  pageOfKind('site'),
  clusterCall({ method: ['GET', 'POST'], path: '/metadata/_search', summary: 'Finds documents' }),
  clusterCall({ method: 'POST', path: '/metadata/_count', summary: 'Counts documents' }),
];

it('every call describes that its deadline may pass, since each has one', async () => {
  for (const call of await allCalls())
    for (const method of [call.method].flat())
      expect([pathOf(call), errorsOf(call, method)]).toEqual([
        pathOf(call),
        expect.arrayContaining(['timeout']),
      ]);
});

it('every call describes the parts of its path that vary, and nothing else as such a part', async () => {
  for (const { params, path } of [...(await allCalls()), ...MADE]) {
    const described = Object.keys(params instanceof z.ZodMiniObject ? params.shape : {});
    if (path === TILES) expect(described).toEqual([]);
    else expect([path, described.toSorted()]).toEqual([path, varying(path)]);
  }
});

/** Hands on to the tile service all that follows. */
const TILES = '/*';
const varying = (path: string): string[] =>
  [...path.matchAll(/:(\w+)|\*$/g)].map(([all, name]) => name ?? all).toSorted();

/** The members of `given` that `read` lacks, each with its path. */
function lost(given: unknown, read: unknown): string[] {
  if (typeof given !== 'object' || given === null) return [];
  const kept = new Map(Object.entries(read ?? {}));
  return Object.entries(given).flatMap(([name, value]) =>
    kept.has(name) ? lost(value, kept.get(name)).map((below) => `${name}.${below}`) : [name],
  );
}

it('every call gives examples that the calls take, with all that they need and nothing that is left out', async () => {
  const wrong: string[] = [];
  let examples = 0;
  for (const { example, params, query, body, form, path } of [...(await allCalls()), ...MADE]) {
    if (!example) continue;
    const told = [
      [params, example.params],
      [query, example.query],
      [body ?? form, example.body],
    ] as const;
    if (
      !['', varying(path).join()].includes(
        Object.keys(example.params ?? {})
          .toSorted()
          .join(),
      )
    )
      wrong.push(`${path}: its example is of other parts of the path`);
    for (const [schema, given] of told) {
      if (given === undefined) {
        if (schema && !z.safeParse(schema, {}).success)
          wrong.push(`${path}: the example is not all`);
        continue;
      }
      examples++;
      const read = schema === undefined ? null : z.safeParse(schema, given);
      if (!read?.success)
        wrong.push(`${path}: ${read?.error?.message ?? 'it takes nothing there'}`);
      else wrong.push(...lost(given, read.data).map((name) => `${path}: ${name} is left out`));
    }
  }
  expect(wrong).toEqual([]);
  expect(examples).toBeGreaterThan(45);
});

const RECORDED = '../../../../apps/portal/src/testing/recorded/answers.json';

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Absent: JSON. */
  readonly type?: string;
  readonly answer?: unknown;
}

const recorded = (): Exchange[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, RECORDED), 'utf8')) as Exchange[];

/** Calls of this method whose paths fit, those of a fixed path first. */
function callsAt(calls: readonly Call[], { method, path }: Exchange): Call[] {
  const [address = ''] = path.split('?');
  const fits = (call: Call) => {
    const form = pathOf(call).replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*');
    return (
      [call.method].flat().some((one) => one === method) && new RegExp(`^${form}$`).test(address)
    );
  };
  const variance = (call: Call) => pathOf(call).split(/[:*]/).length;
  return calls.filter(fits).sort((a, b) => variance(a) - variance(b));
}

/** The schema of JSON of this status. */
function schemaOf({ answer, also }: Call, status: number): z.core.$ZodType | undefined {
  const first = !isSchema(answer) && answer.status ? answer.status : 200;
  const told = status === first ? answer : also?.[status];
  if (told === undefined) return undefined;
  return isSchema(told) ? told : told.json;
}

/**
 * The value as it would be if a member, the `place`-th in depth, were of a type that no answer has;
 * null: there are not so many.
 */
function withWrong(value: unknown, place: number): unknown {
  let left = place;
  const copied = (one: unknown): unknown => {
    if (left-- === 0) return () => 'no JSON';
    if (Array.isArray(one)) return one.slice(0, 1).map(copied);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, copied(member)]));
  };
  const made = copied(value);
  return left < 0 ? made : null;
}

/** Calls that a function makes, one for each index and each kind of page. */
const MADE_BY_FUNCTIONS = /\/_search$|\.datacite\.json$/;

it('each answer that was recorded has what its call tells and nothing else, and no member of a different type would pass', async () => {
  const calls = await allCalls();
  const seen = new Set<Call>();
  const passed: string[] = [];
  for (const exchange of recorded()) {
    const { method, path, status, type, answer } = exchange;
    const where = `${method} ${path}`;
    if (MADE_BY_FUNCTIONS.test(where.split('?')[0] ?? '')) continue;
    if (status >= 400 || type !== undefined || answer === undefined) continue;
    const [call] = callsAt(calls, exchange);
    const schema = call && schemaOf(call, status);
    if (!schema) throw new Error(`No call tells of ${where} with ${status}`);
    const read = z.safeParse(schema, answer);
    expect([where, read.error?.message, read.data]).toEqual([where, undefined, answer]);
    if (seen.has(call)) continue;
    seen.add(call);
    for (let place = 0; place < 200; place++) {
      const wrong = withWrong(answer, place);
      if (wrong === null) break;
      if (z.safeParse(schema, wrong).success) passed.push(`${where}: ${place}`);
    }
  }
  expect(passed).toEqual([]);
  expect(seen.size).toBeGreaterThanOrEqual(18);
});

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;

/** A file exports calls, or records of them. */
const callsIn = (value: unknown): Call[] =>
  isCall(value)
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).filter(isCall)
      : [];

async function allCalls(): Promise<Call[]> {
  const calls: Call[] = [];
  for (const file of globSync('!(*.test).ts', { cwd: import.meta.dirname })) {
    const name = basename(file, '.ts');
    const module: Record<string, unknown> = await import(`../calls/${name}.ts`);
    calls.push(...Object.values(module).flatMap(callsIn));
  }
  return calls;
}

/** Token -> the calls that it opens. */
const OPENED = {
  data: [
    'GET /services/arrays/:datastream',
    'GET /services/arrays/:datastream/:state/:answer',
    'GET /services/arrays/:datastream/:state/:store/*',
  ],
  installation: [
    'GET /services/order/orders/dropbox/callback',
    'GET /services/order/orders/dropbox/link',
    'POST /services/order/orders/dropbox/unlink',
  ],
  none: [
    'DELETE /services/order/drafts/:draftId',
    'POST /services/order/drafts/:draftId/place',
    'DELETE /services/profile/sessions',
    'DELETE /services/profile/sessions/:sessionId',
    'DELETE /services/profile/tokens/:tokenId',
    'GET /services/profile/export',
    'GET /services/profile/person',
    'GET /services/profile/sessions',
    'GET /services/profile/tokens',
    'POST /services/profile/email',
    'POST /services/profile/leave',
    'POST /services/profile/tokens',
    'PUT /services/profile/password',
    'PUT /services/profile/person',
  ],
  operator: [
    'GET /services/dqr/written',
    'GET /services/dqr/written/:id',
    'GET /services/operate',
    'GET /services/operate/harvest',
    'GET /services/operate/jobs',
    'GET /services/operate/log',
    'GET /services/operate/orders',
    'GET /services/operate/people',
    'GET /services/operate/tables',
    'GET /services/operate/tables/:file',
    'GET /services/operate/words',
    'POST /services/dqr/written',
    'POST /services/dqr/written/:id/act',
    'POST /services/dqr/written/preview',
    'POST /services/operate/index',
    'POST /services/operate/orders/act',
    'GET /services/operate/support',
    'POST /services/operate/people',
    'POST /services/operate/people/act',
    'POST /services/operate/support/answer',
    'PUT /services/operate/people/beta',
    'POST /services/operate/tables/:file',
    'POST /services/operate/tables/:file/restore',
    'POST /services/operate/words/forget',
    'PUT /services/dqr/written/:id',
    'PUT /services/operate/maintenance',
    'PUT /services/operate/words/learning',
  ],
  'orders:read': [
    'GET /index.json',
    'GET /services/dqr/order/:orderId',
    'GET /services/dqr/order/:orderId/reports.csv',
    'GET /services/dqr/report/:id/orders',
    'GET /services/files/jupyter',
    'GET /services/order/delivery/:orderId',
    'GET /services/order/delivery/:orderId/*',
    'GET /services/order/orders/:orderId/changes',
    'GET /services/order/orders/:orderId/changes.atom',
    'GET /services/order/orders/:orderId/difference',
    'GET /services/order/orders/history',
    'GET /services/order/orders/shared',
    'GET /services/order/orders/validate/dropbox/:personId',
    'GET /services/order/status/:orderId',
    'GET /services/order/status/:orderId/events',
  ],
  'orders:write': [
    'POST /services/order/orders/cancel',
    'POST /services/order/orders/changed',
    'POST /services/order/orders/cite',
    'POST /services/order/orders/create',
    'POST /services/order/orders/remake',
    'POST /services/order/orders/retry',
    'POST,GET /services/order/orders/reorder',
  ],
  profile: [
    'GET /services/order/drafts',
    'GET /services/order/drafts/:draftId',
    'POST /services/order/drafts',
    'DELETE /services/profile/searches/:searchId',
    'GET /services/campaigns/fc/afc',
    'GET /services/campaigns/fc/hpcr',
    'GET /services/profile/beta-users/search/app',
    'GET /services/profile/cart',
    'GET /services/profile/preference/search/appPersonIdPref',
    'GET /services/profile/searches',
    'PUT /services/profile/searches/:searchId/hook',
    'PUT /services/profile/searches/:searchId/tell',
    'GET /services/recommender/KNN-based-rec',
    'GET /services/recommender/SVD-based-rec',
    'GET /services/recommender/work-based-rec',
    'POST /services/profile/preference',
    'POST /services/profile/searches',
    'POST /services/profile/searches/:searchId/opened',
    'PUT /services/profile/cart',
    'PUT /services/profile/searches/:searchId',
  ],
};
