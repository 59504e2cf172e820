// An item of the cart: which it is, the level and dates that it begins with, and the levels that it
// offers.
import { ANY_TIME } from '@isobar/contract/orders/span.ts';
import { expect, it } from 'vitest';
import { met } from '../../testing/cart-fixtures.ts';
import {
  type CartEntry,
  type CartItem,
  cartKey,
  entryOf,
  isAerial,
  levelChoices,
  levelOf,
  levelsOf,
  placeKey,
  priorityName,
  searchWindow,
} from './cart-item.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;
function entry(item: CartItem): CartEntry {
  const made = entryOf(item);
  if (!made) throw new Error('has no level');
  return made;
}

it('items are the same by site, instrument and facility in any case, and a datastream apart is another item', () => {
  expect(cartKey({ ...met, siteCode: 'SGP' })).toBe('sgp met e13');
  expect(cartKey({ ...met, apart: 'sgpmetE13.A1' })).toBe('sgp met e13 sgpmete13.a1');
  expect(placeKey({ ...met, apart: 'x' } as CartItem)).toBe('sgp met e13');
});

it('levels whose dates cannot be read, or end before they begin, are none', () => {
  const [level] = met.dataLevels.slice(1, 2);
  if (!level) throw new Error('the fixture has levels');
  const day = '2001-04-09T00:00:00Z';
  const dataLevels = [
    { ...level, startDate: 'soon' },
    { ...level, endDate: '' },
    { ...level, startDate: '2002-01-01T00:00:00Z' },
    { ...level, startDate: day, endDate: day },
  ];
  expect(levelsOf({ dataLevels })).toEqual([
    { datastream: 'sgpmetE13.a1', dataLevel: 'a1', start: at('2001-04-09'), end: at('2001-04-09') },
  ]);
  expect(entryOf({ ...met, dataLevels: dataLevels.slice(0, 3) })).toBeNull();
});

it('the dates of a search are whole days, and an open side is any time', () => {
  expect(searchWindow({ searchStart: null, searchEnd: null })).toBe(ANY_TIME);
  expect(searchWindow({ searchStart: '2001-01-01', searchEnd: null })).toEqual({
    ...{ start: at('2001-01-01'), end: null },
  });
  expect(searchWindow({ searchStart: null, searchEnd: '2001-01-01' })).toEqual({
    ...{ start: null, end: at('2001-01-01T23:59:59') },
  });
});

it('an item begins with the highest level, its dates within those of the search, and its variables', () => {
  const made = entry({
    ...met,
    ...{ variables: ['temp_mean'], searchStart: '2001-01-01', searchEnd: '2001-01-02' },
  });
  expect(made.selection).toMatchObject({
    ...{ datastream: 'sgpmetE13.b1', variables: ['temp_mean'] },
    dates: [{ start: at('2001-01-01'), end: at('2001-01-02T23:59:59') }],
  });
  const asked = entry({ ...met, requestedDatastream: 'SGPMETE13.00', variables: ['temp_mean'] });
  expect(asked.selection).toMatchObject({ datastream: 'sgpmetE13.00', variables: [] }); // raw
  expect(entry({ ...met, datastreamFacet: ['sgpmetE13.a1'] }).selection.dataLevel).toBe('a1');
  expect(entry({ ...met, dataLevelFacet: ['a1'] }).selection.dataLevel).toBe('a1');
});

it('what was chosen before is kept while there is its datastream', () => {
  const { selection } = entry({ ...met, requestedDatastream: 'sgpmetE13.a1' });
  const kept = { ...selection, variables: ['rh_mean'] };
  expect(entry({ ...met, selection: kept }).selection).toBe(kept);
  const gone = { ...kept, datastream: 'sgpmetE13.c1' };
  expect(entry({ ...met, selection: gone }).selection.datastream).toBe('sgpmetE13.b1');
});

it('levels outside the dates are hidden and counted, except the one that is chosen', () => {
  const late = entry({ ...met, searchStart: '2010-01-01' });
  const names = ({ visible }: ReturnType<typeof levelChoices>) =>
    visible.map(({ dataLevel }) => dataLevel);
  expect([names(levelChoices(late, true)), levelChoices(late, true).hidden]).toEqual([
    ['b1', '00'],
    1,
  ]);
  expect(levelChoices(late, false)).toMatchObject({ hidden: 0 });
  const { selection } = late;
  const outside = {
    ...late,
    selection: { ...selection, datastream: 'sgpmetE13.a1', dataLevel: 'a1' },
  };
  expect(levelOf(outside)?.dataLevel).toBe('a1');
  expect([names(levelChoices(outside, true)), levelChoices(outside, true).hidden]).toEqual([
    ['b1', '00', 'a1'],
    0,
  ]);
  const unknown = { ...late, selection: { ...selection, datastream: 'x' } };
  expect([levelOf(unknown), names(levelChoices(unknown, true))]).toEqual([undefined, ['b1', '00']]);
});

it('priorities have names, and aerial facilities are known by their category', () => {
  expect([1, 2, 3, 4, 0, null].map(priorityName)).toEqual([
    ...['high', 'medium', 'low', null, null, null],
  ]);
  expect(
    [['airborne', 'sfcmet'], ['sfcmet'], []].map((codes) =>
      isAerial({ instrumentCategoryCodes: codes }),
    ),
  ).toEqual([...[true, false, false]]);
});
