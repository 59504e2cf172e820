// Words over HTTP, with the shipped tables and a small archive: what is understood, what is left
// out, what is counted.
import { EMPTY_SEARCH, setText } from '@isobar/contract/search/filter.ts';
import { mainSearch } from '@isobar/contract/search/plan.ts';
import { readAs } from '@isobar/contract/words/read-as.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { COMMAND_LINE } from '../../core/audit/audit.ts';
import { listMissing, productUse } from '../../core/words/counts.ts';
import type { Words } from '../../core/words/current-vocabulary.ts';
import { setLearning } from '../../core/words/learning.ts';
import { wordsOver } from '../../core/words/testing/words-over.ts';
import type { Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { registerSearch } from '../search/routes.ts';
import { countsOf, weighedUse } from './counting.ts';
import { registerWords } from './routes.ts';

/** A document of a product at a site. */
const doc = (
  site: string,
  product: string,
  name: string,
  measurement: string,
  more: object = {},
) => ({
  id: `${site}${product}_${measurement}`,
  data_repository: 'ARM',
  datastream: `${site}${product}C1.b1`,
  instrument_id: product,
  instrument_code: product,
  instrument_name: name,
  instrument_class_code: product,
  instrument_measurement_id: `${product}_${measurement}`,
  primary_meas_type_code: measurement,
  site_code: site,
  ffac: `${site}.C1`,
  dataLevel: 'b1',
  priority: 1,
  start_date: '2000-01-01T00:00:00Z',
  end_date: '2020-12-31T00:00:00Z',
  ...more,
});
const DOCUMENTS = [
  doc('sgp', 'pblht', 'Planetary Boundary Layer Height', 'atmtemp', {
    description: 'made with temperature profiles',
  }),
  doc('sgp', 'met', 'Surface Meteorological Instrumentation', 'atmtemp'),
  doc('sgp', 'met', 'Surface Meteorological Instrumentation', 'atmpres'),
  doc('nsa', 'met', 'Surface Meteorological Instrumentation', 'atmtemp', {
    var_name: 'air_temperature',
  }),
  doc('sgp', 'mwrret', 'MWR Retrievals', 'precipwater'),
  doc('ena', 'ldis', 'Laser Disdrometer', 'hydrometsizedist'),
  doc('hou', 'zorb', 'Zorbmeter', 'zorbs', {
    description: 'a mosaic of beams, kept in a blumshed',
    var_name: 'blorf_pressure',
  }),
  doc('nsa', 'ozone', 'Ozone Monitor', 'ozoneconc'),
  doc('ena', 'gascabin', 'Gas Cabin', 'ozoneconc'),
  doc('oli', 'blimp', 'Blimp', 'unknown', {
    description: 'built before ozone and pressure were known',
  }),
  doc('ena', 'synopweareg', 'Synoptic Weather Regime Classification', 'synopregime', {
    priority: undefined,
  }),
  doc('ena', 'sgpthing', 'Glorfinator of the shed', 'unknown'),
];

let index: SearchIndex;
let http: Http<never>;
let words: Words;
let store: TemporaryStore;

beforeAll(async () => {
  store = await temporaryStore();
  ({ index, words } = await wordsOver(DOCUMENTS, weighedUse(store.db)));
  http = await anonymousHttp();
  registerSearch(http, {
    index,
    indexes: ['metadata'],
    understand: { index: 'metadata', words: words.understand },
  });
  registerWords(http, { words, ...countsOf(store.db, index, createLog('silent')) });
}, 60_000);
afterAll(async () => {
  await http.app.close();
  await index.close();
  await store.close();
});
beforeEach(async () => {
  await store.db.deleteFrom('missing_words').execute();
});

async function understood(text: string): Promise<Understood> {
  const reply = await http.app.inject({ url: '/services/words/understand', query: { text } });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

async function products(text: string): Promise<unknown[]> {
  const search = readAs(setText(EMPTY_SEARCH, text), await understood(text));
  const { hits } = await index.search('metadata', mainSearch(search, true));
  return hits.hits.map((hit) => hit._source?.instrument_code);
}

it('the search for a text looks elsewhere for an instrument that is not at the place, and not for what others measure there', async () => {
  const placed = async (text: string) =>
    (await understood(text)).filters.map(({ typed, dropped }) => [typed, dropped ?? false]);
  expect(await placed('ozone at ENA')).toEqual([['at ENA', false]]);
  expect(await placed('ozone monitor at ENA')).toEqual([['at ENA', true]]);
  expect(await placed('ozone monitor at NSA')).toEqual([['at NSA', false]]);
});

it('the search for a text stands by what is meant: what measures before what was made with it', async () => {
  expect((await products('temperature'))[0]).toBe('met');
  expect((await products('PWV'))[0]).toBe('mwrret');
  expect((await products('rain drop size distribution'))[0]).toBe('ldis');
});

it('the search for a text accepts typos, beginnings of datastreams, and words of the archive that are in no table', async () => {
  expect(await understood('temprature')).toMatchObject({ mended: 'temperature' });
  expect((await products('temprature'))[0]).toBe('met');
  expect((await products('sgpmet'))[0]).toBe('met');
  expect(await products('glorfinator')).toEqual(['sgpthing']);
  expect((await understood('glorfinator')).mended).toBe('glorfinator');
});

it('that is the name of a variable finds that variable, whatever the parts of the name mean', async () => {
  expect(await products('blorf_pressure')).toEqual(['zorb']);
  expect(await products('blorf_pressure 2019')).toEqual(['zorb']);
  // … but a name that is also one of CF means the measurement.
  expect((await understood('air_temperature')).pieces).toMatchObject([{ kind: 'concept' }]);
  expect(await products('air_temperature')).toContain('pblht');
});

it('within the place and the time that the words say', async () => {
  const search = readAs(
    setText(EMPTY_SEARCH, 'NSA temperature 2019'),
    await understood('NSA temperature 2019'),
  );
  expect(search.terms).toMatchObject({ site_code: ['nsa'], start_date: ['2019-01-01'] });
  const { hits } = await index.search('metadata', mainSearch(search, true));
  expect(hits.hits.map((hit) => hit._source?.site_code)).toEqual(['nsa']);
});

it('at the place that a word is called by, where the archive has it in no other sense', async () => {
  expect((await understood('tracer')).filters[0]?.values).toEqual([['site_code', ['hou']]]);
  expect(await products('tracer')).toEqual(['zorb']);
  expect((await understood('mosaic')).filters).toEqual([]);
  expect(await products('mosaic')).toEqual(['zorb']);
});

it('the search for a text is never an empty page: words that occur nowhere are named, and the rest is shown', async () => {
  const some = await understood('temperature blorfex');
  expect(some).toMatchObject({ partial: true });
  expect(some.pieces.find(({ missing }) => missing)?.typed).toBe('blorfex');
  expect((await products('temperature blorfex'))[0]).toBe('met');
});

it('the search for a text shows what is at the place where none of the words occurs', async () => {
  expect((await understood('blorfex at NSA')).pieces).toMatchObject([{ missing: true }]);
  expect((await products('blorfex at NSA')).toSorted()).toEqual(['met', 'ozone']);
  expect(await products('blorfex')).toEqual([]);
});

it('the search for a text does not require, beside a known meaning, a word that occurs only in descriptions of other products', async () => {
  const { pieces, partial } = await understood('disdrometer blumshed');
  expect(pieces).toMatchObject([{ kind: 'concept' }, { read: 'blumshed', aside: true }]);
  expect(partial).toBe(false);
  expect(await products('disdrometer blumshed')).toEqual(['ldis']);
  // … but not a word that is in a name or a description of what is meant.
  expect((await understood('temperature instrumentation')).pieces[1]).not.toHaveProperty('aside');
  expect(await products('temperature instrumentation')).toEqual(['met']);
  expect(await products('boundary layer height profiles')).toEqual(['pblht']);
  expect(await products('blumshed')).toEqual(['zorb']);
});

it('the search for a text shows what has most of the words where nothing has all of them', async () => {
  expect(await understood('disdrometer precipitable water')).toMatchObject({ partial: true });
  expect((await products('disdrometer precipitable water')).toSorted()).toEqual(['ldis', 'mwrret']);
});

it('the search for a text passes over a place or time that leaves nothing, and says which', async () => {
  const { filters } = await understood('disdrometer at SGP 2019');
  expect(filters.map(({ typed, dropped = false }) => [typed, dropped])).toEqual([
    ['at SGP', true],
    ['2019', false],
  ]);
});

it('the search for a text passes over a place that has the word but nothing of what is meant', async () => {
  const { filters } = await understood('ozone at OLI');
  expect(filters).toMatchObject([{ typed: 'at OLI', dropped: true }]);
  expect((await products('ozone at OLI'))[0]).toBe('ozone');
});

it('the search for a text shows each of several things where nothing is meant by all of them, and not what only has the words', async () => {
  expect(await understood('ozone and pressure')).toMatchObject({ partial: true });
  expect((await products('ozone and pressure')).slice(0, 2).toSorted()).toEqual(['met', 'ozone']);
  expect(await understood('ozone and weather regime')).toMatchObject({
    partial: true,
    allData: true,
  });
});

it('the search for a text leaves out what is negated with not', async () => {
  expect(await products('sgp not temperature')).not.toContain('met');
  expect(await products('temperature not SGP')).toEqual(['met']);
  expect((await understood('temperature not SGP')).filters).toEqual([]);
  expect((await products('not temperature')).length).toBeGreaterThan(0);
  expect(await products('disdrometer precipitable water not drop size')).toEqual(['mwrret']);
});

it('the search for a text names what is near where the archive has nothing of it', async () => {
  const { pieces, partial } = await understood('volatile organic compounds');
  expect(pieces).toMatchObject([
    { missing: true, instead: ['organic aerosol', 'trace gases', 'ozone'] },
    { typed: 'trace gases', near: true },
    { typed: 'ozone', near: true },
  ]);
  expect(partial).toBe(true);
  expect((await products('volatile organic compounds'))[0]).toBe('ozone');
  expect(await understood('lightning')).toMatchObject({
    pieces: [{ missing: true, instead: ['storm', 'convection', 'precipitation radar'] }],
    partial: false,
  });
});

it('the search for a text finds the instruments of a maker, and what is near where the archive has none of them', async () => {
  expect((await products('Vaisala'))[0]).toBe('met');
  expect(await understood('Teledyne')).toMatchObject({
    pieces: [{ missing: true }, { typed: 'ozone', near: true }],
    partial: true,
  });
  expect((await products('Teledyne'))[0]).toBe('ozone');
  // two makers, and ozone once
  expect((await understood('Teledyne 2B Technologies')).pieces).toHaveLength(3);
});

it('searches all data where nothing that is meant is recommended', async () => {
  expect(await understood('weather regime')).toMatchObject({ allData: true });
  expect(await products('weather regime')).toEqual(['synopweareg']);
});

const post = (body: object, url = '/services/metadata/_search') =>
  http.app.inject({ method: 'POST', url, body });
const classes = (reply: Awaited<ReturnType<typeof post>>): string[] =>
  reply
    .json()
    .hits.hits.map((hit: { _source: { instrument_code: string } }) => hit._source.instrument_code);

it('a planned search whose words are not interpreted yet is understood where it is answered, and finds what the screen shows', async () => {
  const planned = mainSearch(setText(EMPTY_SEARCH, 'temprature'), true);
  expect(planned.ext).toEqual({ understand: 'temprature' });
  expect(classes(await post(planned))[0]).toBe('met');
  const { ext: _, ...asTyped } = planned;
  expect(classes(await post(asTyped))).toEqual([]);
});

it('a planned search whose words are not interpreted yet declares the correction only where it is done: not in a multi-search, not for a search as typed', async () => {
  const typed = { ...setText(EMPTY_SEARCH, 'temprature'), asTyped: true };
  expect(mainSearch(typed, true).ext).toBeUndefined();
  const lines = [{ index: 'metadata' }, { ext: { understand: 'PWV' } }];
  const many = await http.app.inject({
    method: 'POST',
    url: '/services/metadata/_msearch',
    headers: { 'content-type': 'application/x-ndjson' },
    body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  });
  expect(many.json().responses[0]).toMatchObject({ status: 400 });
});

const call = async (query: Record<string, string>) =>
  await http.app.inject({ url: '/services/metadata/_search', query });

it('the plain call for words understands with one parameter', async () => {
  const plain = (await call({ q: 'PWV' })).json();
  expect(plain.hits.total.value).toBe(0);
  const { hits } = (await call({ q: 'PWV', understand: 'true' })).json();
  expect(hits.hits[0]._source.instrument_code).toBe('mwrret');
});

it('the plain call for words understands the text of a body, and counts', async () => {
  const query = { bool: { must: [{ query_string: { query: 'NSA temperature' } }] } };
  const reply = await http.app.inject({
    method: 'POST',
    url: '/services/metadata/_search?understand=true',
    payload: { query },
  });
  const ids = reply.json().hits.hits.map((hit: { _id: string }) => hit._id);
  expect([ids, reply.headers.warning]).toEqual([['nsamet_atmtemp'], undefined]);
  const url = '/services/metadata/_count?understand=true';
  const counted = await http.app.inject({ method: 'POST', url, payload: { query } });
  expect(counted.json().count).toBe(1);
});

it.each([
  'NSA temperature [K]',
  'NSA temperature 2019/2020',
  'NSA (temperature',
  '"NSA" W/m2 temperature!',
])(
  'the plain call for words understands words that are no query, as the portal does: %s',
  async (text) => {
    const own = { query_string: { query: text } };
    const url = '/services/metadata/_search?understand=true';
    const replies = [await call({ q: text, understand: 'true' })];
    for (const query of [own, { bool: { must: [{ match_all: {} }, own] } }])
      replies.push(await http.app.inject({ method: 'POST', url, payload: { query } }));
    for (const reply of replies) expect(reply.json().hits?.hits[0]?._id).toBe('nsamet_atmtemp');
    expect((await call({ q: text })).statusCode).toBe(400);
  },
);

it('the plain call for words notes in its headers which words were left out, in a form that official clients warn by', async () => {
  for (const path of ['_search', '_count']) {
    const { headers } = await http.app.inject({
      ...{ method: 'POST', url: `/services/metadata/${path}?understand=true` },
      payload: { query: { query_string: { query: 'NSA temperature blorfex' } } },
    });
    const note = "No data have the word 'blorfex', left out of the search";
    expect(String(headers['x-isobar-notes'])).toContain(note);
    expect(String(headers.warning)).toContain(`299 Isobar "${note}"`);
  }
});

it('the plain call for words refuses what it cannot understand, with the reason', async () => {
  const nothing = await call({ understand: 'true' });
  expect(nothing.statusCode).toBe(400);
  expect(nothing.json().error.reason).toContain('[understand] needs q');
  const odd = await call({ q: 'x', understand: 'maybe' });
  expect(odd.json().error.reason).toContain('expected true or false');
  expect((await http.app.inject('/services/words/understand?text=')).statusCode).toBe(400);
});

it('words that found nothing, and no others', async () => {
  await understood('temperature blorfex');
  await understood('temperature blorfex');
  await understood('temperature');
  await expect
    .poll(async () => await listMissing(store.db, 10))
    .toMatchObject([{ word: 'blorfex', searches: 2 }]);
});

it('products that were opened, as a weight that only parts equals', async () => {
  const open = async (product: string) =>
    await http.app.inject({
      method: 'POST',
      url: '/services/words/opened',
      payload: { product },
    });
  expect((await open('ldis')).statusCode).toBe(204);
  await open('ldis');
  await open('nothing-of-the-kind');
  const used = await productUse(store.db);
  expect(used).toMatchObject([{ product: 'ldis', opened: 2, ordered: 0 }]);
  expect(used[0]?.weight).toBeGreaterThan(0);
  expect(used[0]?.weight).toBeLessThan(1);
});

it('nothing while operators have it switched off, and weighs nothing', async () => {
  const weighed = async () => (await understood('humidity')).used?.map(([name]) => name);
  const opened = async () => {
    const payload = { product: 'ldis' };
    await http.app.inject({ method: 'POST', url: '/services/words/opened', payload });
    return (await productUse(store.db)).map((one) => one.opened);
  };
  const before = await opened();
  expect(await weighed()).toEqual(['ldis']);
  await setLearning(store.db, COMMAND_LINE, false);
  expect(await weighed()).toBeUndefined();
  expect(await opened()).toEqual(before);
  await understood('temperature blorfexian');
  await understood('temperature');
  expect((await listMissing(store.db, 10)).map(({ word }) => word)).not.toContain('blorfexian');
  await setLearning(store.db, COMMAND_LINE, true);
  expect(await weighed()).toEqual(['ldis']);
  expect(await opened()).toEqual(before.map((count) => count + 1));
});
