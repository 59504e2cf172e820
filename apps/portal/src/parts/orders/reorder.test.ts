// An order again: the item has what was ordered, as far as it is still there.
import { selectedDatastream } from '@isobar/contract/orders/request.ts';
import { expect, it } from 'vitest';
import { met } from '../../testing/cart-fixtures.ts';
import { asOrdered } from './reorder.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;
const again = (datastream: string, dates: readonly (readonly [string, string])[], more = {}) => {
  const ordered = {
    datastream,
    dates: dates.map(([startDate, endDate]) => ({ startDate, endDate })),
  };
  return asOrdered(met, selectedDatastream.parse({ ...ordered, ...more })).selection;
};

it('the level, dates, variables and scans of an order are chosen again', () => {
  const selection = again('sgpmetE13.b1', [['2019-01-01', '2019-01-02']], {
    ...{ variables: ['temp'], scanNames: ['ppi'] },
  });
  expect(selection).toMatchObject({
    ...{ datastream: 'sgpmetE13.b1', dataLevel: 'b1', variables: ['temp'], scanNames: ['ppi'] },
    dates: [{ start: at('2019-01-01T00:00:00'), end: at('2019-01-02T23:59:59') }],
  });
});

it('a date is a whole day, and an instant is itself', () => {
  const [range] =
    again('sgpmetE13.b1', [['2019-01-01T06:00:00', '2019-01-01T12:00:00']])?.dates ?? [];
  expect(range).toEqual({ start: at('2019-01-01T06:00:00'), end: at('2019-01-01T12:00:00') });
  const [day] = again('sgpmetE13.b1', [['2019-01-01', '2019-01-01']])?.dates ?? [];
  expect(day).toEqual({ start: at('2019-01-01T00:00:00'), end: at('2019-01-01T23:59:59') });
});

it('dates are those of the level, all of them where none was ordered', () => {
  const all = [{ start: at('1993-11-01T00:00:00'), end: at('2001-04-09T23:59:59') }];
  expect(again('sgpmetE13.a1', [])?.dates).toEqual(all);
  const inside = again('sgpmetE13.a1', [['2001-01-01', '2005-01-01']])?.dates;
  expect(inside).toEqual([{ start: at('2001-01-01T00:00:00'), end: at('2001-04-09T23:59:59') }]);
});

it('a datastream that is no level of the item any more leaves the item as it is offered today', () => {
  const ordered = selectedDatastream.parse({ datastream: 'sgpmetE13.c9', dates: [] });
  expect(asOrdered(met, ordered)).toEqual(met);
});
