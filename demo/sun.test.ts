// The sun's place against what almanacs say.
import { expect, it } from 'vitest';
import { airMass, cosineOfZenith, solarAzimuth, sunOfDay } from './sun.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const degrees = (radians: number): number => (radians * 180) / Math.PI;

it('the sun stands over the tropics at the solstices and over the equator at the equinoxes', () => {
  expect(degrees(sunOfDay(at('2019-06-21T16:00:00Z')).declination)).toBeCloseTo(23.44, 1);
  expect(degrees(sunOfDay(at('2019-12-22T04:00:00Z')).declination)).toBeCloseTo(-23.44, 1);
  expect(Math.abs(degrees(sunOfDay(at('2019-03-20T22:00:00Z')).declination))).toBeLessThan(0.05);
});

it('the sun is early in November and late in February', () => {
  expect(sunOfDay(at('2019-11-03T12:00:00Z')).equationOfTime * 60).toBeCloseTo(16.4, 0);
  expect(sunOfDay(at('2019-02-11T12:00:00Z')).equationOfTime * 60).toBeCloseTo(-14.2, 0);
});

it('the sun is highest at noon in the south, seen from the north, and rises in the east', () => {
  const t = at('2019-03-20T18:37:00Z'); // solar noon at 97.485 W
  const noon = cosineOfZenith(sunOfDay(t), t, 36.605, -97.485);
  expect(degrees(Math.acos(noon))).toBeCloseTo(36.6, 0);
  expect(solarAzimuth(sunOfDay(t), t, 36.605, -97.485)).toBeCloseTo(180, -1);
  const morning = t - 5 * 3_600;
  expect(solarAzimuth(sunOfDay(morning), morning, 36.605, -97.485)).toBeLessThan(120);
});

it('the sun shines through more air the lower it stands', () => {
  expect(airMass(1)).toBeCloseTo(1, 2);
  expect(airMass(0.5)).toBeCloseTo(2, 1);
  expect(airMass(0)).toBeGreaterThan(30);
});
