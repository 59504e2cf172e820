// Users without the role are refused for that, whatever they send, so that refusals reveal nothing
// about calls for operators.

import * as operateCalls from '@isobar/contract/calls/admin-calls.ts';
import { type Call, pathOf, placed } from '@isobar/contract/calls/call.ts';
import * as writtenCalls from '@isobar/contract/calls/written-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createHttp, type Http } from './http.ts';

const CALLS: readonly Call[] = [...Object.values(operateCalls), ...Object.values(writtenCalls)];
const json = { 'content-type': 'application/json' };

/**
 * Requests that a caller without the role might try. With the role, each is refused for its own
 * mistake.
 */
const TRIED: readonly (readonly [string, Partial<InjectOptions>])[] = [
  ['nothing', {}],
  ['half of a body', { payload: '{"orderId":', headers: json }],
  ['a body with the wrong schema', { payload: '[[]]', headers: json }],
  ['a body that is too long', { payload: `"${'x'.repeat(3 << 20)}"`, headers: json }],
  ['another type', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }],
  ['a type that is none', { payload: 'x', headers: { 'content-type': 'json;;' } }],
  [
    'a query with the wrong schema',
    { query: { state: 'x', before: '-1', from: 'y', find: ['a', 'b'] } },
  ],
];

let http: Http<string>;
let acted = 0;
beforeAll(async () => {
  http = await createHttp<string>({
    log: createLog('silent'),
    requestsPerMinute: 1_000_000,
    trustProxy: false,
    noSessionMessage: 'nobody',
    session: async ({ headers: { cookie } }) => cookie ?? null,
    requireRole: async (person, role) => {
      if (person !== `an ${role}`) throw new Problem('forbidden', 'not you');
    },
  });
  for (const call of CALLS)
    http.route(call, async () => {
      acted++;
      throw new Problem('not-found', 'It was let in.');
    });
});
afterAll(() => http.app.close());

describe.each(CALLS.map((call) => [`${[call.method].flat()[0]} ${pathOf(call)}`, call] as const))(
  '%s',
  (_, call) => {
    const url = placed(pathOf(call), { id: '%00', file: 'no such.csv' });
    const method = [call.method].flat()[0] ?? 'GET';
    const ask = (person: string | null, tried: Partial<InjectOptions>) =>
      http.app.inject({
        method,
        url,
        ...(method === 'GET' && tried.payload ? {} : tried),
        headers: { ...tried.headers, ...(person ? { cookie: person } : {}) },
      });
    it.each(TRIED)('a call for one role is closed to others who send %s', async (_, tried) => {
      acted = 0;
      const stranger = await ask(null, tried);
      expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'no-session']);
      expect(stranger.headers['cache-control']).toBe('no-store');
      const eve = await ask('eve', tried);
      expect([eve.statusCode, eve.json().message, eve.json().details]).toEqual([
        403,
        'not you',
        undefined,
      ]);
      expect(acted).toBe(0);
    });
  },
);

it('a call for operators tells an operator what is wrong, and lets the rest through', async () => {
  const asked = { cookie: 'an operator', ...json };
  const act = pathOf(operateCalls.actOnOrder);
  const wrong = await http.app.inject({ method: 'POST', url: act, payload: '{}', headers: asked });
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'bad-request']);
  acted = 0;
  const fine = await http.app.inject({ url: pathOf(operateCalls.overview), headers: asked });
  expect([fine.statusCode, acted]).toEqual([404, 1]);
});

it('a call that requires a role refuses all callers where no roles are configured', async () => {
  const closed = await createHttp<string>({
    log: createLog('silent'),
    requestsPerMinute: 100,
    trustProxy: false,
    noSessionMessage: 'nobody',
    session: async () => 'an operator',
  });
  closed.route(operateCalls.overview, async () => {
    throw new Error('let in');
  });
  expect((await closed.app.inject(pathOf(operateCalls.overview))).statusCode).toBe(403);
  await closed.app.close();
});
