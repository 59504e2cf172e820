// The list of the citation tool: adding, editing, removing, and days that stay within bounds.
import { citationReply } from '@isobar/contract/citations/calls.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  citedItem,
  EMPTY_TOOL,
  requestOf,
  type Source,
  type ToolState,
  toolReducer,
} from './tool-state.ts';

const met: Source = {
  field: 'datastream',
  value: 'sgpmetE13.b1',
  minDate: '1993-07-20',
  maxDate: '2021-06-30',
};
const sonde: Source = { ...met, field: 'instrument_class_code', value: 'sonde' };
const add = (state: ToolState, source: Source): ToolState =>
  toolReducer(state, { do: 'add', source, accessedDate: '2026-11-22' });
const two = add(add(EMPTY_TOOL, met), sonde);
const first = (state: ToolState) => state.items[0]!;

it('[I012, I021] puts a new one at the top, in the format arm, and edits it', () => {
  expect(two.items.map((one) => one.item.value)).toEqual(['sonde', 'sgpmetE13.b1']);
  expect(first(two)).toMatchObject({ citationFormat: 'arm', startDate: '1993-07-20' });
  expect(two.edited).toBe(first(two).index);
});

it('[I013] the list of citations edits one at a time', () => {
  expect(toolReducer(two, { do: 'edit', index: 1 }).edited).toBe(1);
});

it('[I026] the list of citations edits the first that remains when the edited one is removed', () => {
  const three = add(two, { ...met, value: 'nsametC1.b1' });
  expect(toolReducer(three, { do: 'remove', index: 3 }).edited).toBe(2);
  expect(toolReducer(three, { do: 'remove', index: 1 }).edited).toBe(3);
  const none = toolReducer(add(EMPTY_TOOL, met), { do: 'remove', index: 1 });
  expect(none).toMatchObject({ items: [], edited: null });
});

it('[I024, I025] a change of site resets facility and level, one of facility the level', () => {
  const change = (state: ToolState, values: Parameters<typeof toolReducer>[1]) =>
    toolReducer(state, values);
  let state = change(two, { do: 'change', index: 2, change: { site: 'sgp' } });
  state = change(state, { do: 'change', index: 2, change: { facility: 'E13' } });
  state = change(state, { do: 'change', index: 2, change: { dataLevel: 'b1' } });
  expect(first(state)).toMatchObject({ site: 'sgp', facility: 'E13', dataLevel: 'b1' });
  const facility = change(state, { do: 'change', index: 2, change: { facility: 'C1' } });
  expect(first(facility)).toMatchObject({ site: 'sgp', facility: 'C1', dataLevel: '' });
  const site = change(state, { do: 'change', index: 2, change: { site: 'nsa' } });
  expect(first(site)).toMatchObject({ site: 'nsa', facility: '', dataLevel: '' });
  expect(state.items[1]).toBe(two.items[1]);
});

it('[I028, I029] days go to their bound, and the start stays before the end', () => {
  const day = fc
    .date({ min: new Date('1980-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  void fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), day)), (changes) => {
      const state = changes.reduce(
        (all, [start, value]) =>
          toolReducer(all, {
            do: 'change',
            index: 2,
            change: start ? { startDate: value } : { endDate: value },
          }),
        two,
      );
      const { startDate, endDate, minDate, maxDate } = first(state);
      expect(minDate <= startDate && startDate <= endDate && endDate <= maxDate).toBe(true);
    }),
  );
  const early = toolReducer(two, {
    do: 'change',
    index: 2,
    change: { startDate: '1991-01-01' },
  });
  expect(first(early).startDate).toBe('1993-07-20');
});

it('[I015] the list of citations shows an item with what the service answered', () => {
  const reply = z.parse(citationReply, {
    citation: 'Text',
    html: '<i>Text</i>',
    sites: ['sgp::Southern Great Plains'],
    selectedSite: 'sgp::Southern Great Plains',
    facilities: ['E13::Lamont'],
    selectedFacility: 'E13::Lamont',
    dataLevels: ['a1', 'b1'],
    selectedDataLevel: 'b1',
  });
  expect(citedItem(first(two), reply)).toEqual({
    citation: '<i>Text</i>',
    site: 'sgp::Southern Great Plains',
    siteOptions: ['sgp::Southern Great Plains'],
    facility: 'E13::Lamont',
    facilityOptions: ['E13::Lamont'],
    dataLevel: 'b1',
    dataLevelOptions: ['a1', 'b1'],
    item: { field: 'instrument_class_code', value: 'sonde' },
    startDate: '1993-07-20',
    endDate: '2021-06-30',
    accessedDate: '2026-11-22',
    minDate: '1993-07-20',
    maxDate: '2021-06-30',
    index: 2,
    citationFormat: 'arm',
  });
});

it('the list of citations asks for codes, of the call that fits', () => {
  const chosen = toolReducer(two, {
    do: 'change',
    index: 2,
    change: { site: 'sgp::Southern Great Plains' },
  });
  expect(requestOf(first(chosen))).toMatchObject({ of: 'inst-class', id: 'sonde', site: 'sgp' });
  expect(requestOf(two.items[1]!)).toMatchObject({ of: 'datastream', id: 'sgpmetE13.b1' });
});
