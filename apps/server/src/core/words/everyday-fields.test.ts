import { expect, it } from 'vitest';
import { withOwnFields } from './everyday-fields.ts';

it.each([
  ['level:b1', 'dataLevel:b1'],
  ['DATALEVEL:b1', 'dataLevel:b1'],
  ['site:sgp', '(site_code:sgp OR site_name:sgp)'],
  ['-site:sgp', '-site_code:sgp -site_name:sgp'],
  ['+ds:sgpmetE13.b1', 'datastream:sgpmetE13.b1'],
  ['var:temp* AND level:(b1)', 'var_name:temp* AND level:(b1)'],
  [
    '(class:met OR title:"Doppler lidar")',
    '((instrument_class_code:met OR instrument_class_name:met) OR (instrument_name:"Doppler lidar" OR name:"Doppler lidar"))',
  ],
])('a field goes by its everyday name: %s', (typed, own) => {
  expect(withOwnFields(typed)).toBe(own);
});

it.each([
  '"level:b1"',
  'https://example.org',
  'colour:red',
  'a:b:c',
  'air temperature',
  'ratio 3:1',
])('what names no field stays as it is: %s', (typed) => {
  expect(withOwnFields(typed)).toBe(typed);
});
