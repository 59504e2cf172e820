// The lines of a Skew-T against published numbers, and heights that are read from profiles.
import { expect, it } from 'vitest';
import {
  acrossOf,
  crossingOf,
  dryAdiabat,
  isotherm,
  mixingLine,
  moistAdiabat,
  saturation,
  tropopauseOf,
  upOf,
} from './skew-t.ts';

const near = (points: readonly { temperature: number; pressure: number }[], pressure: number) =>
  points.reduce((best, one) =>
    Math.abs(one.pressure - pressure) < Math.abs(best.pressure - pressure) ? one : best,
  );

it('the diagram runs from 1050 hPa at the bottom to 100 hPa at the top, with isotherms that lean to the right', () => {
  expect(upOf(1050)).toBe(0);
  expect(upOf(100)).toBeCloseTo(1, 10);
  expect(acrossOf(0, 500)).toBeGreaterThan(acrossOf(0, 1000));
});

it('dry air of 300 K has 246 K at 500 hPa', () => {
  const point = near(dryAdiabat(300), 500);
  expect(point.temperature).toBeCloseTo(300 * (point.pressure / 1000) ** 0.2857 - 273.15, 6);
  expect(300 * 0.5 ** 0.2857 - 273.15).toBeCloseTo(-27, 0);
});

it('isotherms are straight and lie side by side, and every line is drawn from below upwards', () => {
  for (const temperature of [-30, 0, 30])
    expect(isotherm(temperature)).toEqual([
      { temperature, pressure: 1050 },
      { temperature, pressure: 100 },
    ]);
  for (const points of [dryAdiabat(300), moistAdiabat(20), mixingLine(10)]) {
    const heights = points.map(({ pressure }) => upOf(pressure));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(new Set(heights).size).toBe(points.length);
    const temperatures = points.map((point) => point.temperature);
    expect(temperatures).toEqual(temperatures.toSorted((a, b) => b - a));
  }
  expect(dryAdiabat(300).at(0)?.pressure).toBeCloseTo(1050, 6);
  expect(dryAdiabat(300).at(-1)?.pressure).toBeCloseTo(100, 6);
  expect(mixingLine(10).at(-1)?.pressure).toBeCloseTo(500, 6);
  expect(moistAdiabat(20)[0]).toEqual({ temperature: 20, pressure: 1000 });
  expect(moistAdiabat(20).at(-1)?.pressure).toBe(200);
});

it('saturated air keeps its equivalent potential temperature (Bolton 1980, with the latent heat of 0 °C)', () => {
  const equivalent = ({ temperature, pressure }: { temperature: number; pressure: number }) => {
    const vapour = saturation(temperature);
    const ratio = (0.622 * vapour) / (pressure - vapour);
    const kelvin = temperature + 273.15;
    const dry = kelvin * (1000 / (pressure - vapour)) ** 0.2857;
    return dry * Math.exp((2.501e6 * ratio) / (1005.7 * kelvin));
  };
  for (const warm of [-10, 0, 20, 30]) {
    const points = moistAdiabat(warm);
    const first = equivalent(points[0]!);
    for (const point of points) expect(equivalent(point) / first).toBeCloseTo(1, 1);
  }
});

it('saturated air of 20 °C at 1000 hPa has about -8.5 °C at 500 hPa', () => {
  const at500 = near(moistAdiabat(20), 500).temperature;
  expect(at500).toBeGreaterThan(-10);
  expect(at500).toBeLessThan(-6.5);
});

it('air with 10 g/kg at 1000 hPa is saturated at 14 °C', () => {
  expect(saturation(0)).toBeCloseTo(6.112, 3);
  expect(saturation(20)).toBeCloseTo(23.37, 1);
  expect(near(mixingLine(10), 1000).temperature).toBeGreaterThan(13);
  expect(near(mixingLine(10), 1000).temperature).toBeLessThan(15);
});

const heights = Array.from({ length: 81 }, (_, i) => i / 4);
const air = heights.map((at) => (at < 11 ? 15 - 6.5 * at : 15 - 6.5 * 11));

it('the troposphere of the standard atmosphere ends at 11 km', () => {
  expect(tropopauseOf(heights, air)).toBeCloseTo(11, 0);
});

it('the diagram of a profile has no tropopause where the balloon burst below it, or values are missing', () => {
  expect(tropopauseOf(heights.slice(0, 40), air.slice(0, 40))).toBeNull();
  expect(
    tropopauseOf(
      heights,
      air.map(() => null),
    ),
  ).toBeNull();
});

it('a stable layer near the ground, or one that is thin, is no tropopause', () => {
  const inverted = heights.map((at, i) => (at < 2 ? 5 : (air[i] ?? 0)));
  expect(tropopauseOf(heights, inverted)).toBeCloseTo(11, 0);
  const thin = heights.map((at, i) => (air[i] ?? 0) + (at >= 8 && at <= 8.5 ? 6.5 * (at - 8) : 0));
  expect(tropopauseOf(heights, thin)).toBeCloseTo(11, 0);
  const gaps = air.map((value, i) => (i % 3 === 1 ? null : value));
  expect(tropopauseOf(heights, gaps)).toBeCloseTo(11, 0);
  const low = heights.filter((at) => at < 12.25);
  expect(tropopauseOf(low, air.slice(0, low.length))).toBeNull();
});

it('the lowest crossing counts, and none is found over a gap', () => {
  expect(crossingOf([0, 1, 2, 3], [1, -1, 1, -1], 0)).toBe(0.5);
  expect(crossingOf([0, 1, 2, 3], [-1, 1, 2, 3], 0)).toBe(0.5);
  expect(crossingOf([0, 1, 2], [1, null, -1], 0)).toBeNull();
  expect(crossingOf([0, 1, 2, 3], [2, 2, 1, 0], 1)).toBe(2);
  expect(crossingOf([0, 1], [2, 2], 2)).toBeNull();
  expect(crossingOf([], [], 2)).toBeNull();
});

it('it freezes at 15/6.5 km', () => {
  expect(crossingOf(heights, air, 0)).toBeCloseTo(15 / 6.5, 6);
  expect(crossingOf(heights, air, 100)).toBeNull();
});
