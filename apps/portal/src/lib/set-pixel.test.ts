import { expect, it } from 'vitest';
import { setPixel } from './set-pixel.ts';

it('a pixel has its red, green, blue and alpha in this order, and its neighbours keep theirs', () => {
  const data = new Uint8ClampedArray(12);
  setPixel(data, 1, [10, 20, 30]);
  expect([...data]).toEqual([0, 0, 0, 0, 10, 20, 30, 255, 0, 0, 0, 0]);
  setPixel(data, 2, [1, 2, 3], 110);
  expect([...data.slice(8)]).toEqual([1, 2, 3, 110]);
});
