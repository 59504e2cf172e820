// The guided search as a state: what moves on, what falls away, what the address and the search
// say.

import { resultsHref } from '@isobar/contract/search/address.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  answerStep,
  clearGuided,
  daysByYear,
  formatGuided,
  GUIDED_FLOWS,
  type Guided,
  type GuidedAnswers,
  type GuidedFlow,
  guidedSearch,
  lastOpen,
  openStep,
  parseGuided,
  setDay,
  setDays,
  startGuided,
  stepsOf,
  toggleDay,
} from './guided.ts';

const titles = (flow: GuidedFlow) => stepsOf(flow).map(({ title }) => title);
const answered = (flow: GuidedFlow, ...answers: string[][]): Guided =>
  answers.reduce(answerStep, startGuided(flow));

it('[G006] [G008] [G009] [G010] guided flows have their steps in order', () => {
  expect(titles('measurement')).toEqual([
    'Category',
    'Subcategory',
    'Primary measurement',
    'Data level',
    'Location',
    'Date range',
  ]);
  expect(titles('instrument')).toEqual([
    'Category',
    'Class',
    'Data level',
    'Location',
    'Date range',
  ]);
  expect(titles('epoch-location')).toEqual(['Locations', 'Types', 'Dates']);
  expect(titles('epoch-type')).toEqual(['Types', 'Locations', 'Dates']);
});

it('[G025] forward saves the answer and opens the next question', () => {
  const next = answerStep(startGuided('measurement'), ['aeros']);
  expect(next).toEqual({
    flow: 'measurement',
    step: 1,
    answers: { meas_category_code: ['aeros'] },
  });
});

it('[G027] another answer to an earlier question drops the later ones; the same one does not', () => {
  const done = answered('instrument', ['sfcmet'], ['met'], ['b1']);
  expect(answerStep(openStep(done, 0), ['sfcmet']).answers).toEqual(done.answers);
  const changed = answerStep(openStep(done, 0), ['cloud']);
  expect(changed.answers).toEqual({ instrument_category_code: ['cloud'] });
  expect(lastOpen(changed)).toBe(1);
});

it('[G011] [G033] a question opens when those before it are answered, or the one before it just now', () => {
  const start = startGuided('epoch-type');
  expect(lastOpen(start)).toBe(0);
  expect(openStep(start, 1)).toEqual(start);
  expect(lastOpen(start, ['tonga_blast'])).toBe(1);
  expect(lastOpen(start, [])).toBe(0);
  const done = answered('epoch-type', ['tonga_blast'], ['sgp']);
  expect(lastOpen(done)).toBe(2);
  expect(openStep(done, 0).step).toBe(0);
  expect(lastOpen(openStep(done, 0), ['cao'])).toBe(1);
  expect(lastOpen(openStep(done, 0), ['tonga_blast'])).toBe(2);
});

it('[G032] clearing resets to the first question without an answer', () => {
  expect(clearGuided(answered('instrument', ['sfcmet'], ['met']))).toEqual({
    flow: 'instrument',
    step: 0,
    answers: {},
  });
});

it('[G031] the search that comes of it is the filters of the answers', () => {
  const done = answered('measurement', ['aeros'], ['aeros.optical'], ['aerosabs', 'x,y'], ['b1']);
  expect(resultsHref(guidedSearch(done.answers))).toBe(
    '#/results/meas_category_code::aeros/meas_subcategory_code::aeros.optical/' +
      'primary_meas_type_code::aerosabs,x%252Cy/dataLevel::b1',
  );
});

it('[G034] the search that comes of it has dates only where they are set', () => {
  const done = answered('instrument', ['sfcmet'], ['met'], ['b1'], ['sgp']);
  expect(guidedSearch(done.answers).terms).not.toHaveProperty('start_date');
  const from = setDay(done, 'start_date', '2020-01-01');
  expect(guidedSearch(from.answers).terms).toMatchObject({ start_date: ['2020-01-01'] });
  expect(guidedSearch(from.answers).terms).not.toHaveProperty('end_date');
  expect(setDay(from, 'start_date', null).answers).toEqual(done.answers);
});

it('the search that comes of it holds the days of an epoch as one value', () => {
  const done = setDays(answered('epoch-type', ['tonga_blast'], ['sgp']), ['20220115', '20220116']);
  expect(guidedSearch(done.answers).terms).toEqual({
    epoch_codes: ['tonga_blast'],
    site_code: ['sgp'],
    epoch_days: ['20220115,20220116'],
  });
});

const values = fc.uniqueArray(
  fc.string({ minLength: 1 }).filter((text) => text !== '*'),
  { minLength: 1, maxLength: 4 },
);

it('the address says the same again after it was read', () => {
  const flows = Object.keys(GUIDED_FLOWS) as GuidedFlow[]; // the keys are the flows
  fc.assert(
    fc.property(fc.constantFrom(...flows), fc.array(values), fc.nat(5), (flow, all, at) => {
      let guided = startGuided(flow);
      for (const { field, kind } of stepsOf(flow)) {
        const given = all.shift();
        if (!given || kind === 'range' || kind === 'days') break;
        const answer = kind === 'one' ? given.slice(0, 1) : given;
        guided = { ...guided, answers: { ...guided.answers, [field]: answer } };
      }
      guided = openStep(guided, at);
      expect(parseGuided(formatGuided(guided))).toEqual(guided);
    }),
  );
});

it('the address leaves out what cannot be: answers behind a gap, dates that are none, a question that is not open', () => {
  expect(parseGuided({})).toBeNull();
  expect(parseGuided({ by: 'characteristics' })).toBeNull();
  expect(
    parseGuided({ by: 'measurement', step: '6', meas_category_code: 'aeros', dataLevel: 'b1' }),
  ).toEqual({ flow: 'measurement', step: 1, answers: { meas_category_code: ['aeros'] } });
  const days = { by: 'epoch-type', epoch_codes: 'cao', site_code: 'anx' };
  expect(parseGuided({ ...days, epoch_days: '20200101,20201399,soon' })?.answers).toEqual({
    epoch_codes: ['cao'],
    site_code: ['anx'],
    epoch_days: ['20200101'],
  } satisfies GuidedAnswers);
});

it('[G019] [G020] days are grouped by year', () => {
  expect(daysByYear(['20190101', '20160602', '20160603'])).toEqual([
    ['2016', ['20160602', '20160603']],
    ['2019', ['20190101']],
  ]);
});

it('[G018] [G022] days are toggled one by one, and only valid ones', () => {
  const valid = ['20190101', '20190102', '20190103'];
  expect(toggleDay(valid, ['20190103'], '20190101')).toEqual(['20190101', '20190103']);
  expect(toggleDay(valid, valid, '20190102')).toEqual(['20190101', '20190103']);
  expect(toggleDay(valid, valid, '20190104')).toEqual(valid);
});
