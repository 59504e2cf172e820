// The pages for operators as calls: for operators only, each act is done, and all are logged.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATE } from '@isobar/contract/calls/admin.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { findPerson } from '../../core/accounts/people.ts';
import { giveRole, requireRole, rolesOf } from '../../core/accounts/roles.ts';
import type { Session } from '../../core/accounts/session.ts';
import { maintenanceAt } from '../../core/maintenance.ts';
import { ensureTables } from '../../core/tables/load.ts';
import { openTableEditor } from '../../core/tables/table-editor.ts';
import { countOpened } from '../../core/words/counts.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { registerAdmin } from './routes.ts';

const SHIPPED = fileURLToPath(new URL('../../../tables', import.meta.url));
const PLACES: readonly (readonly ['GET' | 'POST' | 'PUT', string])[] = [
  ['GET', ''],
  ['GET', '/orders'],
  ['GET', '/jobs'],
  ['GET', '/harvest'],
  ['GET', '/people'],
  ['GET', '/words'],
  ['GET', '/log'],
  ['GET', '/tables'],
  ['GET', '/tables/sites.csv'],
  ['POST', '/orders/act'],
  ['POST', '/people/act'],
  ['POST', '/people'],
  ['PUT', '/people/beta'],
  ['GET', '/support'],
  ['POST', '/support/answer'],
  ['PUT', '/maintenance'],
  ['POST', '/words/forget'],
  ['PUT', '/words/learning'],
  ['POST', '/index'],
  ['POST', '/tables/sites.csv'],
  ['POST', '/tables/sites.csv/restore'],
];
const BODIES: Readonly<Record<string, object>> = {
  '/orders/act': { orderId: 1, act: 'deny' },
  '/people/act': { userName: 'eve', act: 'operator' },
  '/people': { userName: 'mal', email: 'mal@example.org', nameFirst: 'Mal', nameLast: '' },
  '/people/beta': { userName: 'eve', feature: 'searchAsNotebook', on: true },
  '/support/answer': { number: 'INC0000001', text: 'No.', close: true },
  '/maintenance': { message: 'Hacked' },
  '/words/learning': { on: false },
  '/tables/sites.csv': { digest: '0'.repeat(64), changes: [], keep: true },
  '/tables/sites.csv/restore': { name: '1700000000-00000000.csv' },
};

describe.each(STORE_KINDS)('on %s', (kind) => {
  let store: TemporaryStore;
  let http: Http<Session>;
  let home: string;
  const acted: unknown[] = [];
  let rebuilt = 0;

  beforeAll(async () => {
    store = await temporaryStore(kind);
    home = temporaryFolder();
    await ensureTables({ shipped: SHIPPED, folder: join(home, 'tables') });
    http = await createHttp<Session>({
      log: createLog('silent'),
      requestsPerMinute: 100_000,
      trustProxy: false,
      noSessionMessage: 'nobody',
      requireRole: ({ personId }, role) => requireRole(store.db, personId, role),
      session: async (request) => {
        const name = request.headers['x-person'];
        return typeof name === 'string'
          ? ({ personId: name, userName: name, nameFirst: name, nameLast: '' } as Session)
          : null;
      },
    });
    const act = (name: string) => async (orderId: number, words: string) => {
      acted.push([name, orderId, words]);
    };
    registerAdmin(http, {
      db: store.db,
      maintenance: maintenanceAt(home, store),
      version: '1.2.3',
      simulated: false,
      learns: true,
      tables: openTableEditor(join(home, 'tables')),
      orderActs: {
        approve: act('approve'),
        deny: act('deny'),
        pause: act('pause'),
        resume: act('resume'),
        cancel: act('cancel'),
        retry: act('retry'),
      },
      support: {
        list: async () => ({ messages: [], more: false }),
        answer: async (...given) => void acted.push(given),
      },
      harvestReport: async () =>
        (async function* () {
          yield 'path,datastream,problem,what,to_do,costs,files,table,line\n';
          yield 'a/b.nc,,empty,"no, bytes",Copy it again,1,3,sites.csv,"a,b\nc,d"\n';
          for (let n = 0; n < 600; n++) yield `f${n},,corrupt,x,y,1,1,,\n`;
        })(),
      index: {
        state: async () => ({ building: rebuilt > 0, documents: 5, builtAt: null, failed: null }),
        rebuild: () => {
          rebuilt++;
        },
      },
      health: async () => [{ what: 'All', problem: null }],
    });
  });
  afterAll(async () => {
    await http.app.close();
    await store.close();
  });
  beforeEach(async () => {
    await store.empty();
    acted.length = 0;
    rebuilt = 0;
    for (const name of ['ada', 'eve'])
      await store.db
        .insertInto('people')
        .values({
          person_id: name,
          user_name: name,
          email: `${name}@x.example`,
          name_first: name,
          name_last: 'Person Ødegård',
          password_hash: 'secret-hash',
          access_token_hash: `token-hash-of-${name}`,
          expires_at: null,
          created_at: 0,
        })
        .execute();
    await giveRole(store.db, 'ada', 'operator');
  });

  const ask = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    person: string | null = 'ada',
  ) =>
    http.app.inject({
      method,
      url: `${OPERATE}${path}`,
      headers: person ? { 'x-person': person } : {},
      ...(payload ? { payload } : {}),
    });
  const logged = async () =>
    (await ask('GET', '/log'))
      .json()
      .acts.map((one: Record<string, string>) => [one.who, one.action, one.subject, one.note]);

  it.each(PLACES)('%s %s is for operators', async (method, path) => {
    const payload = method === 'GET' ? undefined : (BODIES[path] ?? {});
    expect((await ask(method, path, payload, null)).statusCode).toBe(401);
    const eve = await ask(method, path, payload, 'eve');
    expect([eve.statusCode, eve.json().code]).toEqual([403, 'forbidden']);
    expect(acted).toEqual([]);
    expect(rebuilt).toBe(0);
    expect(await rolesOf(store.db, 'eve')).toEqual([]);
    expect(await maintenanceAt(home, store).read()).toBe('');
    expect(await logged()).toEqual([]);
  });

  it('the desk of operators tells how the installation is', async () => {
    const reply = await ask('GET', '');
    expect(reply.json()).toMatchObject({
      version: '1.2.3',
      counts: { approvals: 0, people: 2 },
      health: [{ what: 'All', problem: null }],
      maintenance: '',
    });
  });

  it('the desk of operators shows what use weighs, and switches it off and on, which is noted', async () => {
    await countOpened(store.db, 'ldis');
    const learns = async () => (await ask('GET', '/words')).json().learns;
    expect((await ask('GET', '/words')).json()).toMatchObject({
      learns: 'on',
      used: [{ product: 'ldis', opened: 1, ordered: 0, weight: expect.any(Number) }],
    });
    await ask('PUT', '/words/learning', { on: false });
    expect(await learns()).toBe('off');
    await ask('PUT', '/words/learning', { on: true });
    expect(await learns()).toBe('on');
    expect(await logged()).toEqual([
      ['ada', 'words.learning', 'on', ''],
      ['ada', 'words.learning', 'off', ''],
    ]);
    await store.db.deleteFrom('operator_log').execute();
  });

  it('the desk of operators lists what waits for approval, and acts in words that are noted', async () => {
    const place = (
      step: 'ordhdlr' | 'complete',
      suspend_reason: string | null,
      more: object = {},
    ) =>
      store.db
        .insertInto('orders')
        .values({
          ...{ person_id: 'eve', order_date: 1_700_000_000, request: '{}', progress: '{}' },
          ...{ file_count: 2, bytes: 100, step, suspend_reason, ...more },
        })
        .returning('order_id')
        .executeTakeFirstOrThrow();
    for (const expires_at of [1_700_000_100, 9_000_000_000])
      await place('complete', null, { completed_at: 1_700_000_050, expires_at });
    const held = Number((await place('ordhdlr', 'Oversize')).order_id);
    await place('ordhdlr', 'Denied');
    await place('ordhdlr', null);
    await place('ordhdlr', null, { failure: 'The disk was full.' });
    const states = async (state: string) =>
      (await ask('GET', `/orders?state=${state}`))
        .json()
        .orders.map((one: Record<string, string>) => [one.state, one.reason, one.userName]);
    expect(await states('review')).toEqual([['waits for approval', 'Oversize', 'eve']]);
    expect(await states('working')).toEqual([['queued', '', 'eve']]);
    expect(await states('failed')).toEqual([['failed', 'The disk was full.', 'eve']]);
    expect((await states('all')).map(([first]: string[]) => first)).toEqual([
      ...['failed', 'queued', 'denied', 'waits for approval', 'complete', 'expired'],
    ]);
    const words = 'Too large: ask for a year at a time.';
    await ask('POST', '/orders/act', { orderId: held, act: 'deny', words });
    expect(acted).toEqual([['deny', held, words]]);
    expect(await logged()).toEqual([['ada', 'order.deny', `order ${held}`, words]]);
    const wrong = await ask('POST', '/orders/act', { orderId: held, act: '__proto__' });
    expect(wrong.statusCode).toBe(400);
  });

  it('the desk of operators shows the harvest report with what to do, in part', async () => {
    const { lines, more } = (await ask('GET', '/harvest')).json();
    expect(lines[0]).toEqual({
      path: 'a/b.nc',
      datastream: '',
      problem: 'empty',
      what: 'no, bytes',
      toDo: 'Copy it again',
      files: '3',
      table: 'sites.csv',
      line: 'a,b\nc,d',
    });
    expect([lines.length, more]).toEqual([500, true]);
  });

  it('the desk of operators gives and takes roles, and never shows a secret', async () => {
    const listed = await ask('GET', `/people?find=${encodeURIComponent('EVE person øde')}`);
    expect(listed.json().people).toEqual([
      expect.objectContaining({ userName: 'eve', roles: [], hasToken: true, sessions: 0 }),
    ]);
    expect(listed.body).not.toMatch(/secret-hash|token-hash/);
    expect((await ask('GET', '/people?find=%25')).json().people).toEqual([]);
    await ask('POST', '/people/act', { userName: 'eve', act: 'operator' });
    expect(await rolesOf(store.db, 'eve')).toEqual(['operator']);
    const own = await ask('POST', '/people/act', { userName: 'ada', act: 'no-role' });
    expect([own.statusCode, own.json().code]).toEqual([409, 'conflict']);
    await ask('POST', '/people/act', { userName: 'ada', act: 'no-role' }, 'eve');
    expect((await ask('GET', '/people')).statusCode).toBe(403);
  });

  it('the desk of operators adds a person, who has no password before the mailed link is used', async () => {
    const person = { userName: 'Bob', email: 'Bob@example.org', nameFirst: 'Bob', nameLast: 'Ek' };
    expect((await ask('POST', '/people', person)).json()).toEqual({ done: true });
    const bob = await findPerson(store.db, 'bob');
    expect(bob).toMatchObject({ email: 'bob@example.org', name_last: 'Ek', password_hash: '' });
    const requests = await store.db.selectFrom('account_requests').selectAll().execute();
    expect(requests).toMatchObject([{ kind: 'password', email: 'bob@example.org' }]);
    expect(await store.db.selectFrom('jobs').selectAll().execute()).toHaveLength(1);
    expect((await ask('POST', '/people', person)).json().code).toBe('conflict');
    const codes = [
      { ...person, userName: 'a b', email: 'c@example.org' },
      { ...person, userName: 'carl', email: 'c@example.org', nameFirst: '' },
    ].map(async (wrong) => (await ask('POST', '/people', wrong)).statusCode);
    expect(await Promise.all(codes)).toEqual([400, 400]);
    expect(await logged()).toEqual([['ada', 'person.add', 'bob', '']]);
  });

  it('[A053] the desk of operators gives and takes beta features, which the list of people shows', async () => {
    const beta = async () => (await ask('GET', '/people?find=eve')).json().people[0].beta;
    const give = (feature: string, on: boolean, userName = 'eve') =>
      ask('PUT', '/people/beta', { userName, feature, on });
    for (const on of [true, true])
      expect((await give('searchAsNotebook', on)).statusCode).toBe(200);
    expect(await beta()).toEqual(['searchAsNotebook']);
    await give('searchAsNotebook', false);
    expect(await beta()).toEqual([]);
    expect((await give('no such name', true)).statusCode).toBe(400);
    expect((await give('searchAsNotebook', true, 'nobody')).statusCode).toBe(404);
    expect((await logged())[0]).toEqual(['ada', 'person.no-beta', 'eve', 'searchAsNotebook']);
  });

  it('the desk of operators lists messages to the desk, answers and closes them', async () => {
    expect((await ask('GET', '/support')).json()).toEqual({ messages: [], more: false });
    await ask('POST', '/support/answer', { number: 'INC0000007', text: ' Yes. ', close: false });
    await ask('POST', '/support/answer', { number: 'INC0000007', close: true });
    expect(acted).toEqual([
      ['INC0000007', 'Yes.', false],
      ['INC0000007', '', true],
    ]);
    const empty = { number: 'INC0000007', text: ' ', close: false };
    expect((await ask('POST', '/support/answer', empty)).statusCode).toBe(400);
    expect((await logged()).map(([, action]: string[]) => action)).toEqual([
      'support.close',
      'support.answer',
    ]);
  });

  it('the desk of operators sets the message for visitors and takes it away', async () => {
    await ask('PUT', '/maintenance', { message: ' Down at noon. ' });
    expect(await maintenanceAt(home, store).read()).toBe('Down at noon.');
    expect((await ask('PUT', '/maintenance', { message: 'x'.repeat(501) })).statusCode).toBe(400);
    await ask('PUT', '/maintenance', { message: '' });
    expect(await maintenanceAt(home, store).read()).toBe('');
    expect((await logged()).map(([, , subject]: string[]) => subject)).toEqual([
      'taken away',
      'set',
    ]);
  });

  it('the desk of operators rebuilds the index once at a time', async () => {
    expect((await ask('POST', '/index', {})).statusCode).toBe(200);
    expect((await ask('POST', '/index', {})).json().code).toBe('conflict');
    expect(rebuilt).toBe(1);
  });

  it('the desk of operators edits a table: preview, save, undo; an invalid one is reported and not saved', async () => {
    const file = join(home, 'tables/sites.csv');
    const before = await readFile(file, 'utf8');
    const table = (await ask('GET', '/tables/sites.csv?find=ena,Eastern')).json();
    const { tables } = (await ask('GET', '/tables')).json();
    expect(tables[0]).toMatchObject({ file: 'sites.csv', title: 'Sites', rows: table.total });
    expect(table.rows).toHaveLength(1);
    const [{ row }] = table.rows;
    const change = (cells: object, keep: boolean, digest = table.digest) =>
      ask('POST', '/tables/sites.csv', { digest, changes: [{ row, cells }], keep });
    const bad = (await change({ site_code: '' }, true)).json();
    expect([bad.problem, bad.kept]).toEqual([
      expect.stringMatching(/^sites\.csv, line \d+, column site_code/),
      null,
    ]);
    const told = (await change({ region: 'Azores, "the island"' }, false)).json();
    expect(told).toMatchObject({ problem: null, kept: null, added: [], removed: [] });
    expect(await readFile(file, 'utf8')).toBe(before);
    const kept = (await change({ region: 'Azores, "the island"' }, true)).json();
    expect(kept.kept).toMatch(/^[0-9a-f]{64}$/);
    const after = await readFile(file, 'utf8');
    expect(after).toContain('"Azores, ""the island"""');
    const untouched = before
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('ena,'));
    expect(after.trimEnd().split('\n')).toEqual(expect.arrayContaining(untouched));
    const late = await change({ region: 'x' }, true);
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict']);
    const { former } = (await ask('GET', '/tables/sites.csv')).json();
    expect(former).toHaveLength(1);
    const path = '/tables/sites.csv/restore';
    expect((await ask('POST', path, { name: '1700000000-00000000.csv' })).statusCode).toBe(404);
    expect((await ask('POST', path, { name: '../../isobar.sqlite' })).statusCode).toBe(400);
    await ask('POST', path, { name: former[0].name });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await logged()).map(([, action]: string[]) => action)).toEqual([
      'table.restore',
      'table.save',
    ]);
  });

  it('the desk of operators adds and takes out rows, and knows no other file', async () => {
    const table = (await ask('GET', '/tables/withdrawn.csv')).json();
    const reply = await ask('POST', '/tables/withdrawn.csv', {
      digest: table.digest,
      keep: false,
      changes: [{ cells: { kind: 'site', id: 'old', reason: 'Gone' } }, { row: 0, cells: null }],
    });
    expect(reply.json()).toMatchObject({
      problem: null,
      added: [['site', 'old', '', 'Gone', '']],
      removed: [table.rows[0].cells],
    });
    for (const name of ['nothing.csv', '..%2Fisobar.sqlite', '__proto__', '.shipped.json'])
      expect((await ask('GET', `/tables/${name}`)).statusCode).toBe(400);
    const unknown = await ask('POST', '/tables/withdrawn.csv', {
      digest: table.digest,
      keep: true,
      changes: [{ row: 999, cells: null }],
    });
    expect(unknown.statusCode).toBe(400);
  });
});
