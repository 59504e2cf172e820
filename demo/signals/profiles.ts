// Signals of the air by height: profilers, retrievals, models, columns.

import { wave } from '../hash.ts';
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';
import * as column from '../weather/column.ts';
import { saturation } from '../weather/weather.ts';
import { direction } from './sounding.ts';

const byHeight =
  (value: (s: Sample, z: number, e: number) => number): SignalMaker =>
  (_n, axes) => {
    const last = axes.at(-1);
    const heights = last?.metres ?? new Float64Array(1);
    const count = Math.max(1, heights.length);
    return (s, e) => value(s, heights[e % count] ?? Number.NaN, e);
  };

/** The same along an axis of pressures in hPa. */
const byPressure =
  (value: (s: Sample, z: number, e: number) => number): SignalMaker =>
  (_n, axes) => {
    const levels = axes.at(-1)?.values ?? new Float64Array(1);
    const count = Math.max(1, levels.length);
    return (s, e) => value(s, heightOf(s, levels[e % count] ?? Number.NaN), e);
  };

function heightOf(s: Sample, level: number): number {
  const scale = 29.27 * (s.weather.temperature + 273.15 - 26);
  return Math.max(0, scale * Math.log(s.weather.pressure / level));
}

const temperature = (s: Sample, z: number): number => column.temperatureAt(s.weather, z);
const humidity = (s: Sample, z: number): number =>
  column.humidityAt(s.weather, s.climate, s.time, z);
const pressure = (s: Sample, z: number): number => column.pressureAt(s.weather, z);
const east = (s: Sample, z: number): number => column.eastwardAt(s.weather, s.climate, s.time, z);
const north = (s: Sample, z: number): number => column.northwardAt(s.weather, s.climate, s.time, z);
const vapour = (s: Sample, z: number): number =>
  (humidity(s, z) / 100) * saturation(temperature(s, z));
/** g/kg. */
const mixingRatio = (s: Sample, z: number): number => {
  const e = vapour(s, z);
  return (622 * e) / (pressure(s, z) - e);
};
/** K. */
const potential = (s: Sample, z: number): number =>
  (temperature(s, z) + 273.15) * (1000 / pressure(s, z)) ** 0.286;

const QUANTITIES: Readonly<Record<string, (s: Sample, z: number, e: number) => number>> = {
  temperature,
  humidity,
  pressure,
  'mixing-ratio': mixingRatio,
  potential,
  dewpoint: (s, z) => column.dewpointAt(s.weather, s.climate, s.time, z),
  east,
  north,
  speed: (s, z) => Math.hypot(east(s, z), north(s, z)),
  direction: (s, z) => direction(east(s, z), north(s, z)),
  virtual: (s, z) => (temperature(s, z) + 273.15) * (1 + 0.00061 * mixingRatio(s, z)),
  'virtual-potential': (s, z) => potential(s, z) * (1 + 0.00061 * mixingRatio(s, z)),
  'equivalent-potential': (s, z) => potential(s, z) + 2.6 * mixingRatio(s, z),
  lapse: (s, z) => (temperature(s, z) - temperature(s, z + 100)) * 10,
  richardson: (s, z) =>
    (9.81 * Math.max(10, z) * (potential(s, z) - potential(s, 0))) /
    (potential(s, 0) *
      Math.max(0.5, (east(s, z) - east(s, 0)) ** 2 + (north(s, z) - north(s, 0)) ** 2)),
  height: (_s, z) => z,
  /** Large-scale forcing: hPa/hour, K/hour, g/kg/hour. */
  omega: (s, z) =>
    -12 *
      wave(s.climate.seed + 90, s.time, 40_000) *
      Math.sin((Math.PI * Math.min(z, 12_000)) / 12_000) -
    2 * s.weather.rain,
  'temperature-tendency': (s, z) =>
    0.18 * wave(s.climate.seed + 91 + Math.floor(z / 3_000), s.time, 50_000),
  'moisture-tendency': (s, z) =>
    0.12 * wave(s.climate.seed + 95 + Math.floor(z / 3_000), s.time, 50_000) * Math.exp(-z / 3_000),
  /** Refraction by turbulence, log10 of m^(-2/3), and power of a wind profiler in dB. */
  'profiler-snr': (s, z, e) =>
    22 -
    z / 260 +
    6 * (humidity(s, z) / 100) +
    2 * s.noise(e) +
    (s.weather.rain > 0 && z < 3_500 ? 12 : 0),
};

const made = (prefix: string, by: typeof byHeight): Record<string, SignalMaker> =>
  Object.fromEntries(
    Object.entries(QUANTITIES).map(([name, value]) => [`${prefix}-${name}`, by(value)]),
  );

export const profiles: Readonly<Record<string, SignalMaker>> = {
  ...made('profile', byHeight),
  ...made('level', byPressure),
  'mixed-height': () => (s) => s.weather.mixed * (1 + 0.06 * s.noise()),
  'tropopause-height': () => (s) => s.weather.tropopause,
  'freezing-height': () => (s) => column.freezingLevel(s.weather),
  /** 1 convective, 2 residual, 3 stable. */
  'mixed-regime': () => (s) => (s.weather.mu > 0.15 ? 1 : s.weather.windSpeed > 5 ? 2 : 3),
  'lifting-height': () => (s) => 122 * (s.weather.temperature - s.weather.dewpoint),
  /** J/kg. */
  'convective-energy': () => (s) =>
    Math.max(
      0,
      (s.weather.dewpoint - 11) *
        130 *
        (0.5 + 0.5 * s.weather.warmth) *
        (0.4 + 0.6 * Math.max(0, s.weather.mu)),
    ),
  'convective-inhibition': () => (s) =>
    -Math.max(0, 140 - 8 * Math.max(0, s.weather.temperature - 12)),
  /** g/m^2 of liquid and ice, cm and kg/m^2 of vapour. */
  'liquid-path': () => (s) => s.weather.liquid,
  'ice-path': () => (s) => s.weather.ice,
  'column-vapour': () => (s) => s.weather.columnVapour,
  /** Delay of GPS signals in mm. */
  'wet-delay': () => (s) => 65 * s.weather.columnVapour,
  'dry-delay': () => (s) => 2.2768 * s.weather.pressure,
  /** Brightness of the sky in K at a frequency in GHz. */
  'sky-brightness': ([gigahertz = 23.8]) => {
    const vapourPart = lineStrength(gigahertz);
    const liquidPart = 2.1e-6 * gigahertz ** 1.95;
    const oxygen =
      0.012 + 0.000_006 * gigahertz ** 1.9 + (gigahertz > 50 && gigahertz < 60 ? 1.8 : 0);
    return (s) => {
      const depth =
        oxygen * (s.weather.pressure / 1013) +
        vapourPart * s.weather.columnVapour +
        liquidPart * s.weather.liquid;
      const air = s.weather.temperature + 273.15 - 12;
      return 2.73 * Math.exp(-depth) + air * (1 - Math.exp(-depth)) + 0.2 * s.noise();
    };
  },
  /** mW/(m^2 sr cm^-1) by wavenumber (last axis, cm^-1), as an infrared spectrometer looks up. */
  'infrared-radiance': (_n, axes) => {
    const waves = axes.at(-1)?.values ?? new Float64Array(1);
    const opaque = waves.map(opacity);
    return (s, e) => {
      const v = waves[e] ?? Number.NaN;
      const black = opaque[e] ?? Number.NaN;
      const warm = planck(v, s.weather.temperature + 273.15);
      const sky = planck(v, s.radiation.skyTemperature + 273.15);
      return (
        black * warm +
        (1 - black) * sky * (s.weather.low.cover > 0.3 ? 1 : 0.75) +
        0.12 * s.noise(e)
      );
    };
  },
};

function lineStrength(gigahertz: number): number {
  const line = 0.058 / (1 + ((gigahertz - 22.235) / 3.2) ** 2);
  const far = 0.000_012 * gigahertz ** 2 * (gigahertz > 140 ? 1.5 : 1);
  return line + far;
}

/**
 * Share of the air's own glow by wavenumber: 1 in the bands of CO2 and vapour, little in the
 * window.
 */
function opacity(v: number): number {
  const carbon = Math.exp(-(((v - 667) / 45) ** 2));
  const vapour = v > 1_250 ? Math.min(1, (v - 1_250) / 120) : v < 560 ? 0.9 : 0;
  const ozone = 0.35 * Math.exp(-(((v - 1_042) / 18) ** 2));
  const lines = 0.08 * Math.sin(v * 1.7) ** 8;
  return Math.min(1, Math.max(0.08, carbon + vapour + ozone + lines));
}

const planck = (v: number, kelvin: number): number =>
  (1.191_043e-5 * v ** 3) / (Math.exp((1.438_777 * v) / kelvin) - 1);
