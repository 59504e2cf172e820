// Names in a series: those that every reader of arrays takes.
import { expect, it } from 'vitest';
import { day, FIRST } from '../testing/made-days.ts';
import { madeSeries } from '../testing/made-series.ts';
import { plainName } from './meanings.ts';

it('a name in a series has letters, digits, "_" and "-" alone, and at most 100 of them [AR7]', () => {
  const names = ['température', 'wind speed', 'a.b', 'a\\b', 'a/b', '2m_temp', 'a-b', '温度'];
  expect(names.map(plainName)).toEqual([
    ...['temperature', 'wind_speed', 'a_b', 'a_b', 'a_b', '2m_temp', 'a-b', 'unnamed'],
  ]);
  expect(plainName('a'.repeat(200))).toBe('a'.repeat(100));
});

it('a series gives no two variables the same name, leaves plain names as they are, and notes the others [AR7]', async () => {
  const values = (first: number) => ({
    type: 'float' as const,
    dimensions: ['time'],
    values: [first, first + 1, first + 2],
  });
  const series = await madeSeries(
    day(0, { 'wind speed': values(1), wind_speed: values(4), NC_GLOBAL: values(7) }),
  );
  const read = await series.readRows(['wind_speed', 'wind_speed_2', 'NC_GLOBAL_2'], 0, 3);
  expect([...read].map(([name, found]) => [name, String(found)])).toEqual([
    ['wind_speed', '4,5,6'],
    ['wind_speed_2', '1,2,3'],
    ['NC_GLOBAL_2', '7,8,9'],
  ]);
  expect(series.variable('wind_speed_2').sources).toEqual(['wind speed']);
  expect(series.notes.join('\n')).toContain(
    'which all readers take: wind speed is wind_speed_2, NC_GLOBAL is NC_GLOBAL_2',
  );
});

it('a variable of a file whose times go back has its earliest and latest time', async () => {
  const time = {
    type: 'double' as const,
    dimensions: ['time'],
    values: [7200, 3600, 0],
    attributes: { units: 'seconds since 2020-01-01 00:00:00' },
  };
  const series = await madeSeries(day(0, { time }));
  expect(series.variable('temp')).toMatchObject({ from: FIRST, to: FIRST + 7200 });
});
