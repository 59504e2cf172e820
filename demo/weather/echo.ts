// What radars and lidars see above a place: echoes of cloud, rain, particles and air by height.
import { hash } from '../hash.ts';
import type { Sample } from '../sample.ts';
import { freezingLevel } from './column.ts';
import type { Layer, Weather } from './weather.ts';

/** The part of the sky that does not change with height, worked out once for each sample. */
export interface Sky {
  /** dBZ of the rain at the ground; -99 when it is dry. */
  rainEcho: number;
  /**
   * dBZ of the precipitation aloft, smoother in time than the rain below it; -99 without a shower.
   */
  shower: number;
  /** Metres above ground between which the shower has an echo. */
  showerBase: number;
  showerTop: number;
  freezing: number;
  /** Optical depth of aerosol below and above the mixed layer. */
  aerosol: number;
  /** Seconds, and the place in the noise functions. */
  time: number;
  seed: number;
}

export const emptySky = (): Sky => ({
  rainEcho: -99,
  shower: -99,
  showerBase: 0,
  showerTop: 0,
  freezing: 0,
  aerosol: 0,
  time: 0,
  seed: 0,
});

const NOTHING = -99;
/**
 * A shower has an echo aloft while its strength (Weather.storm) is above this: virga before the
 * rain and after it.
 */
const VIRGA = -0.09;
/** Echoes above this many dBZ are weakened on their way through the rain. */
const STRONG = 5;

export function skyAt(sky: Sky, w: Weather, time: number, seed: number): void {
  sky.time = time;
  sky.seed = seed;
  sky.rainEcho = w.rain > 0 ? 23 + 7 * Math.log(w.rain) : NOTHING;
  sky.freezing = freezingLevel(w);
  sky.aerosol = w.aod;
  const strength = (w.storm - VIRGA) / (0.45 - VIRGA);
  if (strength <= 0) {
    sky.shower = NOTHING;
    return;
  }
  const share = Math.min(1, strength);
  const cells = grain(seed + 71, time / 1_500, 0);
  sky.shower = -30 + 58 * share ** 0.5 + 6 * cells;
  const depth = (300 + 9_200 * share ** 0.6) * (1 + 0.28 * cells);
  sky.showerTop = Math.min(0.97 * w.tropopause, sky.freezing + depth);
  sky.showerBase = w.rain > 0 ? 0 : Math.max(0, w.low.base + 1_600 * (1 - strength / 0.25));
}

/** Reflectivity in dBZ at `z` metres above ground; -99 where there is nothing. */
export function reflectivityAt(sky: Sky, w: Weather, z: number): number {
  let echo = showerEchoAt(sky, z);
  const { low, middle, high } = w;
  echo = Math.max(echo, layerEcho(filledAt(sky, low, z, 0), -47, 22));
  echo = Math.max(echo, layerEcho(filledAt(sky, middle, z, 1), -38, 28));
  return Math.max(echo, layerEcho(filledAt(sky, high, z, 2), -41, 31));
}

/** Whether what is at `z` falls from a shower. */
export const isShower = (sky: Sky, z: number): boolean =>
  sky.shower > NOTHING && z >= sky.showerBase && z <= sky.showerTop;

function showerEchoAt(sky: Sky, z: number): number {
  if (!isShower(sky, z)) return NOTHING;
  const above = z - sky.freezing;
  // Streaks lean: what falls slowly arrives later.
  const at = sky.time + z * (above > 0 ? 0.55 : 0.16);
  const cell = grain(sky.seed + 72, at / 900, z / 2_600);
  const streak = grain(sky.seed + 73, at / 210, z / 900);
  const fine = grain(sky.seed + 74, at / 55, z / 260);
  let echo = sky.shower + 7 * cell + 4.5 * streak + 1.6 * fine;
  if (above > 0) echo -= 3 + 0.0038 * above;
  const edge = (sky.showerTop - z) / 900;
  if (edge < 1) echo -= 16 * (1 - edge) ** 2;
  const below = (z - sky.showerBase) / 500;
  if (sky.showerBase > 0 && below < 1) echo -= 18 * (1 - below);
  const seen = echo > STRONG ? STRONG + 0.5 * (echo - STRONG) : echo;
  return seen + brightAt(above);
}

/** The melting layer: wet flakes shine just below the height where they melt. */
const brightAt = (above: number): number =>
  above > 400 || above < -700 ? 0 : 8 * Math.exp(-(((above + 130) / 170) ** 2));

/** `filled`: how full of cloud the air is there. */
const layerEcho = (filled: number, least: number, gain: number): number =>
  filled <= 0 ? NOTHING : least + gain * Math.min(1, filled) ** 0.7;

const SLANT = [0, 0.35, 0.9] as const;
const LASTS = [420, 900, 1_500] as const;

/**
 * How full of cloud the air is at `z`, 0 or less for none: layers have ragged edges, holes and
 * streaks that lean. `number`: which of the three layers, for noise of its own.
 */
export function filledAt(sky: Sky, layer: Layer, z: number, number: number): number {
  const { base, top, cover } = layer;
  if (cover <= 0.08 || z < base || z > top) return 0;
  const lasts = LASTS[number] ?? 600;
  const sunk = 0.3 + 0.3 * grain(sky.seed + 84 + number, sky.time / (3.1 * lasts), 0);
  const up = (z - base) / (top - base) + sunk - 0.3;
  const at = sky.time + z * (SLANT[number] ?? 0);
  const seed = sky.seed + 75 + 2 * number;
  const coarse = grain(seed, at / lasts, z / 700);
  const fine = grain(seed + 1, (at * 4) / lasts, z / 190);
  return cover * (0.2 + 3.2 * up * (1 - up)) + 0.34 * coarse + 0.14 * fine - 0.3;
}

/**
 * How fast hydrometeors fall, and the draft, in m/s, positive up, as a cloud radar sees them at
 * `z`.
 */
export function fallSpeedAt(sky: Sky, z: number, draft: number): number {
  const above = z - sky.freezing;
  if (!isShower(sky, z)) return draft - (above > 0 ? 0.55 : 0.08);
  const melted = Math.min(1, Math.max(0, (100 - above) / 500));
  return draft - (1.1 + melted * (2.4 + 0.11 * Math.max(0, sky.shower)));
}

/** Spread of fall speeds in m/s at `z`: wide in rain and where air is turbulent, narrow in ice. */
export function spectrumWidthAt(sky: Sky, z: number): number {
  const turbulence = 0.5 + 0.5 * grain(sky.seed + 82, sky.time / 140, z / 320);
  const melted = isShower(sky, z) && z < sky.freezing ? 0.42 : 0;
  return 0.1 + 0.3 * turbulence + melted;
}

/**
 * Backscatter of particles and cloud at `z` in 1/(m sr), before the beam is weakened on its way.
 */
export function backscatterAt(sky: Sky, w: Weather, z: number): number {
  const mixed = Math.max(200, w.mixed);
  const patches = 1 + 0.3 * grain(sky.seed + 83, sky.time / 1_100, z / 450);
  const haze =
    (sky.aerosol / 50 / (mixed + 1_200)) * (z < mixed ? 1 : Math.exp(-(z - mixed) / 900));
  return haze * patches + cloudBackscatter(sky, w, z);
}

function cloudBackscatter(sky: Sky, w: Weather, z: number): number {
  const low = filledAt(sky, w.low, z, 0);
  const middle = filledAt(sky, w.middle, z, 1);
  const high = filledAt(sky, w.high, z, 2);
  let beta = 0;
  if (low > 0) beta += 6e-4 * Math.min(1, low) ** 1.2;
  if (middle > 0) beta += 1.2e-4 * Math.min(1, middle) ** 1.2;
  if (high > 0) beta += 2.2e-5 * Math.min(1, high);
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
  const cloud = cloudBackscatter(sky, w, z) > 0;
  if (cloud) return z > sky.freezing + 1_500 ? 0.36 : z > sky.freezing ? 0.18 : 0.015;
  return 0.03;
}

/** Drafts in m/s, positive up: eddies of some 500 m that last minutes, and small ones within. */
export const draftAt = (sky: Sky, z: number): number =>
  0.5 * grain(sky.seed + 70, sky.time / 540, z / 520) +
  0.25 * grain(sky.seed + 69, sky.time / 60, z / 180);

/**
 * Patches of rain around a place: millimetres per hour at `x` east and `y` north metres, as
 * scanning radars see them. Near the place it is the rain of the weather there.
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

/** Smooth noise in the plane, -1 to 1. */
const grain = (seed: number, x: number, y: number): number => 2 * cells(seed, x, y) - 1;

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
