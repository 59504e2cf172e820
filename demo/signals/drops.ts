// Signals of falling drops: disdrometers and what is worked out from their counts.
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';

/** Drops per m^3 and mm of diameter after Marshall and Palmer; diameter in mm. */
function perDiameter(rain: number, diameter: number): number {
  if (rain <= 0) return 0;
  const slope = 4.1 * rain ** -0.21;
  return 8_000 * Math.exp(-slope * diameter) * Math.min(1, (diameter / 0.45) ** 2);
}

/** m/s. */
const fallSpeed = (diameter: number): number =>
  Math.max(0.1, 9.65 - 10.3 * Math.exp(-0.6 * diameter));

const wetOnly =
  (value: (rain: number, s: Sample) => number): SignalMaker =>
  () =>
  (s) =>
    s.weather.rain > 0.05 ? value(s.weather.rain, s) : Number.NaN;

const decibels = (rain: number): number => 23 + 7 * Math.log(rain);

export const drops: Readonly<Record<string, SignalMaker>> = {
  /** 1/(m^3 mm) by diameter (last axis, mm). */
  'drop-numbers': (_n, axes) => {
    const metres = axes.at(-1)?.metres ?? new Float64Array(1);
    return (s, e) => {
      const n = perDiameter(s.weather.rain, (metres[e] ?? Number.NaN) * 1000);
      return n < 0.01 ? 0 : n * (1 + 0.15 * s.noise(e));
    };
  },
  /** Counts by diameter and speed (last two axes): drops fall near the speed of their size. */
  'drop-counts': (_n, axes) => {
    const sizes = axes.at(-1)?.metres ?? new Float64Array(1);
    const speeds = axes.at(-2)?.values ?? new Float64Array(1);
    const width = Math.max(1, sizes.length);
    return (s, e) => {
      if (s.weather.rain <= 0) return 0;
      const diameter = (sizes[e % width] ?? Number.NaN) * 1000;
      const x = ((speeds[Math.floor(e / width)] ?? Number.NaN) - fallSpeed(diameter)) / 0.7;
      if (x * x > 9) return 0;
      return Math.round(
        0.02 * perDiameter(s.weather.rain, diameter) * Math.exp(-x * x) * (1 + 0.3 * s.noise(e)),
      );
    };
  },
  'drop-fall-speed': (_n, axes) => {
    const metres = axes.at(-1)?.metres ?? new Float64Array(1);
    return (_s, e) => fallSpeed((metres[e] ?? Number.NaN) * 1000);
  },
  'rain-echo': wetOnly((rain, s) => decibels(rain) + 0.5 * s.noise()),
  'rain-water': wetOnly((rain) => 0.072 * rain ** 0.88),
  'drop-median': wetOnly((rain) => 1.0 + 0.16 * Math.log(rain + 0.3)),
  'drop-mass-mean': wetOnly((rain) => 1.12 + 0.17 * Math.log(rain + 0.3)),
  'drop-total': wetOnly((rain) => 420 * rain ** 0.42),
  'drop-slope': wetOnly((rain) => 4.1 * rain ** -0.21),
  'drop-shape': wetOnly((rain, s) => 3 + 0.5 * Math.log(rain + 0.2) + 0.4 * s.noise()),
  'drop-intercept': wetOnly((rain) => 4_000 * (rain + 0.1) ** 0.23),
  /** 0 stratiform, 1 in between, 2 convective. */
  'rain-kind': wetOnly((rain) => (rain > 10 ? 2 : rain > 5 ? 1 : 0)),
  /** What a radar makes of the drops: a factor for its band. */
  'rain-zdr':
    ([factor = 1]) =>
    (s) =>
      s.weather.rain > 0.05 ? factor * (0.2 + 0.5 * Math.log1p(s.weather.rain)) : Number.NaN,
  'rain-kdp':
    ([factor = 1]) =>
    (s) =>
      s.weather.rain > 0.05 ? factor * 0.02 * s.weather.rain ** 1.1 : Number.NaN,
  'rain-attenuation':
    ([factor = 1]) =>
    (s) =>
      s.weather.rain > 0.05 ? factor * 0.003 * s.weather.rain ** 1.05 : Number.NaN,
  'rain-fall-speed':
    ([factor = 1]) =>
    (s) =>
      s.weather.rain > 0.05 ? factor * (4.2 + 0.7 * Math.log1p(s.weather.rain)) : Number.NaN,
  /** Kind of precipitation: 0 none, 61 rain, 71 snow. */
  'synop-code': () => (s) => (s.weather.rain <= 0 ? 0 : s.weather.snow ? 71 : 61),
};
