import { codeAddresses } from '@isobar/contract/code/address-of.ts';
import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import {
  listRequest,
  searchCodeOf,
  searchCurl,
  searchJulia,
  searchNotebook,
  searchPython,
  searchR,
} from './search-code.ts';

const ORIGIN = 'https://data.example';
const search = (terms: Search['terms'], more: Partial<Search> = {}): Search => ({
  ...EMPTY_SEARCH,
  terms,
  ...more,
});
const codeOf = (one: Search, recommended = true) =>
  searchCodeOf(one, recommended, {
    origin: ORIGIN,
    metadata: `${ORIGIN}/services/metadata`,
    from: `${ORIGIN}/discovery/#/results/s::rain`,
    ...codeAddresses(ORIGIN),
  });
const WHOLE = search({
  s: [`rain "it's" $HOME`],
  site_code: ['sgp'],
  start_date: ['2019-01-01'],
  end_date: ['2019-01-31'],
  shape: ['-100 30, -90 30, -90 40, -100 40'],
});
const WRITERS = { searchPython, searchCurl, searchR, searchJulia };

it.each(Object.entries(WRITERS))('%s is at most twelve lines, without comments', (_, write) => {
  for (const one of [WHOLE, search({ s: ['rain'] }), search({ site_code: ['sgp'] })]) {
    const lines = write(codeOf(one)).split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#')).length).toBeLessThan(13);
  }
});

it('Python gives words, dates, box and filters to the package of the archive', () => {
  const text = searchPython(codeOf(WHOLE));
  expect(text).toContain(`archive = Isobar("${ORIGIN}")`);
  expect(text).toContain(String.raw`archive.search("rain \"it's\" $HOME", start="2019-01-01"`);
  expect(text).toContain('box=(-100, 30, -90, 40)');
  expect(text).toContain(String.raw`site_code.keyword:\"sgp\"`);
  expect(text).toContain('download(one.datastream, "2019-01-01", "2019-01-31")');
  expect(text).not.toContain('[* TO');
  expect(searchPython(codeOf(search({ s: ['rain'] })))).toContain(
    'download(one.datastream, (one.end or one.record["filed_end_date"])[:10])',
  );
  expect(searchPython(codeOf(search({ s: ['rain'] }, { asTyped: true })))).toContain(
    'understand=False',
  );
});

it('the request of the other languages is short and understood, with dates and area as filters', () => {
  const request = listRequest(codeOf(WHOLE));
  expect(parseSearchBody(request)).toMatchObject({ ok: true });
  const text = JSON.stringify(request);
  expect(text).toContain('end_date:[\\"2019-01-01T00:00:00Z\\" TO *]');
  expect(text).toContain('geo_shape');
  expect(JSON.stringify(listRequest(codeOf(search({ s: ['rain'] })))).length).toBeLessThan(400);
  expect(listRequest(codeOf(search({})))).toMatchObject({ query: { match_all: {} } });
});

it('recommended data are asked for where the list shows them alone', () => {
  expect(searchPython(codeOf(search({ s: ['rain'] }), true))).toContain('priority:*');
  expect(searchPython(codeOf(search({ s: ['rain'] }), false))).not.toContain('priority:*');
});

it('no language lets words end their literal', () => {
  expect(searchCurl(codeOf(WHOLE))).toContain(`it'\\''s`);
  expect(searchJulia(codeOf(WHOLE))).not.toContain('"rain "it');
  for (const write of [searchR, searchJulia])
    expect(write(codeOf(WHOLE))).toContain('source=%7B%22size%22');
});

it('the notebook has the same program in a cell', () => {
  const { cells, nbformat } = JSON.parse(searchNotebook(codeOf(WHOLE)));
  expect([nbformat, cells.length]).toEqual([4, 2]);
  expect(cells[1].source.join('')).toContain('found = archive.search(');
});
