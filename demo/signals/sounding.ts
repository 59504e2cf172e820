// Signals of instruments that move through the air: balloons with sondes, tethered balloons,
// aircraft.
import { DAY } from '../clock.ts';
import { wave } from '../hash.ts';
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';
import { tetherHeight, tetherOf } from '../tracks.ts';
import * as column from '../weather/column.ts';

const ASCENT = 5.1;
const DEGREE = 111_137;

export const sounding: Readonly<Record<string, SignalMaker>> = {
  'sonde-height': () => height,
  'sonde-altitude': () => (s) => s.position.altitude + height(s),
  'sonde-ascent': () => (s) => ASCENT + 0.7 * wave(s.seed, s.time, 90) + 0.25 * s.noise(),
  'sonde-pressure': () => (s) => column.pressureAt(s.weather, height(s)),
  'sonde-temperature': () => airTemperature,
  'sonde-dewpoint': () => (s) => {
    const dewpoint = column.dewpointAt(s.weather, s.climate, s.first, height(s));
    return Math.min(airTemperature(s), dewpoint + 0.15 * wave(s.seed + 5, s.time, 25));
  },
  'sonde-humidity': () => (s) =>
    clampPercent(column.humidityAt(s.weather, s.climate, s.first, height(s)) + 0.8 * s.noise()),
  'sonde-east': () => (s) => east(s),
  'sonde-north': () => (s) => north(s),
  'sonde-wind-speed': () => (s) => Math.hypot(east(s), north(s)),
  'sonde-wind-direction': () => (s) => direction(east(s), north(s)),
  'sonde-latitude': () => (s) => s.position.latitude + drifted(s, 'north') / DEGREE,
  'sonde-longitude': () => (s) =>
    s.position.longitude +
    drifted(s, 'east') / (DEGREE * Math.max(0.05, Math.cos((s.position.latitude * Math.PI) / 180))),
  /** The air around a platform that moves by itself (aircraft): state at its height. */
  'ambient-temperature': () => (s) => column.temperatureAt(s.weather, s.height) + 0.1 * s.noise(),
  'ambient-pressure': () => (s) => column.pressureAt(s.weather, s.height),
  'ambient-humidity': () => (s) => column.humidityAt(s.weather, s.climate, s.time, s.height),
  'ambient-dewpoint': () => (s) => column.dewpointAt(s.weather, s.climate, s.time, s.height),
  'ambient-east': () => (s) =>
    column.eastwardAt(s.weather, s.climate, s.time, s.height) + 0.4 * s.noise(),
  'ambient-north': () => (s) =>
    column.northwardAt(s.weather, s.climate, s.time, s.height) + 0.4 * s.noise(),
  'ambient-up': () => (s) =>
    column.upwardAt(s.weather, s.climate, s.time, s.height) + 0.15 * s.noise(),
  'ambient-wind-speed': () => (s) =>
    Math.hypot(
      column.eastwardAt(s.weather, s.climate, s.time, s.height),
      column.northwardAt(s.weather, s.climate, s.time, s.height),
    ),
  'ambient-wind-direction': () => (s) =>
    direction(
      column.eastwardAt(s.weather, s.climate, s.time, s.height),
      column.northwardAt(s.weather, s.climate, s.time, s.height),
    ),
  'true-airspeed': () => (s) => (s.height > 20 ? 92 + 6 * wave(s.seed, s.time, 200) : 2),
  /** How an aircraft leans, in degrees: how far, and in how many seconds it swings to and fro. */
  attitude:
    ([size = 3, seconds = 12]) =>
    (s) =>
      size * wave(s.salt, s.time, seconds) + 0.1 * size * s.noise(),
  heading: () => (s) =>
    ((((s.time - s.first) / 7 + 40 * wave(s.seed, s.time, 300)) % 360) + 360) % 360,
  'tether-height': () => tether,
  'tether-altitude': () => (s) => s.position.altitude + tether(s),
  'tether-temperature': () => (s) => column.temperatureAt(s.weather, tether(s)) + 0.1 * s.noise(),
  'tether-humidity': () => (s) => column.humidityAt(s.weather, s.climate, s.time, tether(s)),
  'tether-pressure': () => (s) => column.pressureAt(s.weather, tether(s)),
  'tether-wind-speed': () => (s) =>
    Math.hypot(
      column.eastwardAt(s.weather, s.climate, s.time, tether(s)),
      column.northwardAt(s.weather, s.climate, s.time, tether(s)),
    ) *
    (1 + 0.1 * s.noise()),
  'tether-wind-direction': () => (s) =>
    direction(
      column.eastwardAt(s.weather, s.climate, s.time, tether(s)),
      column.northwardAt(s.weather, s.climate, s.time, tether(s)),
    ),
  'tether-cloud-water': () => (s) => column.cloudWaterAt(s.weather, tether(s)),
};

/** Metres above ground. */
function height(s: Sample): number {
  const since = s.time - s.first;
  return (
    since * (ASCENT + 0.25 * wave(s.seed + 2, s.first, 3_600)) +
    14 * wave(s.seed, s.time, 120) * Math.min(1, since / 60)
  );
}

/** Degrees C around a sonde, with the waves of the air that grow with height. */
function airTemperature(s: Sample): number {
  const z = height(s);
  const waves = 1.2 * Math.min(1, z / 14_000) ** 2 * wave(s.seed + 6, z, 650);
  return column.temperatureAt(s.weather, z) + waves + 0.12 * wave(s.seed + 1, s.time, 40);
}

/** Metres above ground of the tethered balloon. */
function tether(s: Sample): number {
  const { site, facility } = s.place;
  const day = Math.floor(s.first / DAY) * DAY;
  const sortie = tetherOf(site, facility, day) ?? { takeOff: s.first, landing: s.first + 7_200 };
  return tetherHeight(sortie, s.time);
}

const east = (s: Sample): number =>
  column.eastwardAt(s.weather, s.climate, s.first, height(s)) + 0.9 * wave(s.seed + 3, s.time, 55);

const north = (s: Sample): number =>
  column.northwardAt(s.weather, s.climate, s.first, height(s)) + 0.9 * wave(s.seed + 4, s.time, 55);

/**
 * Metres blown away since the launch, by the wind at the ground, half way up and at its height
 * (Simpson's rule).
 */
function drifted(s: Sample, way: 'east' | 'north'): number {
  const z = height(s);
  const since = s.time - s.first;
  const wind = way === 'east' ? column.eastwardAt : column.northwardAt;
  const at = (share: number): number => wind(s.weather, s.climate, s.first, z * share);
  return (since / 6) * (at(0) + 4 * at(0.5) + at(1));
}

/** Degrees that the wind comes from. */
export function direction(eastward: number, northward: number): number {
  const degrees = (Math.atan2(-eastward, -northward) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

const clampPercent = (x: number): number => (x < 0 ? 0 : Math.min(x, 100));
