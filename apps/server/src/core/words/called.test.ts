// Names as archives have them, searched as they are: who pastes one finds what has it, before
// anything else.
import { EMPTY_SEARCH, setText } from '@isobar/contract/search/filter.ts';
import { mainSearch } from '@isobar/contract/search/plan.ts';
import { searchQuery } from '@isobar/contract/search/plan-clauses.ts';
import { bucketsOf } from '@isobar/contract/search/reply.ts';
import { readAs } from '@isobar/contract/words/read-as.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { Words } from './current-vocabulary.ts';
import { wordsOver } from './testing/words-over.ts';

/**
 * Datastream -> title: words that mean something, numbers, signs, names that begin with one
 * another.
 */
const TITLES: Readonly<Record<string, string>> = {
  '1d_bound_bad': '1d_bound_bad',
  '2d-regular-grid': '2D regular grid',
  bound: 'Boundary of something',
  'cesm2_cl-ncar': 'cesm2_cl',
  'cesm2_waccm_cl-ncar': 'cesm2_waccm_cl',
  example_1: 'Example',
  geometry_1: 'Geometry of a cloud',
  'geometry_1-test': 'Geometry of a cloud, tested',
  'heat-flux-rv-tangaroa': 'Heat and radiative flux data from Tangaroa in 2019',
  'tbx_deb_rt00_90_05-debilt': 'tbx_deb_rt00_90_05',
  'tbx_deb_rt00_90_06-debilt': 'tbx_deb_rt00_90_06',
  'goes-1-minute': 'GOES 1-15 L2 XRS 1-minute Irradiance averages',
  'sgpmetE13.b1': 'Surface Meteorological Instrumentation',
  'sgpceilC1.b1': 'Ceilometer',
  'sgpmplC1.b1': 'Micropulse Lidar',
};

/** Datastream -> DOI. */
const DOIS: Readonly<Record<string, string>> = {
  'sgpmetE13.b1': '10.5439/1786358',
  'sgpceilC1.b1': '10.5439/1181954',
};
const CITATION =
  'Kyrouac, J., & Shi, Y. (2021). Surface Meteorological Instrumentation (MET), Southern Great Plains (SGP) Lamont, OK ' +
  '(Extended and Co-located with C1) (E13). ARM Data Center. Data set accessed 2022-01-01 at https://doi.org/';

const doc = (datastream: string, title: string, product = datastream) => ({
  id: datastream,
  data_repository: 'ARM',
  datastream,
  instrument_id: product,
  instrument_code: product,
  instrument_name: title,
  instrument_class_code: /^sgp([a-z]+)/.exec(datastream)?.[1] ?? product,
  instrument_measurement_id: `${product}_atmtemp`,
  primary_meas_type_code: 'atmtemp',
  ...(DOIS[datastream] ? { doi: DOIS[datastream] } : {}),
  site_code: datastream.startsWith('sgp') ? 'sgp' : 'other',
  ffac: 'sgp.C1',
  priority: 1,
  start_date: '2018-01-01T00:00:00Z',
  end_date: '2020-12-31T00:00:00Z',
});
/** Titles that more datastreams have than a filter names. */
const SHARED = ['alike_42', 'Alike everywhere'];
const ALIKE = SHARED.flatMap((title, n) =>
  Array.from({ length: 30 }, (_, i) => doc(`site${i}-alike${n}`, title, `alike${n}`)),
);

let index: SearchIndex;
let words: Words;

beforeAll(async () => {
  const own = Object.entries(TITLES).map(([datastream, title]) => doc(datastream, title));
  ({ index, words } = await wordsOver([...own, ...ALIKE]));
}, 60_000);
afterAll(async () => index.close());

/** The datastreams of the rows that a typed text shows. */
async function shown(text: string): Promise<readonly unknown[]> {
  const search = readAs(setText(EMPTY_SEARCH, text), await words.understand(text));
  const { hits } = await index.search('metadata', mainSearch(search, true));
  return hits.hits.map(({ _source }) => _source?.datastream);
}

it.each(Object.keys(TITLES))(
  'a name that is typed as it is finds the datastream %s first, in any case',
  async (name) => {
    expect((await shown(name))[0]).toBe(name);
    expect((await shown(` ${name.toUpperCase()}`))[0]).toBe(name);
  },
);

it.each(Object.entries(TITLES))(
  'a name that is typed as it is finds the product of %s first by its title, %s',
  async (name, title) => {
    expect((await shown(title))[0]).toBe(name);
  },
);

it.each(SHARED)(
  'a name that is typed as it is finds all datastreams that share the title %s',
  async (title) => {
    const understood = await words.understand(title);
    expect(understood.filters.map(({ kind, meaning }) => [kind, meaning])).toEqual([
      ['product', title],
    ]);
    const search = readAs(setText(EMPTY_SEARCH, title), understood);
    const query = searchQuery(search, { recommended: false });
    const aggs = { all: { terms: { field: 'datastream.keyword', size: 100 } } };
    const { aggregations } = await index.search('metadata', { query, size: 0, aggs });
    const own = ALIKE.filter((one) => one.instrument_name === title);
    expect(
      bucketsOf(aggregations, 'all')
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(own.map(({ datastream }) => datastream).toSorted());
  },
);

it('a name that is typed as it is is a filter beside other words, also at the end of a clause', async () => {
  expect(await shown('temperature of geometry_1, please')).toEqual(['geometry_1']);
  expect(await shown('cesm2_cl 2019')).toEqual(['cesm2_cl-ncar']);
  // nothing of that year: it is dropped
  expect(await shown('geometry_1 1995')).toEqual(['geometry_1']);
});

it('a name that is typed as it is of a file means its datastream, and its day', async () => {
  const file = 'sgpmetE13.b1.20190102.000000.cdf';
  expect(await shown(file)).toEqual(['sgpmetE13.b1']);
  expect(await shown(file.toUpperCase())).toEqual(['sgpmetE13.b1']);
  expect(await shown('sgpmetE13.b1.20190231.000000.cdf')).toEqual(['sgpmetE13.b1']); // no such day
  const { filters } = await words.understand(file);
  expect(filters.map(({ kind, meaning }) => [kind, meaning])).toEqual([
    ['datastream', 'sgpmetE13.b1'],
    ['time', '2019-01-02'],
  ]);
});

it.each([
  '10.5439/1181954',
  'doi:10.5439/1181954',
  'DOI 10.5439/1181954',
  'https://doi.org/10.5439/1181954.',
  'ceilometer (http://dx.doi.org/10.5439/1181954) 2019',
  `${CITATION}10.5439/1181954`,
])('a name that is typed as it is of a DOI means the data that have it: %s', async (text) => {
  expect(await shown(text)).toEqual(['sgpceilC1.b1']);
  const [filter] = (await words.understand(text)).filters;
  expect([filter?.kind, filter?.meaning]).toEqual(['product', 'DOI 10.5439/1181954']);
});

it('a name that is typed as it is of a DOI that no record has is one part that occurs nowhere', async () => {
  expect(await shown('10.5439/99')).toEqual([]);
  const { pieces } = await words.understand(`${CITATION}10.5439/99`);
  const missing = pieces.filter((piece) => piece.missing).map(({ typed }) => typed);
  expect(missing).toContain('https://doi.org/10.5439/99');
  expect(pieces.map(({ typed }) => typed)).not.toContain('https');
});

it('a name that is typed as it is is found in the beginning of a text that is as long as an abstract', async () => {
  const text = `A ceilometer ${'was pointed at the zenith for many months '.repeat(40)} and more.`;
  const understood = await words.understand(text);
  expect(understood.typed).toBe(text);
  expect([understood.cut, understood.mended]).toEqual([true, text]);
  expect((await shown(text))[0]).toBe('sgpceilC1.b1');
});

it('a name that is typed as it is of one term means all that the term does, even where a product is called so', async () => {
  const { filters, pieces } = await words.understand('micropulse lidar');
  expect(filters).toEqual([]);
  expect(pieces.map(({ kind }) => kind)).toEqual(['concept']);
  expect((await words.understand('bound')).filters).toEqual([]);
});
