// Temperature against the logarithm of pressure on slanted isotherms: places, and the lines of air
// that rises. Pure; hPa and degrees C.

export const PRESSURES = { bottom: 1050, top: 100 } as const;
export const ISOBARS = [1000, 850, 700, 500, 400, 300, 200, 150, 100] as const;
const COLDEST = -40;
const WARMEST = 45;
/** By how much of the width an isotherm leans from the bottom to the top. */
const LEAN = 0.82;

/** Share of the height from the bottom. */
export const upOf = (pressure: number): number =>
  Math.log(PRESSURES.bottom / pressure) / Math.log(PRESSURES.bottom / PRESSURES.top);

/** Share of the width from the left; may be outside 0 to 1. */
export const acrossOf = (temperature: number, pressure: number): number =>
  (temperature - COLDEST) / (WARMEST - COLDEST) + LEAN * upOf(pressure);

export type Point = { readonly temperature: number; readonly pressure: number };

const ZERO = 273.15;
/** Gas constant over heat capacity of dry air. */
const KAPPA = 0.2857;

const levels = (from: number, to: number): readonly number[] => {
  const steps = 46;
  const ratio = (to / from) ** (1 / steps);
  return Array.from({ length: steps + 1 }, (_, n) => from * ratio ** n);
};

export const isotherm = (temperature: number): readonly Point[] =>
  [PRESSURES.bottom, PRESSURES.top].map((pressure) => ({ temperature, pressure }));

/** `potential`: temperature in K at 1000 hPa. */
export const dryAdiabat = (potential: number): readonly Point[] =>
  levels(PRESSURES.bottom, PRESSURES.top).map((pressure) => ({
    pressure,
    temperature: potential * (pressure / 1000) ** KAPPA - ZERO,
  }));

/** Saturation vapour pressure over water in hPa (Bolton 1980). */
export const saturation = (temperature: number): number =>
  6.112 * Math.exp((17.67 * temperature) / (temperature + 243.5));

/**
 * Kelvin per hPa of saturated air that rises (the American Meteorological Society's glossary:
 * moist-adiabatic lapse rate).
 */
function moistSlope(temperature: number, pressure: number): number {
  const kelvin = temperature + ZERO;
  const vapour = saturation(temperature);
  const ratio = (0.622 * vapour) / (pressure - vapour);
  const latent = 2.501e6;
  const [gas, heat] = [287.04, 1005.7];
  const top = gas * kelvin + latent * ratio;
  const bottom = heat + (latent * latent * ratio * 0.622) / (gas * kelvin * kelvin);
  return top / bottom / pressure;
}

/** Saturated air that has `temperature` at 1000 hPa. */
export function moistAdiabat(temperature: number): readonly Point[] {
  const points: Point[] = [{ temperature, pressure: 1000 }];
  let now = temperature;
  const step = 5;
  for (let pressure = 1000 - step; pressure >= 200; pressure -= step) {
    now -= step * moistSlope(now, pressure + step / 2);
    if (pressure % 20 === 0) points.push({ temperature: now, pressure });
  }
  return points;
}

/** Where air with `ratio` g/kg of vapour is saturated. */
export const mixingLine = (ratio: number): readonly Point[] =>
  levels(PRESSURES.bottom, 500).map((pressure) => {
    const vapour = (ratio * pressure) / (622 + ratio);
    const log = Math.log(vapour / 6.112);
    return { pressure, temperature: (243.5 * log) / (17.67 - log) };
  });

/**
 * A stability of the air over this many kilometres, and the least warming or cooling (K per km)
 * that ends the troposphere.
 */
const DEEP_KM = 2;
const STABLE = 2;
const LOWEST_KM = 5;

/**
 * The lowest height from which on it cools by 2 K per km or less over 2 km (World Meteorological
 * Organization); null: not reached.
 */
export function tropopauseOf(
  heights: readonly number[],
  temperatures: readonly (number | null)[],
): number | null {
  for (const [i, height] of heights.entries()) {
    const from = temperatures[i] ?? null;
    if (height < LOWEST_KM || from === null) continue;
    const above = heights.flatMap((at, n) => {
      const there = temperatures[n] ?? null;
      return at > height && at <= height + DEEP_KM && there !== null ? [{ at, there }] : [];
    });
    const last = above.at(-1);
    if (!last || last.at < height + 0.8 * DEEP_KM) return null;
    if (above.every(({ at, there }) => from - there <= STABLE * (at - height) + 0.3)) return height;
  }
  return null;
}

/** The lowest height at which a profile crosses a value; null where it does not. */
export function crossingOf(
  heights: readonly number[],
  values: readonly (number | null)[],
  value: number,
): number | null {
  for (let i = 1; i < heights.length; i++) {
    const [one, next] = [values[i - 1] ?? null, values[i] ?? null];
    const [low, high] = [heights[i - 1] ?? 0, heights[i] ?? 0];
    if (one === null || next === null || one === next || (one - value) * (next - value) > 0)
      continue;
    return low + ((value - one) / (next - one)) * (high - low);
  }
  return null;
}
