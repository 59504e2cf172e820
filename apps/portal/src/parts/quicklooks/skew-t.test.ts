// The lines of a Skew-T against published numbers, and heights that are read from profiles.
import { describe, expect, it } from 'vitest';
import {
  acrossOf,
  crossingOf,
  dryAdiabat,
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

describe('the diagram', () => {
  it('runs from 1050 hPa at the bottom to 100 hPa at the top, with isotherms that lean to the right', () => {
    expect(upOf(1050)).toBe(0);
    expect(upOf(100)).toBeCloseTo(1, 10);
    expect(acrossOf(0, 500)).toBeGreaterThan(acrossOf(0, 1000));
  });

  it('dry air of 300 K has 246 K at 500 hPa', () => {
    const point = near(dryAdiabat(300), 500);
    expect(point.temperature).toBeCloseTo(300 * (point.pressure / 1000) ** 0.2857 - 273.15, 6);
    expect(300 * 0.5 ** 0.2857 - 273.15).toBeCloseTo(-27, 0);
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
});

describe('heights of a profile', () => {
  const heights = Array.from({ length: 81 }, (_, i) => i / 4);
  const air = heights.map((at) => (at < 11 ? 15 - 6.5 * at : 15 - 6.5 * 11));

  it('the troposphere of the standard atmosphere ends at 11 km', () => {
    expect(tropopauseOf(heights, air)).toBeCloseTo(11, 0);
  });

  it('has no tropopause where the balloon burst below it, or values are missing', () => {
    expect(tropopauseOf(heights.slice(0, 40), air.slice(0, 40))).toBeNull();
    expect(
      tropopauseOf(
        heights,
        air.map(() => null),
      ),
    ).toBeNull();
  });

  it('it freezes at 15/6.5 km', () => {
    expect(crossingOf(heights, air, 0)).toBeCloseTo(15 / 6.5, 6);
    expect(crossingOf(heights, air, 100)).toBeNull();
  });
});
