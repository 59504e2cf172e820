import { expect, it } from 'vitest';
import {
  ALL_BITS,
  DEFAULT_DELIVERY,
  DESTINATIONS,
  deliveryBits,
  deliveryOptions,
  tooLargeFor,
} from './delivery.ts';

it('every destination has a bit of its own, and bits and options convert into each other', () => {
  const bits = DESTINATIONS.map(({ bit }) => bit);
  expect(new Set(bits).size).toBe(bits.length);
  for (const bit of bits) expect(Math.log2(bit) % 1).toBe(0);
  expect(ALL_BITS).toBe(bits.reduce((sum, bit) => sum + bit, 0));
  for (const { option, bit } of DESTINATIONS) {
    expect(deliveryBits([option])).toBe(bit | 1);
    expect(deliveryOptions(bit)).toEqual([option]);
  }
  expect(deliveryOptions(ALL_BITS)).toEqual(DESTINATIONS.map(({ option }) => option));
  expect(deliveryOptions(deliveryBits([]))).toEqual(['base']);
});

it('[O064] [O065] delivery has the bits of the order service, and its defaults', () => {
  expect(deliveryBits(['dropBox', 'dataServer', 'bulkTransfer', 'extraDestination'])).toBe(31);
  expect(deliveryBits(DEFAULT_DELIVERY)).toBe(13);
});

it('[C082] only what has a limit can be too large', () => {
  expect(tooLargeFor('dropBox', 1024e6)).toBeNull();
  expect(tooLargeFor('dropBox', 1024e6 + 1)?.message).toBe('Max order size for Drop Box is 1GB');
  expect(tooLargeFor('bulkTransfer', 1e15)).toBeNull();
});
