// Every call that the portal makes, as its pure function plans it today, over the small catalogue.

import { FACETS } from '@isobar/contract/search/facets.ts';
import {
  EMPTY_SEARCH,
  type Search,
  setAllFields,
  setExternal,
  setView,
} from '@isobar/contract/search/filter.ts';
import {
  allDataCount,
  externalCount,
  facetSearch,
  laterGroups,
  mainSearch,
} from '@isobar/contract/search/plan.ts';
import { homeSearch } from '@isobar/contract/search/plan-home.ts';
import {
  citationTypeaheadSearch,
  typeaheadSearch,
} from '@isobar/contract/search/plan-typeahead.ts';
import { sortOptions } from '@isobar/contract/search/sorts.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import {
  answerStep,
  type GuidedFlow,
  startGuided,
} from '../../../../../portal/src/lib/search/guided.ts';
import {
  datastreamSearch,
  dqrSearch,
  measurementsSearch,
  movedRecordSearch,
  placesSearch,
  recordSearch,
} from '../../../../../portal/src/lib/search/plan-details.ts';
import { guidedRequest } from '../../../../../portal/src/lib/search/plan-guided.ts';
import {
  shapeSearch,
  siteLocationsSearch,
  sitesSearch,
} from '../../../../../portal/src/lib/search/plan-places.ts';
import { epochQuery } from '../../../../../portal/src/lib/search/plan-small.ts';
import { summarySearch } from '../../../../../portal/src/lib/search/plan-summaries.ts';
import { boundsSearch } from '../../../../../portal/src/parts/citation/bounds.ts';
import { addressedSearch } from '../../../features/search/uri-parameters.ts';

export type PortalCase = {
  readonly name: string;
  readonly index: 'catalogue' | 'epochs';
  readonly body: object;
};

const search = (terms: Search['terms'], more: Partial<Search> = {}): Search => ({
  ...EMPTY_SEARCH,
  terms,
  ...more,
});

const SEARCHES: Readonly<Record<string, Search>> = {
  nothing: search({}),
  'one site': search({ site_code: ['sgp'] }),
  'two sites and a level': search({ site_code: ['sgp', 'nsa'], dataLevel: ['b1'] }),
  'a facility of a site': search({ site_code: ['sgp'], ffac: ['sgp.E13'] }),
  'a category and a subcategory': search({
    meas_category_code: ['cloud', 'aeros'],
    meas_subcategory_code: ['aeros.micchem'],
  }),
  'a measurement': search({ primary_meas_type_code: ['atmtemp'] }),
  dates: search({ start_date: ['2005-01-01'], end_date: ['2006-06-30'] }),
  'from a date on': search({ start_date: ['2010-01-01'] }),
  'a data type': search({ source_class_code: ['armobs', 'armderiv'] }),
  aerial: search({ instrument_category_code: ['airborne'] }),
  'a campaign': search({ iopShortName: ['sgpair'] }),
  'an epoch': search({ epoch_codes: ['tonga_blast'] }),
  'a wildcard': search({ datastream: ['sgpmet*.b?'] }),
  'a word': search({ s: ['cloud'] }),
  'words of several fields': search({ s: ['temperature sgp'] }),
  'words of other fields': search({ s: ['flights particle north slope'] }, { sort: 'relevance' }),
  'a phrase and a word': search({ s: ['"cloud base" sgp'] }, { sort: 'relevance' }),
  'words of all fields': setAllFields(
    search({ s: ['temperature alaska of the air'] }, { sort: 'relevance' }),
    true,
  ),
  'operators and a field': search({ s: ['(cloud OR temperature) AND NOT site_code:nsa'] }),
  'a wildcard in the text': search({ s: ['meteo* tropical'] }),
  'unlikely signs': search({ s: ['"cloud [base] 12:30 / (radar'] }),
  'the second page': search({ s: ['sgp'] }, { page: 2, rows: 10 }),
  'other repositories': setExternal(search({ s: ['cloud'] }), true),
  'one other repository': setExternal(search({ data_repository: ['SAT'] }), true),
};

const SORTED: Readonly<Record<string, Search>> = Object.fromEntries(
  (['instrument', 'measurement'] as const).flatMap((view) =>
    sortOptions(view).map(({ value }) => [
      `${view}s by ${value}`,
      setView(search({ s: ['surface OR cloud'] }, { sort: value }), view),
    ]),
  ),
);

const GUIDED: Readonly<Record<GuidedFlow, readonly (readonly string[])[]>> = {
  measurement: [['cloud'], ['cloud.macro'], ['cldbase'], ['b1', 'c1'], ['sgp', 'nsa']],
  instrument: [['sfcmet'], ['met'], ['b1'], ['sgp']],
  'epoch-type': [['tonga_blast'], ['sgp']],
  'epoch-location': [['sgp'], ['tonga_blast']],
};

const DETAILS: Readonly<Record<string, SearchBody>> = {
  'places of an instrument': placesSearch({ view: 'instrument', id: 'met' }),
  'places of a measurement': placesSearch({ view: 'measurement', id: 'met_atmtemp' }),
  record: recordSearch('sgpmetC1.b1_temp_mean_sfcmet_met_sfcmet'),
  'a record that moved on': movedRecordSearch('sgpmetC1.b1_gone_sfcmet_met_sfcmet'),
  'the best record of an instrument': {
    query: { term: { 'instrument_id.keyword': 'kazrarscl' } },
    size: 1,
    sort: [{ 'dataLevel.keyword': 'desc' }],
    _source: ['datastreams', 'dqr_dates', 'monitor_start', 'monitor_end'],
  },
  'reports of a datastream': dqrSearch({ datastream: 'sgpmetC1.b1' }),
  'reports of a measurement': dqrSearch({ measurementId: 'sgpmetC1.b1_atmtemp' }),
  'measurements of a datastream': measurementsSearch({ datastream: 'sgpmetC1.b1' }),
  'measurements of a group': measurementsSearch({ view: 'instrument', id: 'ceil' }),
  summaries: summarySearch('instrument', ['met', 'ceil', 'nosuch']),
  'summaries of measurements': summarySearch('measurement', ['met_atmtemp']),
  'first date': boundsSearch('datastream', 'sgpmetC1.b1', 'start_date'),
  'last date of a source': boundsSearch('instrument_class_code', 'met', 'end_date'),
  datastream: datastreamSearch('sgpmetC1.b1'),
  home: homeSearch(),
  sites: sitesSearch(),
  'site locations': siteLocationsSearch(),
  'locations of a site': siteLocationsSearch('nsa'),
  'a shape': shapeSearch([
    [-160, 60],
    [-140, 60],
    [-140, 75],
    [-160, 75],
  ]),
  'a shape across the date line': shapeSearch([
    [150, -20],
    [210, -20],
    [210, 75],
    [150, 75],
  ]),
  'typeahead: nothing': typeaheadSearch('', 'instrument_id', false),
  'typeahead: two words': typeaheadSearch('cloud BA', 'instrument_id', false),
  'typeahead: measurements, everywhere': typeaheadSearch('aero', 'instrument_measurement_id', true),
  'typeahead: signs': typeaheadSearch('a.b* (c', 'instrument_id', true),
  'typeahead of the citation tool': citationTypeaheadSearch('met'),
};

const NOW: readonly PortalCase[] = [
  ...Object.entries({ ...SEARCHES, ...SORTED }).map(([name, one]) => ({
    name: `main search: ${name}`,
    body: mainSearch(one, false),
  })),
  ...Object.entries(SEARCHES).flatMap(([name, one]) => [
    { name: `main search, recommended data: ${name}`, body: mainSearch(one, true) },
    { name: `facets that come later: ${name}`, body: facetSearch(one, true, laterGroups(one)) },
    { name: `all-data count: ${name}`, body: allDataCount(one) },
    { name: `external count: ${name}`, body: externalCount(one) },
  ]),
  { name: 'every facet', body: facetSearch(search({ s: ['*'] }), false, FACETS) },
  ...Object.entries(DETAILS).map(([name, body]) => ({ name, body })),
].map((one) => ({ index: 'catalogue' as const, ...one }));

const guided = (Object.keys(GUIDED) as GuidedFlow[]).flatMap(
  (
    flow, // the keys are the flows
  ) =>
    [...GUIDED[flow], []].map((_, step): PortalCase => {
      const state = GUIDED[flow].slice(0, step).reduce(answerStep, startGuided(flow));
      const { service, body } = guidedRequest(state);
      const index = service === 'epochs' ? 'epochs' : 'catalogue';
      return { name: `guided search, ${flow}, question ${step + 1}`, index, body };
    }),
);

const addressed = addressedSearch(epochQuery('tonga_blast'), undefined);

export const PORTAL_CASES: readonly PortalCase[] = [
  ...NOW,
  ...guided,
  // the body is an object
  { name: 'an epoch', index: 'epochs', body: addressed.ok ? (addressed.body as object) : {} },
];
