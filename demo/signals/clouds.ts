// Signals of lidars, ceilometers, zenith cloud radars and what is derived from them.
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';
import * as column from '../weather/column.ts';
import * as echo from '../weather/echo.ts';
import type { Layer } from '../weather/weather.ts';

/** The sky over a sample, worked out once for each moment. */
function skies(): (s: Sample) => echo.Sky {
  const sky = echo.emptySky();
  let tick = -1;
  return (s) => {
    if (tick !== s.tick) {
      echo.skyAt(sky, s.weather, s.time, s.climate.seed);
      tick = s.tick;
    }
    return sky;
  };
}

/** Makes a signal of height along the last axis. */
const byHeight =
  (value: (s: Sample, sky: echo.Sky, z: number, e: number) => number): SignalMaker =>
  (_n, axes) => {
    const last = axes.at(-1);
    const heights = last?.metres ?? new Float64Array(1);
    const count = Math.max(1, heights.length);
    const skyOf = skies();
    return (s, e) => value(s, skyOf(s), heights[e % count] ?? Number.NaN, e);
  };

/** Radar noise in dBZ at a range of z metres. */
const floor = (z: number): number => -54 + 8.686 * Math.log(Math.max(100, z) / 1_000);

/**
 * A value of the echo at `z`, given its dBZ; NaN where there is no echo above noise, as the
 * processing of radars masks it.
 */
function masked(sky: echo.Sky, s: Sample, z: number, value: (echo: number) => number): number {
  const seen = echo.reflectivityAt(sky, s.weather, z);
  return seen > floor(z) ? value(seen) : Number.NaN;
}

export const clouds: Readonly<Record<string, SignalMaker>> = {
  /**
   * Metres above ground of a layer's base: which layer from below (1 to 3), and the height up to
   * which it is seen.
   */
  'cloud-base':
    ([number = 1, reach = 30_000]) =>
    (s) => {
      const base = nth(s, number)?.base ?? Number.NaN;
      return base > reach ? Number.NaN : base;
    },
  'cloud-top':
    ([number = 1]) =>
    (s) =>
      nth(s, number)?.top ?? Number.NaN,
  'cloud-thickness': () => (s) => {
    const layer = nth(s, 1);
    return layer ? layer.top - layer.base : Number.NaN;
  },
  /** Bases and tops of the layers along the last axis. */
  'cloud-base-by-layer': () => (s, e) => nth(s, e + 1)?.base ?? Number.NaN,
  'cloud-top-by-layer': () => (s, e) => nth(s, e + 1)?.top ?? Number.NaN,
  'cloud-layers': () => (s) => layersOf(s),
  /** 0 none, 1 to 3 bases, 4 sky hidden. */
  'ceilometer-status': () => (s) => (s.weather.rain > 8 ? 4 : layersOf(s)),
  'vertical-visibility': () => (s) => (s.weather.rain > 8 ? 250 + 40 * s.noise() : Number.NaN),
  'cloud-fraction': () => (s) =>
    Math.min(
      1,
      Math.max(
        0,
        1 -
          (1 - s.weather.low.cover) *
            (1 - s.weather.middle.cover) *
            (1 - 0.8 * s.weather.high.cover),
      ),
    ),
  'cloud-fraction-by-height': byHeight(
    (s, _sky, z) => share(s.weather.low, z) + share(s.weather.middle, z) + share(s.weather.high, z),
  ),
  /** 0 clear, 1 cloud. */
  'cloud-mask': byHeight((s, sky, z) =>
    echo.reflectivityAt(sky, s.weather, z) > floor(z) ? 1 : 0,
  ),
  /** 0 clear, 1 liquid, 2 ice, 3 mixed, 4 drizzle, 6 rain, 7 snow. */
  'cloud-phase': byHeight((s, sky, z) => phase(s, sky, z)),
  /** Class of a cloud by height and depth along the last axis (layers): 1 low … 7 deep. */
  'cloud-type': () => (s, e) => {
    const layer = nth(s, e + 1);
    if (!layer) return 0;
    if (layer.top - layer.base > 3_500) return 7;
    return layer.base < 2_500 ? 1 : layer.base < 6_000 ? 4 : 6;
  },
  /** Backscatter as ceilometers give it: attenuated, in 1/(km sr) / 10000. */
  'ceilometer-backscatter': byHeight((s, sky, z, e) => {
    const beta = echo.backscatterAt(sky, s.weather, z) * echo.throughTo(s.weather, z);
    return 1e7 * beta + 0.6 * s.noise(e) * (0.3 + z / 3_000);
  }),
  /** 1/(m sr). */
  'lidar-backscatter': byHeight((s, sky, z, e) => {
    const w = s.weather;
    const beta = (echo.backscatterAt(sky, w, z) + echo.airBackscatterAt(z)) * echo.throughTo(w, z);
    return Math.max(0, beta * (1 + 0.05 * s.noise(e)) + 4e-9 * s.noise(e + 1e6));
  }),
  'particle-backscatter': byHeight((s, sky, z, e) =>
    Math.max(0, echo.backscatterAt(sky, s.weather, z) * (1 + 0.06 * s.noise(e))),
  ),
  /** Extinction in 1/m. */
  'particle-extinction': byHeight((s, sky, z, e) =>
    Math.max(0, 40 * echo.backscatterAt(sky, s.weather, z) * (1 + 0.12 * s.noise(e))),
  ),
  'lidar-ratio': byHeight(
    (s, sky, z, e) => (echo.backscatterAt(sky, s.weather, z) > 5e-5 ? 18 : 52) + 6 * s.noise(e),
  ),
  'lidar-depolarization': byHeight((s, sky, z, e) =>
    Math.max(
      0,
      echo.depolarizationAt(sky, s.weather, z) * (1 + 0.12 * s.noise(e)) +
        0.004 * Math.abs(s.noise(e + 7)),
    ),
  ),
  /**
   * Counts per microsecond without the background, falling with the square of the distance; nothing
   * where they do not stand out of the noise. Channel 0: parallel, 1: cross-polarised.
   */
  'lidar-counts': ([channel = 0, strength = 1], axes) => {
    const heights = axes.at(-1)?.metres ?? new Float64Array(1);
    const skyOf = skies();
    return (s, e) => {
      const z = heights[e] ?? Number.NaN;
      if (z < 30) return Number.NaN;
      const w = s.weather;
      const sky = skyOf(s);
      const beta = echo.backscatterAt(sky, w, z) + echo.airBackscatterAt(z);
      const near = 1 / (1 + (400 / z) ** 3);
      const turned = channel === 1 ? 0.06 + 0.6 * echo.depolarizationAt(sky, w, z) : 1;
      const signal = (2.2e11 * strength * beta * turned * near * echo.throughTo(w, z)) / (z * z);
      const daylight = 0.02 + 0.25 * Math.max(0, w.mu) * (1 + w.low.cover);
      const noise = 0.006 * strength * Math.sqrt(signal / strength + daylight);
      return signal > 2 * noise ? signal + noise * s.noise(e) : Number.NaN;
    };
  },
  'lidar-background':
    ([strength = 1]) =>
    (s) =>
      strength * (0.02 + 0.25 * Math.max(0, s.weather.mu) * (1 + s.weather.low.cover)) +
      0.002 * s.noise(),
  /** Signal to noise + 1 of a Doppler lidar. */
  'doppler-intensity': byHeight((s, sky, z, e) => {
    const beta = echo.backscatterAt(sky, s.weather, z) * echo.throughTo(s.weather, z);
    return 1 + Math.min(40, 9e4 * beta * Math.exp(-z / 3_500)) + 0.004 * s.noise(e);
  }),
  /** m/s along a beam that points up; nothing beyond the reach of the lidar. */
  'doppler-upward': byHeight((s, sky, z, e) => {
    const seen = echo.backscatterAt(sky, s.weather, z) * echo.throughTo(s.weather, z) * 9e4 > 0.006;
    return seen ? column.upwardAt(s.weather, s.climate, s.time, z) + 0.05 * s.noise(e) : Number.NaN;
  }),
  'upward-motion': byHeight((s, _sky, z) => column.upwardAt(s.weather, s.climate, s.time, z)),
  /** (m/s)^2. */
  'upward-variance': byHeight((s, _sky, z) => {
    const x = z / Math.max(200, s.weather.mixed);
    return 0.03 + 0.9 * Math.max(0, s.weather.mu) * x ** 0.67 * Math.max(0, 1.15 - x) ** 2 * 2.2;
  }),
  'upward-skewness': byHeight(
    (s, _sky, z, e) => 0.3 * Math.max(0, s.weather.mu) + 0.2 * s.noise(e) + z * 0,
  ),
  /** dBZ; nothing where there is no echo above noise. */
  reflectivity: byHeight((s, sky, z, e) => masked(sky, s, z, (value) => value + 0.5 * s.noise(e))),
  'doppler-fall': byHeight((s, sky, z) =>
    masked(sky, s, z, () => echo.fallSpeedAt(sky, z, echo.draftAt(sky, z))),
  ),
  'spectrum-width': byHeight((s, sky, z, e) =>
    masked(sky, s, z, () => echo.spectrumWidthAt(sky, z) + 0.02 * Math.abs(s.noise(e))),
  ),
  /** The weakest echo that can be distinguished from noise, dBZ. */
  'least-echo': byHeight((_s, _sky, z) => floor(z) + 3),
  'radar-snr': byHeight(
    (s, sky, z, e) => Math.max(echo.reflectivityAt(sky, s.weather, z) - floor(z), -14) + s.noise(e),
  ),
  'radar-depolarization': byHeight((s, sky, z, e) =>
    masked(
      sky,
      s,
      z,
      () => (Math.abs(z - sky.freezing + 130) < 250 ? -14 : -27) + 1.5 * s.noise(e),
    ),
  ),
  /** Power by height and velocity bin (last two axes), dB. Gaussian around the fall speed. */
  'radar-spectrum': (_n, axes) => {
    const heights = axes.at(-2)?.metres ?? new Float64Array(1);
    const bins = axes.at(-1)?.values ?? new Float64Array(1);
    const skyOf = skies();
    const count = Math.max(1, bins.length);
    let row = -1;
    let tick = -1;
    let power = 0;
    let centre = 0;
    return (s, e) => {
      const i = Math.floor(e / count);
      if (i !== row || tick !== s.tick) {
        row = i;
        tick = s.tick;
        const z = heights[i] ?? Number.NaN;
        const sky = skyOf(s);
        power = echo.reflectivityAt(sky, s.weather, z) - floor(z);
        centre = echo.fallSpeedAt(sky, z, echo.draftAt(sky, z));
      }
      const x = (bins[e - i * count] ?? Number.NaN) - centre;
      const peak = power > 0 ? power - 24 * x * x : -30;
      return Math.max(peak, -18) + 1.8 * s.noise(e) - 58;
    };
  },
  /** By height: water and ice in g/m^3, radii in um. */
  'liquid-water': byHeight((s, sky, z) =>
    z < sky.freezing + 1_800 ? column.cloudWaterAt(s.weather, z) : 0,
  ),
  'ice-water': byHeight((s, sky, z) =>
    z > sky.freezing ? (z < sky.freezing + 1_800 ? 0.3 : 1) * column.cloudWaterAt(s.weather, z) : 0,
  ),
  'liquid-radius': byHeight((s, sky, z) =>
    z < sky.freezing + 1_800 && column.cloudWaterAt(s.weather, z) > 0
      ? 4 +
        9 * column.cloudWaterAt(s.weather, z) ** 0.33 * (800 / (300 + s.weather.particles)) ** 0.2
      : Number.NaN,
  ),
  'ice-radius': byHeight((s, sky, z) =>
    z > sky.freezing && column.cloudWaterAt(s.weather, z) > 0
      ? 24 + 60 * column.cloudWaterAt(s.weather, z) ** 0.25
      : Number.NaN,
  ),
  /** K/day; solar, thermal by height. */
  'heating-solar': byHeight(
    (s, _sky, z) =>
      Math.max(0, s.weather.mu) *
      (1.6 + 22 * column.cloudWaterAt(s.weather, z)) *
      Math.exp(-z / 15_000),
  ),
  'heating-thermal': byHeight(
    (s, _sky, z) =>
      -1.7 * Math.exp(-z / 14_000) -
      (z > s.weather.low.top - 150 && z < s.weather.low.top ? 28 * s.weather.low.cover : 0),
  ),
};

function layersOf(s: Sample): number {
  const { low, middle, high } = s.weather;
  return (low.cover > 0.35 ? 1 : 0) + (middle.cover > 0.35 ? 1 : 0) + (high.cover > 0.35 ? 1 : 0);
}

/** The `n`th cloud layer from below, the first is 1. */
function nth(s: Sample, n: number): Layer | undefined {
  let left = n;
  for (const layer of [s.weather.low, s.weather.middle, s.weather.high]) {
    if (layer.cover > 0.35 && --left === 0) return layer;
  }
  return undefined;
}

const share = (layer: Layer, z: number): number =>
  z >= layer.base && z <= layer.top ? layer.cover : 0;

function phase(s: Sample, sky: echo.Sky, z: number): number {
  const w = s.weather;
  if (echo.reflectivityAt(sky, w, z) <= floor(z)) return 0;
  if (echo.isShower(sky, z)) return w.snow || z > sky.freezing ? 7 : w.rain < 0.4 ? 4 : 6;
  if (z < sky.freezing) return 1;
  return z < sky.freezing + 1_800 ? 3 : 2;
}
