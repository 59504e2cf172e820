// The ground of small maps: land where land is, sea where there is none, and over the date line.
import { expect, it } from 'vitest';
import { groundPath, type Window } from './ground.ts';
import { placesPicture } from './picture.ts';

const drawn = (window: Window): string =>
  groundPath(
    window,
    (x) => Math.round(x),
    (y) => Math.round(y),
  );
const place = (latitude: number, longitude: number) => ({
  name: 'here',
  ...{ latitude, longitude, elevation: null },
});

it('the ground has the countries of a window and no others', () => {
  const plains = drawn({ west: -110, south: 30, east: -90, north: 40 });
  expect(plains.match(/M/g)?.length).toBeLessThan(6);
  expect(plains).toContain('-117 33'); // where the border of the United States and Mexico begins
});

it('the ground is empty in the middle of an ocean', () => {
  expect(drawn({ west: -135, south: -35, east: -125, north: -30 })).toBe('');
});

it('the ground goes on behind the date line', () => {
  const fiji = drawn({ west: 170, south: -25, east: 190, north: -10 });
  expect(fiji).toMatch(/M1[78]\d -1[5-9]/);
  expect(drawn({ west: 170, south: 60, east: 200, north: 70 })).toMatch(/ ?19\d 6\d/); // Alaska
});

it('the map of places shows one place with as much land around it as tells where it is', () => {
  const svg = placesPicture([place(36.6, -97.5)])?.text ?? '';
  expect(svg).toContain('class="land"');
  expect(svg).toMatch(/<circle cx="150" cy="80"/);
  expect(svg).toContain('aria-label="At 36.600° N, 97.500° W"');
  expect(svg.length).toBeLessThan(30_000);
});

it('the map of places holds at a pole, and for places on both sides of the earth', () => {
  for (const places of [[place(90, 0)], [place(-90, 0)], [place(10, -170), place(-10, 170)]]) {
    const svg = placesPicture(places)?.text ?? '';
    expect(svg).not.toMatch(/NaN|Infinity/);
    for (const [, cy] of svg.matchAll(/cy="([^"]*)"/g)) {
      expect(Number(cy)).toBeGreaterThanOrEqual(0);
      expect(Number(cy)).toBeLessThanOrEqual(160);
    }
  }
});
