// What is ticked in a group of facets before it is applied: parents and children take each other's
// place, headings tick all below them.
import { FACETS } from '@isobar/contract/search/facets.ts';
import { chosen, EMPTY_SEARCH, setFilter } from '@isobar/contract/search/filter.ts';
import { describe, expect, it } from 'vitest';
import type { Facet } from '../../lib/search/read-facets.ts';
import {
  appliedOf,
  applyPending,
  countPending,
  type Pending,
  samePending,
  tickOf,
  toggle,
} from './facet-selection.ts';

function groupOf(key: string) {
  const group = FACETS.find((one) => one.key === key);
  if (!group) throw new Error(`There is no group ${key}.`);
  return group;
}
const facet = (value: string, ...children: readonly Facet[]): Facet => ({
  ...{ value, children, count: 1, selectedValue: false, expanded: false },
});

describe('a value with values below it', () => {
  const group = groupOf('categories');
  const [warm, wet] = [facet('temp||Temperature'), facet('humid||Humidity')];
  const air = facet('atmstate||State of the air', warm, wet);
  const whole = { meas_category_code: ['atmstate'] };
  const tick = (pending: Pending) => [
    tickOf(air, 0, group, pending),
    ...[warm, wet].map((child) => tickOf(child, 1, group, pending)),
  ];

  it('a value with values below it is ticked by itself, and half where something below it is', () => {
    expect(tick({})).toEqual(['off', 'off', 'off']);
    expect(tick(whole)).toEqual(['on', 'off', 'off']);
    expect(tick({ meas_subcategory_code: ['humid'] })).toEqual(['some', 'off', 'on']);
    expect(tick({ meas_subcategory_code: ['else'] })).toEqual(['off', 'off', 'off']);
  });

  it('a value with values below it takes the place of what is ticked below it, and is replaced by that', () => {
    const one = toggle(warm, 1, group, {}, air);
    expect(one).toEqual({ meas_subcategory_code: ['temp'] });
    const both = toggle(wet, 1, group, one, air);
    expect(both).toEqual({ meas_subcategory_code: ['temp', 'humid'] });
    expect(toggle(air, 0, group, both)).toEqual(whole);
    expect(toggle(warm, 1, group, whole, air)).toEqual(one);
    expect(toggle(warm, 1, group, { meas_category_code: ['atmstate', 'aerosol'] }, air)).toEqual({
      ...{ meas_category_code: ['aerosol'], meas_subcategory_code: ['temp'] },
    });
  });

  it('a value with values below it is unticked alone, and leaves no empty choice', () => {
    expect(toggle(air, 0, group, whole)).toEqual({});
    const others = { ...whole, meas_subcategory_code: ['cloudfrac'] };
    expect(toggle(air, 0, group, others)).toEqual({ meas_subcategory_code: ['cloudfrac'] });
  });
});

describe('a heading', () => {
  const group = groupOf('sites');
  const heading = facet('P||Sites', facet('sgp||SGP'), facet('nsa||NSA'));
  const sites = (...codes: string[]): Pending => (codes.length > 0 ? { site_code: codes } : {});

  it('a heading is ticked where all below it are, and half where some are', () => {
    const ticks = [sites(), sites('sgp'), sites('nsa', 'sgp')].map((pending) =>
      tickOf(heading, 0, group, pending),
    );
    expect(ticks).toEqual(['off', 'some', 'on']);
    expect(tickOf(facet('P||Sites'), 0, group, {})).toBe('off');
  });

  it('ticks and unticks all below it, and nothing else', () => {
    expect(toggle(heading, 0, group, sites('ena'))).toEqual(sites('ena', 'sgp', 'nsa'));
    expect(toggle(heading, 0, group, sites('nsa'))).toEqual(sites('nsa', 'sgp'));
    expect(toggle(heading, 0, group, sites('ena', 'sgp', 'nsa'))).toEqual(sites('ena'));
  });
});

describe('a data type', () => {
  const group = groupOf('dataTypes');
  const routine = facet('armobs,armderiv||Routine Data||source_class_code');
  const aerial = facet('airborne||Aerial Data||instrument_category_code');

  it('a data type stands for several codes, and is ticked where all of them are', () => {
    const pending = toggle(routine, 0, group, {});
    expect(pending).toEqual({ source_class_code: ['armobs', 'armderiv'] });
    expect(tickOf(routine, 0, group, pending)).toBe('on');
    expect(tickOf(routine, 0, group, { source_class_code: ['armobs'] })).toBe('off');
    expect(toggle(aerial, 0, group, pending)).toEqual({
      ...{ ...pending, instrument_category_code: ['airborne'] },
    });
  });

  it('a data type leaves instrument categories alone that are chosen elsewhere', () => {
    const search = setFilter(EMPTY_SEARCH, 'instrument_category_code', ['cloud', 'airborne']);
    expect(appliedOf(search, group)).toEqual({ instrument_category_code: ['airborne'] });
    const without = applyPending(search, group, { source_class_code: ['pi'] });
    expect(chosen(without, 'instrument_category_code')).toEqual(['cloud']);
    expect(chosen(without, 'source_class_code')).toEqual(['pi']);
    expect(appliedOf(search, groupOf('instrumentCategories'))).toEqual({
      ...{ instrument_category_code: ['cloud', 'airborne'] },
    });
  });
});

it('choices are compared and counted whatever their order, without those that are empty', () => {
  const a = { site_code: ['sgp', 'nsa'], ffac: ['sgp.E13'] };
  expect(samePending(a, { ffac: ['sgp.E13'], site_code: ['nsa', 'sgp'], datastream: [] })).toBe(
    true,
  );
  expect(samePending(a, { site_code: ['sgp'], ffac: ['sgp.E13'] })).toBe(false);
  expect([countPending(a), countPending({})]).toEqual([3, 0]);
});
