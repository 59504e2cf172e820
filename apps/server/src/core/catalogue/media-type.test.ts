import { expect, it } from 'vitest';
import { contentType, mediaType } from './media-type.ts';

it('the media type tells what a file is by its ending; what may be a page or a script is bytes to be kept', () => {
  const types = ['a.b1.cdf', 'a.NC', 'a.csv', 'a.ict', 'a.parquet', 'recipe.json', 'README.txt'];
  expect(types.map(mediaType)).toEqual([
    'application/x-netcdf',
    'application/x-netcdf',
    'text/csv',
    'text/plain',
    'application/vnd.apache.parquet',
    'application/json',
    'text/plain',
  ]);
  for (const odd of ['a.html', 'a.svg', 'a.js', 'a', '', 'a.constructor', 'a.__proto__'])
    expect(contentType(odd)).toBe('application/octet-stream');
  expect(contentType('a.csv')).toBe('text/csv; charset=utf-8');
  expect(contentType('a.nc')).toBe('application/x-netcdf');
});
