// What a tile, a guided question or a facet counts is what the click shows: random filters over the
// demo archive.

import { FACETS } from '@isobar/contract/search/facets.ts';
import type { FilterField } from '@isobar/contract/search/fields.ts';
import {
  EMPTY_SEARCH,
  type Search,
  setExternal,
  setFilter,
  viewOf,
} from '@isobar/contract/search/filter.ts';
import { allDataCount, facetSearch, mainSearch } from '@isobar/contract/search/plan.ts';
import {
  categorySearch,
  HOME_CATEGORIES,
  homeSearch,
  readHome,
  siteSearch,
} from '@isobar/contract/search/plan-home.ts';
import { type ParsedReply, searchReply } from '@isobar/contract/search/reply.ts';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import {
  answerStep,
  type Guided,
  guidedSearch,
  startGuided,
} from '../apps/portal/src/lib/search/guided.ts';
import { guidedRequest, readGuidedOptions } from '../apps/portal/src/lib/search/plan-guided.ts';
import { parseFacetValue, readFacet } from '../apps/portal/src/lib/search/read-facets.ts';
import { readAllDataCounts, readResults } from '../apps/portal/src/lib/search/read-results.ts';

const url = inject('sharedUrl');

async function ask(body: object, service = 'metadata'): Promise<ParsedReply> {
  const response = await fetch(`${url}/services/${service}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return searchReply.parse(await response.json());
}

/** How many rows a link leads to, counted page by page as the screen shows them. */
async function rowsShown(search: Search): Promise<number> {
  const counts = readAllDataCounts(await ask(allDataCount(search)));
  const recommended = counts.recommended > 0;
  let rows = 0;
  for (let page = 1; ; page += 1) {
    const asked: Search = { ...search, page, rows: 100 };
    const read = readResults(await ask(mainSearch(asked, recommended)), asked);
    rows += read.rows.length;
    if (page === 1) expect(read.total).toBe(recommended ? counts.recommended : counts.all);
    if (read.rows.length < 100) return rows;
  }
}

const recommendedOf = async (search: Search): Promise<boolean> =>
  readAllDataCounts(await ask(allDataCount(search))).recommended > 0;

it('home: every tile and every site', async () => {
  const facts = readHome(await ask(homeSearch()), true);
  for (const category of HOME_CATEGORIES) {
    const rows = await rowsShown(categorySearch(category));
    expect([category.code, facts.categories[category.code]]).toEqual([category.code, rows]);
  }
  for (const { code, products } of facts.sites) {
    expect([code, products]).toEqual([code, await rowsShown(siteSearch(code))]);
  }
});

it('guided search: random answers to every question of both flows', async () => {
  for (const flow of ['measurement', 'instrument'] as const) {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), async (picks) => {
        let guided: Guided = startGuided(flow);
        for (const pick of picks) {
          const { service, body } = guidedRequest(guided);
          const options = readGuidedOptions(guided, await ask(body, service), true).filter(
            (option) => !option.disabled,
          );
          const option = options[pick % Math.max(1, options.length)];
          if (!option || option.counted === 'day') return;
          const next = answerStep(guided, [option.value]);
          expect(option.count).toBe(await rowsShown(guidedSearch(next.answers)));
          if (next.step === guided.step) return;
          guided = next;
        }
      }),
      { numRuns: 12 },
    );
  }
});

it('facets: random filters, and every value that they offer then', async () => {
  const groups = FACETS.filter((group) => !group.externalOnly);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('instrument' as const, 'measurement' as const),
      fc.boolean(),
      async (picks, view, external) => {
        let search: Search = setExternal({ ...EMPTY_SEARCH, view }, external);
        for (const [inGroup, inValues] of picks) {
          const recommended = await recommendedOf(search);
          const group = groups[inGroup % groups.length];
          const [level] = group?.levels ?? [];
          if (!group || !level?.filter) continue;
          const reply = await ask(facetSearch(search, recommended, [group]));
          const values = (readFacet(reply.aggregations, group, search) ?? []).filter(
            (facet) => facet.count > 0 && !facet.selectedValue,
          );
          const value = values[inValues % Math.max(1, values.length)];
          if (!value) return;
          const { codes, field } = parseFacetValue(value.value);
          // a data type names its field
          const filter = (field as FilterField | null) ?? level.filter;
          // Values of one field are alternatives: the count is of this value alone.
          const alone: Search = {
            ...setFilter(search, filter, codes),
            view: viewOf(search),
            data: recommended ? 'recommended' : 'all',
          };
          const shown = readResults(await ask(mainSearch(alone, recommended)), alone);
          expect([group.key, codes, value.count]).toEqual([group.key, codes, shown.total]);
          search = { ...alone, data: null };
        }
      },
    ),
    { numRuns: 60 },
  );
});
