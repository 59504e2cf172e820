// The air above a place: temperature, pressure, humidity, wind and cloud by height.
import { wave } from '../hash.ts';
import type { Climate } from './place.ts';
import { dewpointOf, type Layer, saturation, type Weather } from './weather.ts';

/**
 * Degrees C at `z` metres above ground: mixed layer, free troposphere, stratosphere; a ground
 * inversion at night.
 */
export function temperatureAt(w: Weather, z: number): number {
  const inversion =
    w.mu < 0 ? Math.min(4, 0.02 * z) * Math.exp(-z / 900) * (1 - 0.7 * w.low.cover) : 0;
  const mixed = Math.min(z, w.mixed);
  const free = Math.max(0, Math.min(z, w.tropopause) - w.mixed);
  const above = Math.max(0, z - w.tropopause);
  return w.temperature - 0.0094 * mixed + inversion - 0.0064 * free + 0.0012 * above;
}

/** hPa at `z` metres above ground. */
export function pressureAt(w: Weather, z: number): number {
  const mean = w.temperature + 273.15 - 0.0032 * Math.min(z, w.tropopause);
  return w.pressure * Math.exp(-z / (29.27 * mean));
}

/**
 * Relative humidity in % over water at `z` metres above ground: moist in cloud, dry in between and
 * above, in layers thick and thin.
 */
export function humidityAt(w: Weather, climate: Climate, t: number, z: number): number {
  const below = Math.min(z, w.tropopause);
  const background =
    22 + 26 * wave(climate.seed + 40, t, 60_000) + 20 * layered(climate.seed + 41, t, z, 1_800);
  const near = Math.exp(-Math.max(0, below - w.mixed) / 1_100);
  const rise = Math.min(14, (14 * below) / Math.max(300, w.mixed)) * near;
  const laminae =
    7 * layered(climate.seed + 2_000, t, z, 430) + 2.5 * layered(climate.seed + 3_000, t, z, 110);
  let humidity =
    near * w.humidity +
    (1 - near) * Math.max(4, background + laminae) +
    rise * (1 - w.humidity / 100) +
    0.15 * near * laminae * Math.min(1, z / 200);
  humidity = moistened(humidity, w.low, below, 99);
  humidity = moistened(humidity, w.middle, below, 99);
  humidity = moistened(humidity, w.high, below, 81);
  humidity *= Math.exp(-(z - below) / 1_500);
  return Math.min(100, Math.max(1, humidity));
}

/**
 * -1 to 1 in layers of about this thickness in metres, each with a course of its own, that pass
 * into each other.
 */
function layered(seed: number, t: number, z: number, thickness: number): number {
  const x = z / thickness;
  const layer = Math.floor(x);
  const period = 30_000 * Math.min(1, thickness / 1_800 + 0.2);
  const under = wave(seed + layer, t, period);
  return under + (wave(seed + layer + 1, t, period) - under) * smooth(x - layer);
}

/** Metres over which the air grows moist towards a cloud, half of them inside. */
const EDGE = 300;

/** In a cloud the humidity comes near `most`, the nearer the more of the sky is covered. */
function moistened(humidity: number, layer: Layer, z: number, most: number): number {
  const inside = smooth(0.5 + (z - layer.base) / EDGE) * smooth(0.5 + (layer.top - z) / EDGE);
  return humidity + Math.max(0, most * Math.sqrt(layer.cover) - humidity) * inside;
}

/** From 0 at 0 to 1 at 1, level at both ends. */
function smooth(x: number): number {
  const f = Math.min(1, Math.max(0, x));
  return f * f * (3 - 2 * f);
}

/** Dewpoint in degrees C at `z` metres above ground. */
export function dewpointAt(w: Weather, climate: Climate, t: number, z: number): number {
  const vapour = (humidityAt(w, climate, t, z) / 100) * saturation(temperatureAt(w, z));
  return dewpointOf(vapour);
}

/**
 * Eastward wind in m/s at `z` metres above ground: turns to the jet's westerlies outside the
 * tropics.
 */
export function eastwardAt(w: Weather, climate: Climate, t: number, z: number): number {
  const surface = -w.windSpeed * Math.sin((w.windDirection * Math.PI) / 180) * stronger(z);
  const aloft = jet(w, climate, t) * Math.exp(-(((z - w.tropopause) / 4_800) ** 2));
  return surface * Math.exp(-z / 3_200) + aloft;
}

export function northwardAt(w: Weather, climate: Climate, t: number, z: number): number {
  const surface = -w.windSpeed * Math.cos((w.windDirection * Math.PI) / 180) * stronger(z);
  const aloft =
    14 * wave(climate.seed + 42, t, 110_000) * Math.exp(-(((z - w.tropopause) / 5_500) ** 2));
  return surface * Math.exp(-z / 3_200) + aloft;
}

const stronger = (z: number): number => (Math.max(10, Math.min(z, 700)) / 10) ** 0.17;

function jet(w: Weather, climate: Climate, t: number): number {
  const latitude = Math.abs(climate.latitude);
  const belt = Math.exp(-(((latitude - 42) / 20) ** 2));
  const strength = latitude < 16 ? -8 : 6 + 34 * belt * (1 - 0.35 * w.warmth);
  return strength * (1 + 0.4 * wave(climate.seed + 43, t, 95_000));
}

/** Upward air motion in m/s at `z`: thermals by day in the mixed layer, waves above. */
export function upwardAt(w: Weather, climate: Climate, t: number, z: number): number {
  const x = z / Math.max(200, w.mixed);
  const thermal =
    x < 1.1 ? 1.7 * Math.sqrt(Math.max(0, w.mu)) * Math.sqrt(x) * Math.max(0, 1.1 - x) * 2 : 0;
  const gust = wave(climate.seed + 44 + Math.floor(z / 250), t, 75);
  return thermal * gust + 0.12 * wave(climate.seed + 45, t + z / 3, 480) + (w.rain > 5 ? gust : 0);
}

/**
 * Cloud water in g/m^3 at `z`, liquid and ice together; `frozen` share from the temperature there.
 */
export function cloudWaterAt(w: Weather, z: number): number {
  return water(w.low, z, 0.34) + water(w.middle, z, 0.14) + water(w.high, z, 0.02);
}

function water(layer: Layer, z: number, most: number): number {
  if (layer.cover <= 0 || z < layer.base || z > layer.top) return 0;
  const share = (z - layer.base) / Math.max(1, layer.top - layer.base);
  return most * layer.cover * (0.25 + 0.75 * Math.sin(Math.PI * Math.min(1, 0.25 + 0.7 * share)));
}

/**
 * Height in metres above ground where the air reaches 0 degrees C; 0 when it freezes at the ground.
 */
export function freezingLevel(w: Weather): number {
  if (w.temperature <= 0) return 0;
  const mixed = w.temperature - 0.0094 * w.mixed;
  return mixed <= 0 ? w.temperature / 0.0094 : w.mixed + mixed / 0.0064;
}
