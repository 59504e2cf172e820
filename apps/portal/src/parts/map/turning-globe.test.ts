// Which place of the globe is under the pointer: never one on the far side.
import { expect, it } from 'vitest';
import { dotUnder } from './turning-globe.tsx';

const SIZE = 400;
const MIDDLE = [SIZE / 2, SIZE / 2] as const;
const dot = (key: string, lat: number, lon: number) => ({ key, at: { lat, lon }, strong: false });
const turn = (lat: number, lon: number) => ({ lat, lon, scale: 1 });

it('the place under the pointer is the one in front, and none behind the globe', () => {
  const [front, behind] = [dot('front', 40, 10), dot('behind', -40, -170)];
  expect(dotUnder(MIDDLE, SIZE, turn(40, 10), [behind, front])?.key).toBe('front');
  expect(dotUnder(MIDDLE, SIZE, turn(40, 10), [behind])).toBeNull();
  expect(dotUnder(MIDDLE, SIZE, turn(0, 10), [dot('far', 0, -170)])).toBeNull();
  expect(dotUnder(MIDDLE, SIZE, turn(0, -179), [dot('near', 0, 179.5)])?.key).toBe('near');
});

it('the place under the pointer is the nearest of several, and none where no place is', () => {
  const dots = [dot('beside', 2, 2), dot('here', 0.2, 0)];
  expect(dotUnder(MIDDLE, SIZE, turn(0, 0), dots)?.key).toBe('here');
  expect(dotUnder([5, 5], SIZE, turn(0, 0), dots)).toBeNull();
});
