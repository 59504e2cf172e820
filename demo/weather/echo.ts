// What radars and lidars see above a place: echoes of cloud, rain, particles and air by height.
import { hash, wave } from '../hash.ts';
import type { Sample } from '../sample.ts';
import { freezingLevel } from './column.ts';
import type { Layer, Weather } from './weather.ts';

/** The part of the sky that does not change with height, worked out once for each sample. */
export interface Sky {
  /** dBZ of the rain at the ground; -99 when it is dry. */
  rainEcho: number;
  freezing: number;
  /** Optical depth of aerosol below and above the mixed layer. */
  aerosol: number;
}

export const emptySky = (): Sky => ({ rainEcho: -99, freezing: 0, aerosol: 0 });

export function skyAt(sky: Sky, w: Weather): void {
  sky.rainEcho = w.rain > 0 ? 23 + 7 * Math.log(w.rain) : -99;
  sky.freezing = freezingLevel(w);
  sky.aerosol = w.aod;
}

const NOTHING = -99;

/** Reflectivity in dBZ at `z` metres above ground; -99 where there is nothing. `texture` in (-1, 1). */
export function reflectivityAt(sky: Sky, w: Weather, z: number, texture: number): number {
  let echo = NOTHING;
  const { low, middle, high } = w;
  if (sky.rainEcho > NOTHING && z < low.top) {
    const above = z - sky.freezing;
    const bright = Math.abs(above) < 200 ? 5 * (1 - Math.abs(above) / 200) : 0;
    echo = sky.rainEcho + bright - (above > 0 ? 4 + 0.0045 * above : 0);
  } else if (low.cover > 0.2 && z >= low.base && z <= low.top) {
    echo = -46 + 18 * low.cover + (10 * (z - low.base)) / (low.top - low.base);
  }
  if (middle.cover > 0.2 && z >= middle.base && z <= middle.top) {
    echo = Math.max(echo, -33 + 22 * middle.cover * shape(middle, z));
  }
  if (high.cover > 0.2 && z >= high.base && z <= high.top) {
    echo = Math.max(echo, -34 + 24 * high.cover * shape(high, z));
  }
  return echo === NOTHING ? NOTHING : echo + 2.6 * texture;
}

function shape(layer: Layer, z: number): number {
  const x = (z - layer.base) / (layer.top - layer.base);
  return 4 * x * (1 - x) * 0.6 + 0.4;
}

/** Fall and draft in m/s, positive up, of what a cloud radar sees at `z`. */
export function fallSpeedAt(sky: Sky, w: Weather, z: number, draft: number): number {
  if (sky.rainEcho > NOTHING && z < w.low.top) {
    return draft - (z < sky.freezing ? 3.2 + 0.09 * Math.max(0, sky.rainEcho) : 1.1);
  }
  return draft - (z > sky.freezing ? 0.55 : 0.08);
}

/** Backscatter of particles and cloud at `z` in 1/(m sr), before the beam is weakened on its way. */
export function backscatterAt(sky: Sky, w: Weather, z: number): number {
  const mixed = Math.max(200, w.mixed);
  const haze =
    (sky.aerosol / 50 / (mixed + 1_200)) * (z < mixed ? 1 : Math.exp(-(z - mixed) / 900));
  return haze + cloudBackscatter(w, z);
}

function cloudBackscatter(w: Weather, z: number): number {
  let beta = 0;
  if (w.low.cover > 0.15 && z >= w.low.base && z <= w.low.top) beta += 6e-4 * w.low.cover ** 2;
  if (w.middle.cover > 0.15 && z >= w.middle.base && z <= w.middle.top)
    beta += 1.2e-4 * w.middle.cover ** 2;
  if (w.high.cover > 0.15 && z >= w.high.base && z <= w.high.top) beta += 1.5e-5 * w.high.cover;
  if (w.rain > 0 && z < w.low.base) beta += 6e-6 * w.rain ** 0.7;
  return beta;
}

/** Backscatter of the air itself at 532 nm, 1/(m sr). */
export const airBackscatterAt = (z: number): number => 1.5e-6 * Math.exp(-z / 8_000);

/** What is left of a beam after the way up to `z`, there and back: cloud darkens it quickly. */
export function throughTo(w: Weather, z: number): number {
  const part = (layer: Layer, strength: number): number =>
    z <= layer.base ? 0 : strength * layer.cover ** 2 * Math.min(1, (z - layer.base) / 300);
  const depth =
    part(w.low, 3.2) +
    part(w.middle, 1.6) +
    part(w.high, 0.25) +
    0.5 * w.aod * (1 - Math.exp(-z / 1_500));
  return Math.exp(-2 * depth);
}

/** Share of the light that comes back turned: 0 round drops, 0.4 ice. */
export function depolarizationAt(sky: Sky, w: Weather, z: number): number {
  const cloud = cloudBackscatter(w, z) > 0;
  if (cloud) return z > sky.freezing + 1_500 ? 0.36 : z > sky.freezing ? 0.18 : 0.015;
  return 0.03;
}

/** Grain of an echo in (-1, 1): coherent over some 250 m and half a minute. */
export function textureAt(s: Sample, z: number): number {
  return wave(s.climate.seed + 70 + Math.floor(z / 250), s.time, 35);
}

/**
 * Patches of rain around a place: millimetres per hour at `x` east and `y` north metres, as scanning radars see them.
 * Near the place it is the rain of the weather there.
 */
export function rainAround(s: Sample, x: number, y: number): number {
  const w = s.weather;
  const drift = s.time * 9;
  const cell = cells(s.climate.seed + 80, (x + drift) / 9_000, y / 9_000);
  const wide = cells(s.climate.seed + 81, (x + drift) / 42_000, y / 42_000);
  const far = Math.min(1, Math.hypot(x, y) / 15_000);
  const moist = w.low.cover * 0.5 + w.middle.cover * 0.2 + (w.rain > 0 ? 0.25 : 0);
  const spread = Math.max(0, 0.55 * cell + 0.75 * wide + moist - 0.75) * 34;
  return (1 - far) * w.rain + far * spread;
}

/** Smooth noise in the plane, 0 to 1. */
function cells(seed: number, x: number, y: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const fx = x - i;
  const fy = y - j;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = hash(seed + i * 7_919, j);
  const b = hash(seed + (i + 1) * 7_919, j);
  const c = hash(seed + i * 7_919, j + 1);
  const d = hash(seed + (i + 1) * 7_919, j + 1);
  return (a + (b - a) * u + (c + (d - c) * u - a - (b - a) * u) * v) / 4_294_967_296;
}
