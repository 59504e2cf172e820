// Signals of weather at the ground: thermometers, gauges, anemometers, soil.
import { wave } from '../hash.ts';
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';
import { rainSinceMidnight } from '../weather/rain-total.ts';
import { saturation } from '../weather/weather.ts';

const RAD = Math.PI / 180;

export const surface: Readonly<Record<string, SignalMaker>> = {
  temperature: () => (s) => s.weather.temperature,
  dewpoint: () => (s) => s.weather.dewpoint,
  humidity: () => (s) => s.weather.humidity,
  vapour: () => (s) => s.weather.vapour,
  /** g/kg. */
  'mixing-ratio': () => (s) => (622 * s.weather.vapour) / (s.weather.pressure - s.weather.vapour),
  /** g/m^3. */
  'vapour-density': () => (s) => (216.7 * s.weather.vapour) / (s.weather.temperature + 273.15),
  'saturation-pressure': () => (s) => saturation(s.weather.temperature),
  pressure: () => (s) => s.weather.pressure,
  /** kg/m^3. */
  'air-density': () => (s) => (s.weather.pressure * 100) / (287 * (s.weather.temperature + 273.15)),
  /** Height above ground in m: wind grows with it. */
  'wind-speed': ([height = 10]) => {
    const factor = (Math.max(0.5, height) / 10) ** 0.17;
    return (s) => Math.max(0, s.weather.windSpeed * factor * (1 + 0.08 * s.noise()));
  },
  'wind-direction': () => (s) => turn(s.weather.windDirection + 6 * s.noise()),
  'wind-direction-spread': () => (s) =>
    3 + 24 / (0.8 + s.weather.windSpeed) + 2 * Math.abs(s.noise()),
  'wind-gust': () => (s) => s.weather.windSpeed * (1.25 + 0.3 * Math.abs(s.noise())),
  'wind-east': () => (s) =>
    -s.weather.windSpeed * Math.sin(s.weather.windDirection * RAD) + 0.3 * s.noise(),
  'wind-north': () => (s) =>
    -s.weather.windSpeed * Math.cos(s.weather.windDirection * RAD) + 0.3 * s.noise(),
  'wind-up': () => (s) => 0.08 * s.noise(),
  /** mm/h of water, as rain and snow. */
  'rain-rate': () => (s) => s.weather.rain,
  /** mm in the seconds given. */
  'rain-amount':
    ([seconds = 60]) =>
    (s) =>
      (s.weather.rain * seconds) / 3600,
  /** Tips of a bucket: tip size in mm, seconds. Falls into a sample when enough has gathered. */
  'rain-tips':
    ([tip = 0.254, seconds = 60]) =>
    (s) =>
      tips(s, tip, seconds),
  'snow-rate': () => (s) => (s.weather.snow ? s.weather.rain : 0),
  /** Millimetres since midnight; the gauge begins again at `fold`. */
  'rain-total':
    ([fold = 99.99]) =>
    (s) =>
      total(s) % fold,
  'snow-total':
    ([fold = 999]) =>
    (s) =>
      s.weather.snow ? (total(s) * 10) % fold : 0,
  'gauge-bucket':
    ([level = 180]) =>
    (s) =>
      level + total(s) + 0.02 * s.noise(),
  'snow-depth': () => (s) =>
    Math.max(0, 0.35 - 0.9 * s.weather.warmth) * (s.climate.surface === 'snow' ? 1 : 0.05),
  visibility: () => (s) => Math.round(s.weather.visibility * (1 - 0.03 * Math.abs(s.noise()))),
  /** Code of present weather: 0 clear, 30 fog, 51-63 rain, 71-73 snow. */
  'present-weather': () => (s) => presentWeather(s),
  /** 3 V dry to 1 V wet. */
  'wetness-volts': () => (s) => (s.weather.rain > 0 ? 1.05 : 2.95) + 0.05 * s.noise(),
  'sea-temperature': () => (s) =>
    Math.max(-1.8, s.climate.mean + 0.5 + 0.7 * s.climate.season * s.weather.warmth),
  /** Depth in cm. */
  'soil-temperature':
    ([depth = 5]) =>
    (s) =>
      soilTemperature(s, depth),
  /** Depth in cm; share of volume. */
  'soil-water':
    ([depth = 5]) =>
    (s) =>
      soilWater(s, depth),
  /** Depth in cm; kPa, at most 0. */
  'soil-potential':
    ([depth = 5]) =>
    (s) =>
      -8 * (0.42 / soilWater(s, depth)) ** 4.5,
  /** The same three with the depth taken from the last axis (cm). */
  'soil-temperature-by-depth': (_n, axes) => (s, e) =>
    soilTemperature(s, axes.at(-1)?.values[e] ?? 5),
  'soil-water-by-depth': (_n, axes) => (s, e) => soilWater(s, axes.at(-1)?.values[e] ?? 5),
  'soil-potential-by-depth': (_n, axes) => (s, e) =>
    -8 * (0.42 / soilWater(s, axes.at(-1)?.values[e] ?? 5)) ** 4.5,
};

export const turn = (degrees: number): number => degrees - 360 * Math.floor(degrees / 360);

function tips(s: Sample, tip: number, seconds: number): number {
  const fallen = (s.weather.rain * seconds) / 3600;
  const whole = Math.floor(fallen / tip);
  const rest = fallen / tip - whole;
  const chance = 0.5 + 0.5 * s.noise();
  return tip * (whole + (chance < rest ? 1 : 0));
}

const total = (s: Sample): number => rainSinceMidnight(s.place, s.time);

function presentWeather(s: Sample): number {
  const w = s.weather;
  if (w.rain > 0) return (w.snow ? 71 : 61) + (w.rain > 4 ? 2 : w.rain > 1.5 ? 1 : 0);
  if (w.visibility < 1_000) return 30;
  return w.visibility < 5_000 ? 10 : 0;
}

function soilTemperature(s: Sample, depth: number): number {
  const w = s.weather;
  const yearly = Math.exp(-depth / 220);
  const lag = depth / 220;
  const daily = Math.exp(-depth / 11);
  const season = s.climate.season * yearly * Math.cos(Math.acos(clamp(w.warmth)) + lag * 0.6);
  const day =
    0.9 * s.climate.diurnal * daily * Math.cos(((w.hour - 15 - depth * 0.35) * Math.PI) / 12);
  const slow = 0.4 * s.climate.variability * daily * wave(s.climate.seed + 61, s.time, 500_000);
  return s.climate.mean + 0.9 + 0.85 * season + day * Math.min(1, w.daylight * 1.3) + slow;
}

function soilWater(s: Sample, depth: number): number {
  const dry = s.climate.surface === 'desert' ? 0.1 : 0.24;
  const weeks = wave(s.climate.seed + 62, s.time, (9 + depth / 6) * 86_400);
  const sensor = 0.015 * wave(s.seed + Math.round(depth), 0, 1);
  const recent = s.weather.rain > 0 ? 0.02 * Math.exp(-depth / 20) : 0;
  return clampTo(
    dry + 0.085 * weeks * Math.exp(-depth / 150) + 0.0004 * depth + sensor + recent,
    0.03,
    0.48,
  );
}

const clamp = (x: number): number => clampTo(x, -1, 1);
const clampTo = (x: number, low: number, high: number): number =>
  x < low ? low : Math.min(x, high);
