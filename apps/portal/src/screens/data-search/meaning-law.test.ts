// Whatever a sentence and the chosen filters mean: rows, counts, cart, code, facilities, axis,
// lists and saved searches are about the same data.

import { resultsPath } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { meaningOf, meantSearch, withMeaning } from '@isobar/contract/search/meaning.ts';
import {
  allDataCount,
  externalCount,
  facetSearch,
  laterGroups,
  mainSearch,
} from '@isobar/contract/search/plan.ts';
import { readAs } from '@isobar/contract/words/read-as.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdingsSearch } from '../../../../server/src/core/catalogue/plan-holdings.ts';
import { smallVocabulary } from '../../../../server/src/core/words/testing/small-vocabulary.ts';
import { understand } from '../../../../server/src/core/words/understand.ts';
import type { Place } from '../../lib/search/plan-details.ts';
import { readRow } from '../../lib/search/row.ts';
import { cartItems } from '../../parts/cart/item-of.ts';
import { offeredSubject } from '../../parts/code/subject.ts';
import { facilityLines, matchingLines } from './facility-lines.ts';
import { pageSpans } from './page-spans.ts';
import { listBody } from './share-text.ts';

const vocabulary = smallVocabulary();

const level = (ffac: string, name: string): Place['datastreams'][number] => ({
  id: `${ffac} ${name}`,
  datastream: `${ffac.replace('.', 'met')}.${name}`,
  dataLevel: name,
  dataLevelDesc: '',
  startDate: '1990-01-01T00:00:00Z',
  endDate: '2030-12-31T23:59:59Z',
  filed: { startDate: '1990-01-01T00:00:00Z', endDate: '2030-12-31T23:59:59Z' },
  hasPlots: false,
  uiText: '',
  limitedAccess: false,
  scanNames: [],
  sourceClassCode: 'armobs',
  instrumentClassCode: 'met',
});
const place = (siteCode: string, facilityCode: string): Place => ({
  ffac: `${siteCode}.${facilityCode}`,
  siteCode,
  siteName: siteCode,
  facilityCode,
  facilityName: facilityCode,
  location: '36.6,-97.5',
  datastreams: ['b1', 'a1'].map((name) => level(`${siteCode}.${facilityCode}`, name)),
});
const PLACES = ['ena', 'nsa', 'oli', 'sgp', 'twp'].flatMap((site) => [
  place(site, 'C1'),
  place(site, 'E13'),
]);
const ROW = readRow({ id: 'x', ffac: 'sgp.C1', instrument_code: 'met', dataLevel: 'b1' });

const words = fc.constantFrom(
  'surface',
  'air',
  'temperature',
  'sgp',
  'at',
  'Barrow',
  '2019',
  'March 2018',
  'since 2015',
  'between',
  '2001-05-06',
  'before 1999',
  'b1',
  'lidar',
  'winter 2021',
  'not',
  'Berlin',
  'C1',
  'june',
  'ena',
  'c0 c1',
  'rain',
);
const sentence = fc.array(words, { maxLength: 6 }).map((list) => list.join(' '));
const years = fc.integer({ min: 1995, max: 2029 });
const terms = fc.record(
  {
    site_code: fc.subarray(['sgp', 'nsa', 'ena'], { minLength: 1 }),
    ffac: fc.subarray(['sgp.C1', 'twp.E13'], { minLength: 1 }),
    dataLevel: fc.subarray(['b1', 'a1'], { minLength: 1 }),
    datastream: fc.subarray(['sgpmetC1.b1', 'twpmetE13.a1'], { minLength: 1 }),
    start_date: years.map((year) => [`${year}-02-03`]),
    end_date: years.map((year) => [`${year}-11-12`]),
    epoch_codes: fc.constant(['epoch']),
    shape: fc.constantFrom(['-98 36, -97 36, -97 37, -98 37'], ['0 0, 1 0, 1 1']),
  },
  { requiredKeys: [] },
);
const searches = fc
  .record({ text: sentence, terms, asTyped: fc.boolean(), recommended: fc.boolean() })
  .map(({ text, terms: chosen, asTyped, recommended }) => {
    const search: Search = {
      ...EMPTY_SEARCH,
      terms: { ...chosen, ...(text === '' ? {} : { s: [text] }) },
      asTyped,
    };
    return {
      search,
      known: withMeaning(search, understand(text, vocabulary, { today: '2026-11-22' })),
      recommended,
    };
  });
const stringsOf = (body: unknown): string => JSON.stringify(body);

it('what a search means is the same for every part of the product, for random sentences beside random filters', () => {
  fc.assert(
    fc.property(searches, ({ search, known, recommended }) => {
      const meaning = meaningOf(known);
      const byHand = known.asTyped ? search : readAs(search, known.understood);
      // Queries: rows, counts of all and of other repositories, groups opened later, lists to copy,
      // saved searches and feeds.
      const bodies = [
        mainSearch(known, recommended),
        allDataCount(known),
        externalCount(known),
        facetSearch(known, recommended, laterGroups(known)),
        listBody(known, recommended, 20),
        holdingsSearch(known),
      ];
      for (const body of bodies) {
        const text = stringsOf(body);
        if (meaning.start) expect(text).toContain(`end_date:[\\"${meaning.start}T00:00:00Z`);
        else expect(text).not.toContain('end_date:[');
        if (meaning.end) expect(text).toContain(`${meaning.end}T23:59:59Z`);
        for (const site of meaning.sites) expect(text).toContain(`\\"${site}\\"`);
        for (const ffac of meaning.facilities) expect(text).toContain(`\\"${ffac}\\"`);
        for (const one of [...meaning.levels, ...meaning.datastreams])
          expect(text).toContain(`\\"${one}\\"`);
      }
      // The cart and the code.
      const items = cartItems(
        ROW,
        PLACES,
        PLACES.map(({ ffac }) => ffac),
        known,
      );
      for (const item of items) {
        expect([item.searchStart, item.searchEnd]).toEqual([meaning.start, meaning.end]);
        expect([item.dataLevelFacet, item.preselectedEpoch]).toEqual([
          meaning.levels,
          meaning.epoch,
        ]);
      }
      const code = offeredSubject(items).about;
      const isInReach = (meaning.start ?? '1990') <= (meaning.end ?? '2031');
      if (isInReach && 'items' in code && meaning.start)
        for (const item of code.items)
          expect(item.ranges[0]?.start.slice(0, 10)).toBe(meaning.start);
      if (isInReach && 'items' in code && meaning.end)
        for (const item of code.items) expect(item.ranges[0]?.end.slice(0, 10)).toBe(meaning.end);
      // The axis of the page, and the facilities of a row.
      const { band } = pageSpans([ROW], known, []);
      expect(band === null).toBe(meaning.start === null && meaning.end === null);
      if (band && meaning.start) expect(band[0]).toBe(Date.parse(meaning.start) / 3_600_000);
      const lines = facilityLines(PLACES, 'b1', meaning);
      const named = lines.filter(
        ({ place: { siteCode, ffac, datastreams } }) =>
          (meaning.sites.length + meaning.facilities.length === 0 ||
            meaning.sites.includes(siteCode) ||
            meaning.facilities.includes(ffac)) &&
          (meaning.datastreams.length === 0 ||
            datastreams.some(({ datastream }) => meaning.datastreams.includes(datastream))),
      );
      if (meaning.area === null && isInReach) {
        expect(matchingLines(lines)).toBe(named.length);
        expect(lines.slice(0, named.length).every((line) => named.includes(line))).toBe(true);
      }
      // Reading it twice changes nothing, the address keeps what was typed, and nothing else was
      // read into it.
      expect(meaningOf(meantSearch(known))).toEqual(meaning);
      expect(resultsPath(known)).toBe(resultsPath(search));
      expect(meantSearch(known).terms).toEqual(byHand.terms);
    }),
    { numRuns: 300 },
  );
});

it('what a search means is empty of dates for words about no time, and never that of another text', () => {
  const stale = withMeaning(
    { ...EMPTY_SEARCH, terms: { s: ['lidar 2019'] } },
    understand('lidar 2019', vocabulary, { today: '2026-11-22' }),
  );
  expect(meaningOf(stale)).toMatchObject({ start: '2019-01-01', end: '2019-12-31' });
  expect(meaningOf({ ...stale, terms: { s: ['lidar'] } })).toMatchObject({
    start: null,
    end: null,
  });
});

it('what a search means names the instruments that its words mean unless some were chosen', () => {
  const search: Search = { ...EMPTY_SEARCH, terms: { s: ['lidar'] } };
  const known = withMeaning(search, understand('lidar', vocabulary, { today: '2026-11-22' }));
  expect(meaningOf(known).instruments.length).toBeGreaterThan(0);
  const chosen = { ...known, terms: { ...known.terms, instrument_class_code: ['met'] } };
  expect(meaningOf(chosen).instruments).toEqual(['met']);
});
