// The days that a citation is asked for: those of everything chosen of one datastream.
import { expect, it } from 'vitest';
import { citedOf } from './cited.ts';

const level = (datastream: string, ...dates: readonly (readonly [string, string])[]) => ({
  datastream,
  dataLevel: 'b1',
  dates: dates.map(([startDate, endDate]) => ({ startDate, endDate })),
});
const of = (...dataLevels: ReturnType<typeof level>[]) => ({ dataLevels });

it('[P059] cited days reach from the earliest start to the latest end, as days in UTC', () => {
  const met = level(
    'sgpmetE13.b1',
    ['2020-05-01T00:00:00Z', '2020-05-03T23:59:59Z'],
    ['2019-12-31T23:00:00Z', '2020-01-02T23:59:59Z'],
  );
  const cited = citedOf([
    of(met, level('nsametC1.b1')),
    of(level('sgpmetE13.b1', ['2021-02-03', '2021-02-04'])),
  ]);
  expect(cited).toEqual([
    { datastream: 'sgpmetE13.b1', startDate: '2019-12-31', endDate: '2021-02-04' },
    { datastream: 'nsametC1.b1', startDate: '', endDate: '' },
  ]);
});
