// Saved searches over HTTP, on a real index: what is new in them follows the catalogue.

import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { MOST_SAVED_SEARCHES, savedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { GROUP_FIELDS, METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbeddedSearch } from '../../adapters/search-embedded/search-embedded.ts';
import { createAccounts } from '../../core/accounts/accounts.ts';
import { addPerson } from '../../core/accounts/people.ts';
import type { Session } from '../../core/accounts/session.ts';
import { smallVocabulary } from '../../core/words/testing/small-vocabulary.ts';
import { understand as readWords } from '../../core/words/understand.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { type SearchIndex, SearchRefused } from '../../ports/search-index.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { registerAccounts } from './routes.ts';
import { findSaved } from './saved-searches.ts';
import { queueSearchHooks } from './search-hooks.ts';
import { queueSearchMails } from './search-mails.ts';
import { accountsFeature } from './testing/account-fixture.ts';

const URL = '/services/profile/searches';
const PASSWORD = 'a long password';

let store: TemporaryStore;
let http: Http<Session>;
let index: SearchIndex;
let headers: { cookie: string };
/** What searches for days find, and what they were asked. */
let found: readonly string[] | null;
let asked: string[];

beforeAll(async () => {
  store = await temporaryStore();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  index = await openEmbeddedSearch({ folder: store.folder, threads: 1, log });
});
afterAll(async () => {
  await index.close();
  await store.close();
});
beforeEach(async () => {
  await store.empty();
  found = ['2019-07-01'];
  asked = [];
  await hold({ 'sgpmetE13.b1': '2020-01-01', 'nsametC1.b1': '2020-01-01' });
  const accounts = createAccounts(store.db);
  http = await createHttp<Session>({
    log: createLog('silent'),
    requestsPerMinute: 1000,
    trustProxy: true,
    noSessionMessage: NO_SESSION_MESSAGE,
    session: accounts.sessionOf,
  });
  registerAccounts(
    http,
    accountsFeature(store, {
      ...{ accounts, index, indexName: 'metadata', understand },
      hooks: { hosts: ['hooks.example.org'], http: false },
      findDays: async (query) => {
        asked.push(query);
        return found;
      },
    }),
  );
  headers = await personNamed('ada');
});
afterEach(() => http.app.close());

/** The catalogue from now on: datastream -> last day of its data. */
const hold = (datastreams: Readonly<Record<string, string>>) =>
  index.replace(
    'metadata',
    METADATA_FIELDS,
    GROUP_FIELDS,
    Object.entries(datastreams).map(([datastream, day]) => ({
      id: datastream,
      datastream,
      site_code: datastream.slice(0, 3),
      instrument_id: 'met',
      instrument_measurement_id: 'met',
      data_repository: 'ARM',
      priority: 1,
      start_date: '2000-01-01T00:00:00Z',
      end_date: `${day}T00:00:00Z`,
    })),
  );

async function personNamed(userName: string): Promise<{ cookie: string }> {
  const email = `${userName}@example.org`;
  await addPerson(store.db, { userName, email, nameFirst: 'A', nameLast: 'B', password: PASSWORD });
  const basic = Buffer.from(`${userName}:${PASSWORD}`).toString('base64');
  const reply = await http.app.inject({
    method: 'POST',
    url: '/services/auth/login',
    headers: { authorization: `Basic ${basic}` },
  });
  return { cookie: `isobar_session=${reply.cookies[0]?.value}` };
}

const understand = async (text: string) =>
  readWords(text, smallVocabulary(), { today: '2026-11-22' });

const SGP = { path: 'site_code::sgp', query: { data: 'all' } };
const save = (name: string, address: object = SGP, as = headers) =>
  http.app.inject({ method: 'POST', url: URL, headers: as, payload: { name, address } });
const list = async (as = headers) =>
  (await http.app.inject({ url: URL, headers: as })).json().searches;
const act = (method: 'PUT' | 'POST' | 'DELETE', path: string, payload?: object, as = headers) =>
  http.app.inject({ method, url: `${URL}/${path}`, headers: as, ...(payload ? { payload } : {}) });

describe('saved searches', () => {
  it('saved searches are kept by name, in the present form of their address', async () => {
    const reply = await save('  Weather at SGP ', { path: 'fsite::sgp', query: { page: '3' } });
    expect(reply.statusCode).toBe(200);
    const saved = savedSearch.parse(reply.json());
    expect(saved).toMatchObject({
      name: 'Weather at SGP',
      address: { path: 'site_code::sgp', query: {} },
      fresh: 0,
    });
    await save('a first');
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual([
      'a first',
      'Weather at SGP',
    ]);
  });

  it('saved searches count by the dates and places that their words mean', async () => {
    const reply = await save('words', { path: 's::sgp 2019', query: { data: 'all' } });
    expect(reply.json()).toMatchObject({ name: 'words', fresh: 0 });
    await hold({ 'sgpmetE13.b1': '2020-02-01', 'nsametC1.b1': '2020-02-01' });
    expect((await list())[0]).toMatchObject({ name: 'words', fresh: 1 });
  });

  it('saved searches tell how many datastreams are new or have newer data, until they are opened', async () => {
    const { searchId } = (await save('SGP')).json();
    await hold({
      'sgpmetE13.b1': '2020-02-01',
      'sgpceilC1.b1': '2001-01-01',
      'nsamet.b1': '2021-01-01',
    });
    expect((await list())[0].fresh).toBe(2);
    const opened = await act('POST', `${searchId}/opened`);
    expect(opened.json()).toMatchObject({ searchId, fresh: 0 });
    expect((await list())[0].fresh).toBe(0);
  });

  it('saved searches of days count new days, and not while they are still being computed [AL3]', async () => {
    const path = 'text=hot+days&if=sgpmetE13.b1,temp_mean,mean,above,30&hours=3';
    const payload = { name: 'Heat', kind: 'days', address: { path, query: {} } };
    const reply = await http.app.inject({ method: 'POST', url: URL, headers, payload });
    const saved = savedSearch.parse(reply.json());
    // The sentence that was typed is no part of what is searched.
    const plain = path.replace('text=hot+days&', '');
    expect(saved).toMatchObject({ kind: 'days', fresh: 0, address: { path: plain } });
    expect(asked).toEqual([plain]);
    found = ['2019-07-01', '2019-07-02', '2019-07-03'];
    expect((await list())[0].fresh).toBe(2);
    found = null;
    expect((await list())[0].fresh).toBeNull();
    found = ['2019-07-03'];
    expect((await act('POST', `${saved.searchId}/opened`)).json().fresh).toBe(0);
    const refused = async (bad: string) =>
      (
        await http.app.inject({
          ...{ method: 'POST', url: URL, headers },
          payload: { ...payload, name: 'Other', address: { path: bad, query: {} } },
        })
      ).statusCode;
    expect([await refused('if=what'), await refused(''), await refused('hours=3')]).toEqual([
      400, 400, 400,
    ]);
  });

  it('saved searches have a web hook where the operator allows its host, with a secret of its own [AL4]', async () => {
    const { searchId } = (await save('Weather')).json();
    const set = (url: string | null, as = headers) => act('PUT', `${searchId}/hook`, { url }, as);
    const url = 'https://hooks.example.org/isobar';
    const reply = (await set(url)).json();
    expect(reply.search).toMatchObject({ searchId, hook: url });
    expect(reply.secret).toMatch(/^whsec_/);
    expect((await set(url)).json().secret).toBe(reply.secret);
    expect((await set('https://elsewhere.example/x')).json()).toMatchObject({
      code: 'bad-request',
      message: 'url: Web hooks may go to hooks.example.org only.',
    });
    expect((await set(url, await personNamed('bob'))).statusCode).toBe(404);
    expect((await set(null)).json()).toMatchObject({ search: { hook: null }, secret: null });
    expect((await list())[0].hook).toBeNull();
  });

  it('saved searches are mailed and sent to their web hook from what comes after these were switched on, until they are switched off', async () => {
    const { searchId } = (await save('SGP')).json();
    await hold({ 'sgpmetE13.b1': '2020-02-01' }); // is there before anything is switched on
    const tell = (value: string, as = headers) =>
      act('PUT', `${searchId}/tell`, { tell: value }, as);
    expect((await tell('daily', await personNamed('bob'))).statusCode).toBe(404);
    expect((await tell('daily')).json()).toMatchObject({ searchId, tell: 'daily', fresh: 1 });
    expect((await list())[0]).toMatchObject({ tell: 'daily', fresh: 1 });
    await act('PUT', `${searchId}/hook`, { url: 'https://hooks.example.org/isobar' });
    const input = {
      db: store.db,
      find: findSaved({ index, indexName: 'metadata', findDays: async () => [] }),
    };
    let now = Math.floor(Date.now() / 1000);
    const queued = async () => {
      now += 86_400;
      return [await queueSearchMails({ ...input, now }), await queueSearchHooks({ ...input, now })];
    };
    expect(await queued()).toEqual([0, 0]);
    await hold({ 'sgpmetE13.b1': '2020-03-01' });
    expect(await queued()).toEqual([1, 1]);
    expect(await queued()).toEqual([0, 0]);
    await tell('never');
    await act('PUT', `${searchId}/hook`, { url: null });
    const known = store.db.selectFrom('saved_searches').select(['tell', 'told', 'hooked']);
    // What was found is forgotten with the mails: they begin with what is there when they are
    // switched on again.
    expect(await known.execute()).toEqual([{ tell: 'never', told: '{}', hooked: '{}' }]);
    await hold({ 'sgpmetE13.b1': '2020-04-01' });
    expect(await queued()).toEqual([0, 0]);
  });

  it('saved searches are renamed and deleted', async () => {
    const { searchId } = (await save('SGP')).json();
    const renamed = await act('PUT', searchId, { name: 'sgp' });
    expect(renamed.json()).toMatchObject({ name: 'sgp', fresh: 0 });
    expect((await act('DELETE', searchId)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
    expect((await act('DELETE', searchId)).statusCode).toBe(404);
  });

  it('saved searches have each name once, in whatever case, and there are not too many', async () => {
    await save('SGP');
    const again = await save('sgp');
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe('There is a saved search named “sgp” already.');
    const { searchId } = (await save('Other')).json();
    expect((await act('PUT', searchId, { name: 'SGP' })).statusCode).toBe(409);
    for (let i = 2; i < MOST_SAVED_SEARCHES; i++) await save(`number ${i}`);
    expect((await save('one too many')).statusCode).toBe(409);
    expect(await list()).toHaveLength(MOST_SAVED_SEARCHES);
  });

  it.each([
    ['no name', { name: ' ', address: SGP }],
    ['a very long name', { name: 'x'.repeat(81), address: SGP }],
    ['no filter', { name: 'all', address: { path: '', query: {} } }],
    ['a filter that is none', { name: 'x', address: { path: 'colour::red', query: {} } }],
    ['a very long address', { name: 'x', address: { path: 'x'.repeat(4001), query: {} } }],
  ])('saved searches are refused with %s', async (_, payload) => {
    const reply = await http.app.inject({ method: 'POST', url: URL, headers, payload });
    expect(reply.statusCode).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('saved searches belong to their person', async () => {
    const { searchId } = (await save('SGP')).json();
    const bob = await personNamed('bob');
    expect(await list(bob)).toEqual([]);
    expect((await save('SGP', SGP, bob)).statusCode).toBe(200);
    for (const reply of [
      await act('PUT', searchId, { name: 'mine' }, bob),
      await act('POST', `${searchId}/opened`, undefined, bob),
      await act('DELETE', searchId, undefined, bob),
    ]) {
      expect(reply.statusCode).toBe(404);
    }
    expect((await http.app.inject({ url: URL })).statusCode).toBe(401);
    expect(await list()).toHaveLength(1);
  });
});

it('a list without an index says that it does not know what is new', async () => {
  await save('SGP');
  vi.spyOn(index, 'search').mockRejectedValue(new SearchRefused(503, 'unavailable', 'later'));
  expect((await list())[0].fresh).toBeNull();
  expect((await save('Other')).json()).toMatchObject({ code: 'unavailable' });
});
