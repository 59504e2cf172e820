// What the operator says of file names: parts, dates of start and end, and patterns that cannot be.
import { expect, it } from 'vitest';
import { patternProblem } from '../tables/pattern-parts.ts';
import { dateInName, patternOfName } from './file-name.ts';
import { namePattern } from './name-patterns.ts';

const row = (pattern: string, more = {}) => ({
  pattern,
  datastream: '',
  site_code: '',
  facility_code: '',
  datastream_class: '',
  data_level: '',
  ...more,
});
const told = (pattern: string, path: string, more = {}) => namePattern(row(pattern, more))(path);
const at = (text: string) => Date.parse(text) / 1000;

it('a pattern of names tells site, facility, class, level and time', () => {
  expect(
    told('{class}_{site}-{facility}_%Y%m%d_%H%M%S_{level}.nc', 'ceil_abc-M1_20200102_030405_b1.nc'),
  ).toEqual({
    ...{ datastream: '', site: 'abc', facility: 'M1', kind: 'ceil', level: 'b1' },
    ...{ start: at('2020-01-02T03:04:05Z'), end: null },
  });
});
it('a pattern of names gives way to what its row says', () => {
  expect(
    told('{class}*.nc', 'x1.nc', { site_code: 'abc', datastream_class: 'ceil' }),
  ).toMatchObject({
    ...{ site: 'abc', kind: 'ceil', start: null },
  });
});
it('a pattern of names reads days of the year, short years, and the end behind the start', () => {
  expect(told('a%y%j-%Y%m%d.nc', 'a20061-20200302.nc')).toMatchObject({
    start: at('2020-03-01T00:00:00Z'),
    end: at('2020-03-02T00:00:00Z'),
  });
});
it('a pattern of names is matched against the whole path if it has a slash, else against the last part', () => {
  expect(told('%Y/%m/x%d.nc', '2020/03/x04.nc')?.start).toBe(at('2020-03-04T00:00:00Z'));
  expect(told('x%Y.nc', 'some/where/x2020.nc')?.start).toBe(at('2020-01-01T00:00:00Z'));
  expect(told('x%Y.nc', 'x2020.nc/y.nc')).toBeNull();
});
it('a pattern of names means its other signs literally', () => {
  expect(told('a.b(1)[x]%Y', 'a.b(1)[x]2020')).not.toBeNull();
  expect(told('a.b%Y', 'aXb2020')).toBeNull();
});
it('a pattern of names knows no day that does not exist', () => {
  expect(told('%Y%m%d', '20200230')).toMatchObject({ start: null });
  expect(told('%Y%j', '2021366')).toMatchObject({ start: null });
  expect(told('%Y%m%d%H', '2020010125')).toMatchObject({ start: null });
});
it('a pattern of names is not kept busy by a hostile name', () => {
  const name = `${'a-'.repeat(190)}!`;
  expect(told('*-*-*-{site}-{class}.nc', name)).toBeNull();
});

it.each([
  ['x%Q', 'has %Q; known are'],
  ['{what}', 'has {what}'],
  ['****', 'more than three *'],
  ['{site}{site}', 'twice'],
])('%s cannot be a pattern', (pattern, problem) => {
  expect(patternProblem(pattern)).toContain(problem);
});

it.each([
  ['lidar_2020-01-02.nc', 'lidar_%Y-%m-%d.nc'],
  ['L2_A20210909.nc', 'L2_A%Y%m%d.nc'],
  ['x.20210909T101112Z.nc', 'x.%Y%m%dT%H%M%SZ.nc'],
  ['20210909_1011.nc', '%Y%m%d_%H%M.nc'],
])('of %s the pattern is %s, and reads it', (name, pattern) => {
  expect(patternOfName(name)).toBe(pattern);
  expect(told(pattern, name)?.start).toBe(dateInName(name));
});
it('a name without a date has no start', () => {
  expect(patternOfName('station.nc')).toBeNull();
});
