// The common weather of a site: one function of place and time that every instrument there looks
// at.
import { DAY, HOUR } from '../clock.ts';
import { Waves } from '../hash.ts';
import { cosineOfZenith, type SunOfDay, solarHour, sunOfDay } from '../sun.ts';
import { type Front, frontAt, strengthAt } from './front.ts';
import type { Climate, Position } from './place.ts';

/** One layer of cloud overhead. Heights in metres above ground; `cover` 0 (none) to 1 (solid). */
export interface Layer {
  base: number;
  top: number;
  cover: number;
}

/** The state of the air at one place and second. Made once and filled again for each sample. */
export interface Weather {
  /** Surface values at `altitude`: hPa, degrees C, %, hPa, m/s, degrees (coming from). */
  pressure: number;
  temperature: number;
  dewpoint: number;
  humidity: number;
  vapour: number;
  windSpeed: number;
  windDirection: number;
  /** Liquid equivalent in mm/h, and whether it falls as snow. */
  rain: number;
  /**
   * How strong the shower is aloft: positive where it rains, little below 0 where it does not reach
   * the ground.
   */
  storm: number;
  snow: boolean;
  readonly low: Layer;
  readonly middle: Layer;
  readonly high: Layer;
  /** Columns: liquid water in g/m^2, ice in g/m^2, water vapour in cm. */
  liquid: number;
  ice: number;
  columnVapour: number;
  /** Aerosol: optical depth at 500 nm, particles per cm^3, and how aged it is (0 fresh, 1 aged). */
  aod: number;
  particles: number;
  age: number;
  visibility: number;
  /** Top of the mixed layer and of the troposphere, metres above ground. */
  mixed: number;
  tropopause: number;
  /** Cosine of the solar zenith angle (negative at night) and local solar hour. */
  mu: number;
  hour: number;
  sun: SunOfDay;
  /**
   * -1 (coldest part of the year) to 1 (warmest), and the day's share of warming by the sun, 0
   * to 1.
   */
  warmth: number;
  daylight: number;
  /** Where in the noise functions this place lies. */
  readonly waves: Waves;
}

/** `seed`: that of the climate. */
export function emptyWeather(seed: number): Weather {
  const layer = (): Layer => ({ base: 0, top: 0, cover: 0 });
  return {
    pressure: 0,
    temperature: 0,
    dewpoint: 0,
    humidity: 0,
    vapour: 0,
    windSpeed: 0,
    windDirection: 0,
    rain: 0,
    storm: 0,
    snow: false,
    low: layer(),
    middle: layer(),
    high: layer(),
    liquid: 0,
    ice: 0,
    columnVapour: 0,
    aod: 0,
    particles: 0,
    age: 0,
    visibility: 0,
    mixed: 0,
    tropopause: 0,
    mu: 0,
    hour: 0,
    sun: sunOfDay(0),
    warmth: 0,
    daylight: 0,
    waves: new Waves(seed, 30),
  };
}

/** Saturation vapour pressure over water in hPa; temperature in degrees C (Magnus). */
export const saturation = (celsius: number): number =>
  6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius));

/** Dewpoint in degrees C of a vapour pressure in hPa. */
export function dewpointOf(vapour: number): number {
  const x = Math.log(Math.max(vapour, 1e-4) / 6.112);
  return (243.12 * x) / (17.62 - x);
}

/**
 * Fills `w` with the weather at a position and second (UTC). Neighbours of the same climate see the
 * same systems pass, later or earlier by their distance.
 */
export function weatherAt(w: Weather, climate: Climate, where: Position, t: number): void {
  const { waves } = w;
  const { latitude, longitude } = where;
  const east = (longitude - climate.longitude) * 111_000 * Math.cos((latitude * Math.PI) / 180);
  const u = t - east / 11 + ((latitude - climate.latitude) * 111_000) / 35;

  sunAndSeason(w, t, latitude, longitude);
  const synoptic = 0.65 * waves.get(1, u, 4.1 * DAY) + 0.35 * waves.get(2, u, 1.6 * DAY);
  const moist =
    0.5 * waves.get(3, u, 2.7 * DAY) + 0.25 * waves.get(4, u, 11 * HOUR) - 0.35 * synoptic;
  const cover = clouds(w, climate, u, moist);
  const front = frontAt(climate.fronts, u);
  rain(w, climate, u, { moist, front });
  air(
    w,
    climate,
    u,
    { moist, cover, warmer: front ? front.warmer * strengthAt(front, u) : 0 },
    where,
  );
  pressureAndWind(w, climate, u, synoptic, where);
  cloudHeights(w, climate, u);
  columns(w, climate, u, moist);
}

function sunAndSeason(w: Weather, t: number, latitude: number, longitude: number): void {
  w.sun = sunOfDay(t);
  w.mu = cosineOfZenith(w.sun, t, latitude, longitude);
  w.hour = solarHour(t, longitude);
  const year = (t / DAY - 10_957) / 365.2425; // years since 2000-01-01
  const warmest = latitude >= 0 ? 0.56 : 0.06;
  w.warmth = Math.cos(2 * Math.PI * (year - warmest));
  const phi = (latitude * Math.PI) / 180;
  const noon = Math.cos(phi - w.sun.declination);
  const midnight = -Math.cos(phi + w.sun.declination);
  w.daylight = Math.max(0, noon) - Math.max(0, midnight);
}

/**
 * Cover of the three layers; gives the mean cover of the hour, which also governs the day's
 * warming.
 */
function clouds(w: Weather, climate: Climate, u: number, moist: number): number {
  const { waves } = w;
  const afternoon = Math.max(0, Math.cos(((w.hour - 15.5) * Math.PI) / 9));
  const cumulus = climate.convection * afternoon * Math.max(0, 0.6 + 0.4 * w.warmth);
  const mean = clamp(climate.cloud + 0.42 * moist + 0.4 * cumulus, 0, 1);
  const low = 1.25 * mean - 0.55 + 0.42 * waves.get(5, u, 2_700) + 0.22 * waves.get(6, u, 540);
  w.low.cover = clamp(2.2 * low, 0, 1);
  w.middle.cover = clamp(2 * (1.1 * mean - 0.75 + 0.5 * waves.get(7, u, 7_900)), 0, 1);
  w.high.cover = clamp(1.8 * (0.9 * mean - 0.5 + 0.5 * waves.get(8, u, 18_000)), 0, 1);
  return mean;
}

/** A front rains steadily, with bands that are stronger and some that hardly reach the ground. */
const frontal = (w: Weather, front: Front, u: number): number =>
  0.5 * strengthAt(front, u) ** 0.6 + 0.13 * w.waves.get(28, u, 4_600) - 0.24;

function rain(
  w: Weather,
  climate: Climate,
  u: number,
  { moist, front }: { readonly moist: number; readonly front: Front | null },
): void {
  const { waves } = w;
  const local = 0.95 * moist + 0.5 * waves.get(9, u, 3.3 * HOUR) + climate.rain - 0.98;
  const storm = front ? Math.max(local, frontal(w, front, u)) : local;
  w.storm = storm;
  w.rain = 0;
  if (storm <= 0) return;
  const burst = 0.35 + 0.65 * (0.5 + 0.5 * waves.get(10, u, 420)) ** 2;
  const strength = 42 + 150 * climate.convection;
  const rate = strength * storm ** 1.5 * burst;
  w.rain = rate < 0.05 ? 0 : rate;
  if (w.rain > 0) w.low.cover = 1;
}

function air(
  w: Weather,
  climate: Climate,
  u: number,
  { moist, cover, warmer }: Record<'moist' | 'cover' | 'warmer', number>,
  { latitude, altitude }: Position,
): void {
  const { waves } = w;
  const poleward = Math.abs(latitude) - Math.abs(climate.latitude);
  const slow =
    climate.mean +
    climate.season * w.warmth -
    0.0062 * (altitude - climate.altitude) -
    0.65 * poleward +
    climate.variability * 1.2 * waves.get(11, u, 3.4 * DAY) +
    warmer;
  const swing = climate.diurnal * Math.min(1, 1.3 * w.daylight) * (1 - 0.6 * cover);
  const day = Math.cos(((w.hour - 15) * Math.PI) / 12);
  const small = 0.12 * climate.diurnal * waves.get(12, u, 3_000);
  w.temperature = slow + swing * day + small - Math.min(3, 0.3 * w.rain);
  const gap = climate.depression * (1 - 0.75 * moist) - 0.35 * swing;
  const soaked = w.rain > 0 ? 0.25 : 1;
  const depression = Math.max(0.25, soaked * (gap + swing * (0.9 + 0.85 * day)));
  w.dewpoint = w.temperature - depression;
  w.vapour = saturation(w.dewpoint);
  w.humidity = Math.min(100, (100 * w.vapour) / saturation(w.temperature));
  w.snow = w.temperature < 0.8;
}

function pressureAndWind(
  w: Weather,
  climate: Climate,
  u: number,
  synoptic: number,
  { latitude, altitude }: Position,
): void {
  const { waves } = w;
  const phi = (latitude * Math.PI) / 180;
  const tide = 1.2 * Math.cos(phi) ** 3 * Math.cos(((w.hour - 9.7) * Math.PI) / 6);
  const seaLevel = 1013.4 + climate.pressure * 1.35 * synoptic + tide;
  const mean = w.temperature + 273.15 + 0.003_25 * altitude;
  w.pressure = seaLevel * Math.exp(-altitude / (29.27 * mean));
  const breeze = 0.25 * w.daylight * Math.cos(((w.hour - 14) * Math.PI) / 12);
  const speed =
    climate.wind *
    (0.95 +
      0.55 * waves.get(13, u, 1.1 * DAY) +
      0.3 * Math.abs(synoptic) +
      (climate.surface === 'sea' ? 0 : breeze) +
      0.16 * waves.get(16, u, 1_300) +
      0.1 * waves.get(17, u, 170));
  w.windSpeed = Math.max(0.1, speed + Math.min(6, 0.2 * w.rain));
  const direction =
    climate.direction +
    115 * waves.get(14, u, 2.2 * DAY) +
    38 * waves.get(15, u, 4 * HOUR) +
    9 * waves.get(18, u, 700);
  w.windDirection = direction - 360 * Math.floor(direction / 360);
}

function cloudHeights(w: Weather, climate: Climate, u: number): void {
  const { waves } = w;
  w.tropopause = 8_800 + 7_800 * Math.cos((climate.latitude * Math.PI) / 180) ** 2 + 500 * w.warmth;
  const lift = 115 * (w.temperature - w.dewpoint);
  w.low.base = Math.max(60, lift + 90 + 160 * waves.get(19, u, 3 * HOUR));
  w.low.top = Math.min(
    0.85 * w.tropopause,
    w.low.base + 220 + 850 * w.low.cover + 320 * Math.sqrt(w.rain) * 3,
  );
  w.middle.base = Math.max(
    w.low.base + 600,
    0.3 * w.tropopause * (1 + 0.25 * waves.get(20, u, 6 * HOUR)),
  );
  w.middle.top = w.middle.base + 350 + 900 * w.middle.cover;
  w.high.base = 0.66 * w.tropopause * (1 + 0.18 * waves.get(21, u, 8 * HOUR));
  w.high.top = Math.min(w.tropopause, w.high.base + 500 + 1_700 * w.high.cover);
  const land = climate.surface !== 'sea' && climate.surface !== 'tropics';
  const grown = Math.max(0, Math.min(1, (w.hour - 7.5) / 6.5)) * (w.hour > 18 ? 0 : 1);
  w.mixed = land
    ? 160 + (500 + 1_500 * w.daylight) * grown * (1 - 0.4 * w.low.cover)
    : 650 + 220 * waves.get(22, u, 9 * HOUR);
}

function columns(w: Weather, climate: Climate, u: number, moist: number): void {
  const { waves } = w;
  const thick = (w.low.top - w.low.base) / 700;
  const warmEnough = clamp((w.temperature + 28) / 10, 0, 1);
  const drops = w.low.cover ** 1.5 * 120 * thick * (1 + 0.5 * waves.get(23, u, 600));
  w.liquid = warmEnough * (drops + 45 * Math.min(15, w.rain) + 30 * w.middle.cover ** 2);
  w.ice =
    25 * w.high.cover +
    60 * w.middle.cover * (w.middle.base > 4_000 ? 1 : 0.4) +
    20 * Math.min(20, w.rain);
  w.columnVapour = Math.max(0.03, (0.155 * w.vapour + 0.05) * (1 + 0.22 * moist));
  const air = 1 + 0.55 * waves.get(24, u, 2.5 * DAY) + 0.2 * waves.get(25, u, 7 * HOUR);
  w.aod = Math.max(0.008, climate.aod * air * (1 + 0.25 * w.warmth));
  w.age = 0.5 + 0.5 * waves.get(26, u, 1.8 * DAY);
  const traffic =
    1 + 0.35 * Math.cos(((w.hour - 9) * Math.PI) / 6) * Math.min(1, climate.particles / 3_000);
  const washed = w.rain > 0 ? 0.6 : 1;
  w.particles =
    climate.particles * washed * traffic * Math.max(0.15, air + 0.35 * waves.get(27, u, 2_000));
  const fog = w.humidity > 98.5 && w.rain === 0 ? 600 : 20_000;
  w.visibility = Math.min(20_000, fog, 20_000 / (1 + w.rain * (w.snow ? 8 : 1.4)) / (1 + w.aod));
}

const clamp = (x: number, low: number, high: number): number => (x < low ? low : Math.min(x, high));
