// Recommendations: from one's own history, explained, at most five, by wish; and what those get who
// have none yet.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson } from '../../core/accounts/people.ts';
import type { Session } from '../../core/accounts/session.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { keepSetting } from '../../store/settings.ts';
import { addOwnDatastream } from '../../store/testing/own-datastream.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { historyOf, rowOf } from './history.ts';
import { methodsOf, POPULAR_SETTING, recommendAll, recommendNightly } from './recommend.ts';
import { registerRecommend } from './routes.ts';

const NOW = 1_790_000_000;

/**
 * Two groups of users: clouds (mpl, ceil, mwr, kazr) and soil (sebs, stamp, ecor). All of them
 * order met.
 */
const CLOUDS = [
  ['mpl', 'ceil', 'mwr', 'met'],
  ['mpl', 'ceil', 'kazr', 'met'],
  ['ceil', 'mwr', 'kazr', 'met'],
  ['mpl', 'mwr', 'kazr'],
];
const SOIL = [
  ['sebs', 'stamp', 'ecor', 'met'],
  ['sebs', 'stamp', 'met'],
  ['stamp', 'ecor', 'met'],
];

describe('the methods', () => {
  const history = historyOf([...CLOUDS, ...SOIL].map((codes) => new Map(codes.map((c) => [c, 1]))));
  const rank = (codes: readonly string[]) =>
    methodsOf(history).map(([kind, method]) => ({
      kind,
      ranked: method(rowOf(history, new Map(codes.map((code) => [code, 1])))).map((one) => ({
        code: history.codes[one.column]!,
        because: one.because.map((column) => history.codes[column]!),
      })),
    }));

  it('the methods put what belongs to a person’s circle before what does not, and say why by what they use', () => {
    for (const { kind, ranked } of rank(['mpl', 'ceil'])) {
      const first = ranked.slice(0, 2).map(({ code }) => code);
      expect([kind, first.every((code) => ['mwr', 'kazr', 'met'].includes(code))]).toEqual([
        kind,
        true,
      ]);
      expect(ranked.map(({ code }) => code)).not.toContain('mpl');
      for (const { because } of ranked)
        for (const own of because) expect(['mpl', 'ceil']).toContain(own);
      expect([kind, ranked[0]!.because.length]).not.toEqual([kind, 0]);
    }
    for (const { kind, ranked } of rank(['sebs']))
      expect([kind, ['stamp', 'ecor', 'met'].includes(ranked[0]!.code)]).toEqual([kind, true]);
  });

  it('the methods tell the same of the same, nothing of nothing, and do without what they do not know', () => {
    expect(rank(['mpl'])).toEqual(rank(['mpl']));
    for (const { ranked } of [...rank([]), ...rank(['unheard'])]) expect(ranked).toEqual([]);
    for (const [, method] of methodsOf(historyOf([]))) expect(method(new Map())).toEqual([]);
  });

  it('[A065] the methods name at most five', () => {
    const many = historyOf(
      Array.from({ length: 9 }, () => new Map(Array.from({ length: 12 }, (_, i) => [`i${i}`, 1]))),
    );
    for (const [, method] of methodsOf(many))
      expect(method(rowOf(many, new Map([['i0', 1]]))).length).toBe(5);
  });
});

describe.each(STORE_KINDS)('the recommender on %s', (kind) => {
  let store: TemporaryStore;
  let http: Http<Session>;
  let session: Session | null;

  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.empty();
    http = await createHttp<Session>({
      log: createLog('silent'),
      requestsPerMinute: 1000,
      trustProxy: false,
      noSessionMessage: 'nobody',
      session: async () => session,
    });
    const categories: Record<string, string> = { sebs: 'surface', stamp: 'surface' };
    registerRecommend(http, {
      db: store.db,
      // Only the five look-ups that the calls use.
      tables: async () =>
        ({
          instrumentClassOf: () => undefined,
          datastreamClass: (code: string) =>
            code === 'mwr' ? { name: 'Microwave radiometer' } : undefined,
          instrumentClass: () => undefined,
          measurementsOf: (code: string) => [{ primary_meas_type_code: code }],
          measurement: (code: string) => ({ category_code: categories[code] ?? 'clouds' }),
        }) as unknown as Awaited<ReturnType<Parameters<typeof registerRecommend>[1]['tables']>>,
    });
    for (const [n, codes] of [...CLOUDS, ...SOIL].entries()) await order(`former-${n}`, codes);
    for (const userName of ['ada', 'eve'])
      await addPerson(
        store.db,
        {
          userName,
          email: `${userName}@example.org`,
          nameFirst: '',
          nameLast: '',
          password: 'an analytical engine',
        },
        userName,
      );
    as('ada');
  });
  afterEach(() => http.app.close());

  const as = (userName: string) => {
    const names = { userName, nameFirst: '', nameLast: '', email: '' };
    session = { personId: userName, ...names, expired: false };
  };
  const order = (person_id: string, codes: readonly string[]) =>
    store.db
      .insertInto('orders')
      .values({
        person_id,
        order_date: NOW,
        request: JSON.stringify({
          selectedData: {
            selectedDatastreams: codes.map((code) => ({ datastream: `sgp${code}C1.b1` })),
            outputFormat: ['ANDR'],
          },
        }),
        step: 'complete',
        file_count: 1,
        bytes: 1,
        progress: '{}',
      })
      .execute();
  const prefer = (value: string) =>
    store.db
      .insertInto('preferences')
      .values({ person_id: 'ada', application: 'discovery', preference: 'mlRecommendation', value })
      .execute();
  const ask = async (what = 'work-based-rec', person = 'ada') =>
    (await http.app.inject({ url: `/services/recommender/${what}?person_id=${person}` })).json();
  const codes = ({ recommendations }: { recommendations: { instrumentCode: string }[] }) =>
    recommendations.map(({ instrumentCode }) => instrumentCode);

  it('[A017] [A046] [P053] [P054] [P055] the recommender answers what the nightly job made of a person’s orders, each kind with its reasons', async () => {
    await order('ada', ['mpl', 'ceil']);
    expect(await recommendAll(store.db, NOW)).toMatchObject({ people: 8, served: 1 });
    const work = await ask();
    expect(work).toMatchObject({ basis: 'history', madeAt: '2026-09-21T14:13:20Z' });
    expect(work.recommendations.length).toBeGreaterThan(0);
    expect(work.recommendations.length).toBeLessThanOrEqual(5);
    const mwr = work.recommendations.find(
      ({ instrumentCode }: { instrumentCode: string }) => instrumentCode === 'mwr',
    );
    expect(mwr).toMatchObject({ instrumentName: '', because: expect.arrayContaining(['mpl']) });
    for (const kind of ['KNN-based-rec', 'SVD-based-rec']) {
      const answer = await ask(kind);
      expect([kind, codes(answer).includes('mwr')]).toEqual([kind, true]);
      expect(JSON.stringify(answer)).toContain('Microwave radiometer');
    }
  });

  it('the recommender refuses to show what is recommended to other users', async () => {
    expect((await ask('work-based-rec', 'eve')).code).toBe('forbidden');
    session = null;
    expect((await ask()).code).toBe('no-session');
  });

  it('the recommender makes and returns nothing for users who switched it off, from that moment', async () => {
    await order('ada', ['mpl']);
    await recommendAll(store.db, NOW);
    await prefer('false');
    expect(await ask()).toEqual({ basis: 'none', madeAt: null, recommendations: [] });
    await recommendAll(store.db, NOW + 1);
    expect(await store.db.selectFrom('recommendations').selectAll().execute()).toEqual([]);
  });

  it('the recommender begins with what others use, within the category of the saved searches', async () => {
    expect(codes(await ask())).toEqual([]); // the job has not run
    await recommendAll(store.db, NOW);
    expect(await ask()).toMatchObject({ basis: 'popular', madeAt: null });
    expect(codes(await ask())[0]).toBe('met');
    await store.db
      .insertInto('saved_searches')
      .values({
        search_id: 's',
        person_id: 'ada',
        name: 'Soil',
        name_key: 'soil',
        address: '{"path":"meas_category_code::surface/site_code::sgp","query":{}}',
        seen: '{}',
        saved_at: 0,
        opened_at: 0,
      })
      .execute();
    expect(
      codes(await ask())
        .slice(0, 2)
        .sort(),
    ).toEqual(['sebs', 'stamp']);
    expect(codes(await ask())).toHaveLength(5);
  });

  it('the recommender names a product whose name does not say what it is as its files do', async () => {
    const named = { datastream: 'roof-2', datastream_class: 'roof', title: 'Our roof' };
    await addOwnDatastream(store.db, named);
    const popular = JSON.stringify([{ code: 'roof', users: 3 }]);
    await keepSetting(store.db, POPULAR_SETTING, popular);
    expect((await ask('KNN-based-rec')).recommendations).toEqual([
      { instrumentCode: 'roof', instrumentName: 'Our roof', because: [] },
    ]);
  });

  it('the recommender learns from a saved search that finds little, and not from one that finds everything', async () => {
    const saved = (seen: object) => ({
      search_id: `${Object.keys(seen).length}`,
      person_id: 'ada',
      name: 'x',
      name_key: `${Object.keys(seen).length}`,
      address: '{"path":"","query":{}}',
      seen: JSON.stringify(seen),
      saved_at: 0,
      opened_at: 0,
    });
    const many = Array.from({ length: 40 }, (_, n) => [`sgpmplC${n}.b1`, 1]);
    await store.db
      .insertInto('saved_searches')
      .values(saved(Object.fromEntries(many)))
      .execute();
    await recommendAll(store.db, NOW);
    expect((await ask()).basis).toBe('popular');
    await store.db
      .insertInto('saved_searches')
      .values(saved({ 'sgpsebsC1.b1': 1 }))
      .execute();
    await recommendAll(store.db, NOW);
    expect((await ask()).basis).toBe('history');
    expect(codes(await ask())[0]).toBe('stamp');
  });

  it('the recommender works once a night, in whichever process is first', async () => {
    const nights = await Promise.all([1, 2, 3].map(() => recommendNightly(store.db, NOW)));
    expect(nights.filter((made) => made !== null)).toHaveLength(1);
    expect(await recommendNightly(store.db, NOW + 3600)).toBeNull();
    expect(await recommendNightly(store.db, NOW + 86_400)).not.toBeNull();
    // One process was killed in the middle: another follows.
    const value = String(NOW + 86_400 * 2 - 23 * 3600 + 3600);
    await store.db
      .updateTable('settings')
      .set({ value })
      .where('name', '=', 'recommended-at')
      .execute();
    expect(await recommendNightly(store.db, NOW + 86_400 * 2 + 3601)).not.toBeNull();
  });
});
