// Sizes in decimal units.
import { expect, it } from 'vitest';
import { formatCount } from './count.ts';
import { bytesAbove, formatBytes, formatMegabytes } from './size.ts';

it('sizes have three digits and a decimal unit', () => {
  const sizes = [0, 1, 999, 1000, 12_345, 999_499, 999_600, 1.5e6, 1e9, 1.234e12, 5e15, 7e18];
  expect(sizes.map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.00 kB',
    '12.3 kB',
    '999 kB',
    '1.00 MB',
    '1.50 MB',
    '1.00 GB',
    '1.23 TB',
    '5.00 PB',
    '7,000 PB',
  ]);
});

it('sizes have separators, as counts do', () => {
  expect([0, 999, 1000, 20_000, 1_234_567].map(formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '20,000',
    '1,234,567',
  ]);
});

it('above a limit never read as the limit itself', () => {
  const sizes = [200_000_001, 200.4e6, 200.6e6, 12.3e9].map((bytes) => bytesAbove(bytes, 200e6));
  expect(sizes).toEqual([
    'a little more than 200 MB',
    'a little more than 200 MB',
    '201 MB',
    '12.3 GB',
  ]);
});

it('[O017] sizes of orders are megabytes with two decimals, from a gigabyte on with the larger unit', () => {
  expect([0, 1_234_567, 999_990_000, 1e9, 990e9].map(formatMegabytes)).toEqual([
    '0.00 MB',
    '1.23 MB',
    '999.99 MB',
    '1,000.00 MB (1.00 GB)',
    '990,000.00 MB (990 GB)',
  ]);
});
