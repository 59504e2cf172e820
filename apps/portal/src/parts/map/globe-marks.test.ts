// Marks, names and night of a globe.
import { geoContains, geoOrthographic } from 'd3-geo';
import { expect, it } from 'vitest';
import { labelsOf, markPath, nightAt, type SiteDot, seenOf, sunAt } from './globe-marks.ts';

const dot = (key: string, lat: number, lon: number, weight = 1): SiteDot => ({
  key,
  at: { lat, lon },
  strong: false,
  kind: 'site',
  weight,
});
const projection = geoOrthographic().translate([280, 280]).scale(276).rotate([0, 0]).clipAngle(90);

it('marks differ in shape, but for the ring that is a disc left empty', () => {
  const paths = (['site', 'mobile', 'other'] as const).map((kind) => markPath(kind, [0, 0], 4));
  expect(new Set(paths).size).toBe(3);
  expect(markPath('inactive', [0, 0], 4)).toBe(markPath('site', [0, 0], 4));
});

it('marks are drawn on the near side only, the weightiest last', () => {
  const seen = seenOf(
    [dot('big', 0, 0, 9), dot('far', 0, 170, 99), dot('small', 10, 10)],
    projection,
  );
  expect(seen.map(({ dot: { key } }) => key)).toEqual(['small', 'big']);
});

const named = (dots: readonly SiteDot[], most = 5) =>
  labelsOf(seenOf(dots, projection), most, 560).map(({ dot: { key }, side }) => `${key} ${side}`);

it('names are placed at the right, at the left where that is taken, else nowhere', () => {
  expect(named([dot('SGP', 0, 0, 3), dot('BNF', 0, 6, 2)])).toEqual(['SGP -1', 'BNF 1']);
  expect(named([dot('SGP', 0, 0, 3), dot('E1', 0, 5), dot('E2', 0, -5)])).not.toContain('SGP 1');
});

it('names are shortened, and turn to the side on which the picture has room', () => {
  const long = 'USGS Woods Hole Coastal and Marine Science Center';
  const [label] = labelsOf(seenOf([dot(long, 0, 60)], projection), 6, 560);
  expect(label?.text).toBe('USGS Woods Hole Coastal a…');
  expect(label?.side).toBe(-1);
  const narrow = labelsOf(seenOf([dot(long, 0, 0)], projection), 6, 300);
  expect(narrow.map(({ side }) => side)).toEqual([-1]);
  expect(labelsOf(seenOf([dot(long, 0, -70)], projection), 6, 200)).toEqual([]);
});

it('names stay clear of the rings around other marks', () => {
  const beside = (ringed: boolean) => [dot('SGP', 0, 0, 3), { ...dot('BNF', 0, 9), ringed }];
  expect(named(beside(false))[0]).toBe('SGP 1');
  expect(named(beside(true))[0]).toBe('SGP -1');
});

it('names are those of the weightiest, as many as are wanted', () => {
  expect(named([dot('A', 40, 0, 1), dot('B', 0, 0, 3), dot('C', -40, 0, 2)], 2)).toEqual([
    'B 1',
    'C 1',
  ]);
});

it('night is where the sun does not stand', () => {
  const noon = new Date('2026-06-21T12:00:00Z');
  expect(sunAt(noon).lat).toBeCloseTo(23.4, 0);
  expect(Math.abs(sunAt(noon).lon)).toBeLessThan(2);
  expect(sunAt(new Date('2026-03-20T18:00:00Z')).lon).toBeCloseTo(-88, -1);
  expect(geoContains(nightAt(noon), [180, -20])).toBe(true);
  expect(geoContains(nightAt(noon), [0, 20])).toBe(false);
  expect(geoContains(nightAt(noon), [0, -80])).toBe(true); // the polar night
});
