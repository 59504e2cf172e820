// Spans and places in the words of the location search.
import { expect, it } from 'vitest';
import type { Facility } from '../../lib/places/sites.ts';
import { distanceText, isGoingOn, placeText, spanText } from './place-words.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 30);
const start = Date.UTC(1992, 4, 1);

it('data are going on where the last is of the past sixty days', () => {
  const ends = [NOW, NOW - 59 * DAY, NOW - 60 * DAY, null];
  expect(ends.map((end) => isGoingOn({ start, end }, NOW))).toEqual([true, true, false, false]);
});

it('a span is given in months or days, until now where it is going on', () => {
  const past = Date.UTC(2021, 5, 9);
  expect(spanText({ start, end: past }, NOW)).toBe('1992-05 to 2021-06');
  expect(spanText({ start, end: past }, NOW, true)).toBe('1992-05-01 to 2021-06-09');
  expect(spanText({ start, end: NOW }, NOW)).toBe('1992-05 to now');
  for (const none of [
    { start: null, end: NOW },
    { start, end: null },
  ])
    expect(spanText(none, NOW)).toBe('no data');
});

it('a place is its point, its track, or not fixed', () => {
  const at = { lat: 36.6, lon: -97.5 };
  const track = [at, at] as unknown as Facility['track'];
  expect(placeText({ at, track: [] })).toContain('36.6');
  expect(placeText({ at, track })).toBe('moves: its track is on the map');
  expect(placeText({ at: null, track: track.slice(1) })).toBe('no fixed place');
});

it('a distance is given where both places are known', () => {
  const [a, b] = [
    { lat: 0, lon: 0 },
    { lat: 0, lon: 1 },
  ];
  expect(distanceText(a, b)).toMatch(/^111 km$/);
  expect([distanceText(null, b), distanceText(a, null)]).toEqual(['', '']);
});
