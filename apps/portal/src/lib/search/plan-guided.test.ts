// The options of each question: the request, and how the reply is read.

import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { answerStep, GUIDED_FLOWS, type Guided, type GuidedFlow, startGuided } from './guided.ts';
import {
  guidedRequest,
  readGuidedDays,
  readGuidedOptions,
  readGuidedTimeframe,
} from './plan-guided.ts';

const reply = (aggregations: Record<string, unknown>): ParsedReply => ({
  hits: { hits: [] },
  aggregations,
});
const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });
const at = (flow: GuidedFlow, ...answers: string[][]): Guided =>
  answers.reduce(answerStep, startGuided(flow));
const walk = (flow: GuidedFlow): Guided[] =>
  GUIDED_FLOWS[flow].map((_, step) =>
    at(flow, ...GUIDED_FLOWS[flow].slice(0, step).map(({ field }) => [`${field}-1`])),
  );
const matching = (...buckets: object[]) => ({ doc_count: 1, options: { buckets } });

it('[P026] one body per question, to the metadata service or the epochs index', () => {
  const services = (flow: GuidedFlow) => walk(flow).map((one) => guidedRequest(one).service);
  expect(services('measurement')).toEqual(Array(6).fill('metadata'));
  expect(services('instrument')).toEqual(Array(5).fill('metadata'));
  expect(services('epoch-type')).toEqual(['epochs', 'metadata', 'epochs']);
  expect(services('epoch-location')).toEqual(['metadata', 'epochs', 'epochs']);
  const flows = Object.keys(GUIDED_FLOWS) as GuidedFlow[]; // the keys are the flows
  for (const guided of flows.flatMap(walk)) {
    expect(parseSearchBody(guidedRequest(guided).body)).toMatchObject({ ok: true });
  }
});

it('[P027] terms of 7000 with a top hit; first and last date at the end', () => {
  const { body } = guidedRequest(at('measurement', ['aeros'], ['aeros.optical']));
  expect(body.aggs?.matching).toMatchObject({
    filter: {
      query_string: { query: 'meas_subcategory_code.keyword:"aeros.optical"' },
    },
    aggs: {
      options: {
        terms: { field: 'primary_meas_type_code.keyword', size: 7000 },
        aggs: {
          top: {
            top_hits: {
              size: 1,
              _source: [
                'primary_meas_type_code',
                'primary_meas_type_name',
                'primary_meas_type_desc',
              ],
            },
          },
        },
      },
    },
  });
  const dates = guidedRequest(at('instrument', ['sfcmet'], ['met'], ['b1'], ['sgp']));
  expect(dates.body).toMatchObject({
    size: 0,
    aggs: { first: { min: { field: 'start_date' } }, last: { max: { field: 'end_date' } } },
  });
  expect(JSON.stringify(dates.body.query)).toContain('site_code.keyword:\\"sgp\\"');
});

it('[G029] the request asks only for sites of type P and M', () => {
  const { body } = guidedRequest(at('instrument', ['sfcmet'], ['met'], ['b1']));
  expect(JSON.stringify(body.aggs?.matching)).toContain('site_type.keyword:(\\"P\\" OR \\"M\\")');
});

it('the request asks for the epochs of the chosen site, and for the days of the chosen epoch', () => {
  const types = guidedRequest(at('epoch-location', ['ena']));
  expect(types.body.query).toEqual({ terms: { 'site_codes.keyword': ['ena'] } });
  const days = guidedRequest(at('epoch-location', ['ena'], ['tonga_blast']));
  expect(days.body.query).toEqual({ terms: { 'epoch_code.keyword': ['tonga_blast'] } });
});

it('[G015] options with label, description and count, by label', () => {
  const options = readGuidedOptions(
    startGuided('measurement'),
    reply({
      matching: matching(
        {
          key: 'radio',
          doc_count: 5,
          all: { value: 3 },
          top: top({
            meas_category_code: ['aeros', 'radio'],
            meas_category_name: ['Aerosols', 'Radiometric'],
          }),
          names: { buckets: [{ key: 'Albedo', doc_count: 1 }] },
          name_count: { value: 4 },
        },
        { key: 'aeros', doc_count: 2, all: { value: 1 }, top: top({}) },
      ),
    }),
  );
  expect(options).toEqual([
    {
      value: 'aeros',
      label: 'aeros',
      description: '',
      count: 1,
      counted: 'product',
      disabled: false,
    },
    {
      value: 'radio',
      label: 'Radiometric',
      description: 'Albedo and 3 more',
      count: 3,
      counted: 'product',
      disabled: false,
    },
  ]);
});

it('of the subcategories that are read only those of the chosen category remain', () => {
  const options = readGuidedOptions(
    at('measurement', ['aeros']),
    reply({
      matching: matching(
        { key: 'aeros.optical', doc_count: 1 },
        { key: 'cloud.macro', doc_count: 1 },
      ),
    }),
  );
  expect(options.map(({ value }) => value)).toEqual(['aeros.optical']);
});

it('[G028] every data level, the most processed first, disabled where no data match', () => {
  const options = readGuidedOptions(
    at('instrument', ['sfcmet'], ['met']),
    reply({
      matching: matching({ key: 'b1', doc_count: 2, all: { value: 2 } }),
      every: {
        buckets: ['00', 'b1', 'c1'].map((key) => ({
          key,
          doc_count: 9,
          top: top({ dataLevel: key, data_level_desc: `Level ${key}` }),
        })),
      },
    }),
  );
  expect(options.map(({ value, count, disabled }) => [value, count, disabled])).toEqual([
    ['c1', 0, true],
    ['b1', 2, false],
    ['00', 0, true],
  ]);
  expect(options[0]).toMatchObject({ label: 'c1', description: 'Level c1' });
});

it('sites with most data first, with facilities and years', () => {
  const site = (key: string, products: number) => ({
    key,
    doc_count: 1,
    all: { value: products },
    top: top({ site_code: key, site_name: `Site ${key}` }),
    facilities: { value: 2 },
    first: { value: Date.UTC(1993, 5) },
    last: { value: Date.UTC(2026, 5) },
  });
  const guided = at('instrument', ['sfcmet'], ['met'], ['b1']);
  const options = readGuidedOptions(
    guided,
    reply({ matching: matching(site('nsa', 1), site('sgp', 4)) }),
  );
  expect(options.map(({ label, description }) => [label, description])).toEqual([
    ['Site sgp', '2 facilities, 1993 to 2026'],
    ['Site nsa', '2 facilities, 1993 to 2026'],
  ]);
});

it('[G030] the earliest start and the latest end among the matching data', () => {
  const both = {
    first: { value: Date.UTC(1993, 6, 20) },
    last: { value: Date.UTC(2026, 7, 31) },
  };
  expect(readGuidedTimeframe(reply(both))).toEqual({ start: '1993-07-20', end: '2026-08-31' });
  expect(readGuidedTimeframe(reply({ first: { value: null }, last: { value: null } }))).toBeNull();
});

it('epochs with their days; what is no date is left out', () => {
  const source = {
    epoch_name: 'Tonga',
    epoch_desc: 'A wave.',
    epoch_times: '["2022-01-16","soon","2022-01-15","2022-01-15"]',
  };
  const found = reply({
    options: { buckets: [{ key: 'tonga_blast', doc_count: 1, top: top(source) }] },
  });
  expect(readGuidedOptions(startGuided('epoch-type'), found)).toEqual([
    {
      value: 'tonga_blast',
      label: 'Tonga',
      description: 'A wave.',
      count: 3,
      counted: 'day',
      disabled: false,
    },
  ]);
  expect(readGuidedDays(found)).toEqual(['20220115', '20220116']);
  expect(readGuidedDays(reply({}))).toEqual([]);
});
