// What is shown first of a datastream.
import { expect, it } from 'vitest';
import { mainFirst } from './main-measurement.ts';

it('the order of measurements puts what a ceilometer is built to measure first, keeps the order of others, and masks last', () => {
  const choices = [
    ['cloud_mask', 'backscatter'],
    ['first_cbh', 'cldbaseht'],
    ['second_cbh', 'cldbaseht'],
    ['detection_status', 'cloudloc'],
    ['backscatter_snr', 'backscatter'],
    ['backscatter', 'backscatter'],
    ['laser', ''],
  ].map(([varName = '', measurementCode = '']) => ({ varName, measurementCode }));
  expect(mainFirst(choices).map(({ varName }) => varName)).toEqual([
    ...['backscatter', 'backscatter_snr', 'first_cbh', 'second_cbh', 'laser'],
    ...['cloud_mask', 'detection_status'],
  ]);
});
