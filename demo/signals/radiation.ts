// Signals of light and heat: sunlight in broad and narrow bands, longwave, the sun's place.
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';
import { airMass } from '../sun.ts';

const STEFAN = 5.670_374e-8;

/**
 * Nanometres of the seven filters, sunlight outside the atmosphere in W/(m^2 nm), Rayleigh depth at
 * 1013 hPa.
 */
const FILTERS = [
  [415, 1.74, 0.31],
  [500, 1.93, 0.144],
  [615, 1.68, 0.062],
  [673, 1.5, 0.0425],
  [870, 0.96, 0.0151],
  [940, 0.83, 0.011],
  [1625, 0.23, 0.0012],
] as const;

export const radiation: Readonly<Record<string, SignalMaker>> = {
  'sun-beam': () => (s) => s.radiation.beam,
  'sun-diffuse': () => (s) => s.radiation.diffuse,
  'sun-global': () => (s) => s.radiation.global,
  'sun-reflected': () => (s) => s.radiation.reflected,
  'sun-clear-global': () => (s) => s.radiation.clearGlobal,
  'sun-clear-diffuse': () => (s) => s.radiation.clearDiffuse,
  'sun-clear-beam': () => (s) => s.radiation.clearBeam,
  'sun-clear-reflected': () => (s) => s.radiation.clearGlobal * s.radiation.albedo,
  albedo: () => (s) => (s.weather.mu > 0.05 ? s.radiation.albedo : Number.NaN),
  'long-down': () => (s) => s.radiation.longDown,
  'long-up': () => (s) => s.radiation.longUp,
  'long-clear-down': () => (s) => s.radiation.clearLongDown,
  'long-net-down': () => (s) =>
    s.radiation.longDown - STEFAN * (s.weather.temperature + 273.4) ** 4,
  'long-net-up': () => (s) => s.radiation.longUp - STEFAN * (s.weather.temperature + 273.4) ** 4,
  'net-radiation': () => (s) => s.radiation.net,
  'skin-temperature': () => (s) => s.radiation.skin,
  'sky-temperature': () => (s) => s.radiation.skyTemperature,
  'cloud-depth': () => (s) => s.radiation.cloudDepth,
  /** Photosynthetic light, umol/(m^2 s). */
  par: () => (s) => 2.05 * s.radiation.global,
  'par-reflected': () => (s) => 2.05 * s.radiation.global * s.radiation.albedo * 0.5,
  'cosine-zenith': () => (s) => s.weather.mu,
  'solar-zenith': () => (s) => (Math.acos(s.weather.mu) * 180) / Math.PI,
  'solar-elevation': () => (s) => (Math.asin(s.weather.mu) * 180) / Math.PI,
  'solar-azimuth': () => (s) => s.solarAzimuth,
  'air-mass': () => (s) => (s.weather.mu > 0 ? airMass(s.weather.mu) : Number.NaN),
  /** Filter 1 to 7 of a shadowband radiometer. */
  'narrow-beam':
    ([filter = 2]) =>
    (s) =>
      narrow(s, filter).beam,
  'narrow-diffuse':
    ([filter = 2]) =>
    (s) =>
      narrow(s, filter).diffuse,
  'narrow-global':
    ([filter = 2]) =>
    (s) =>
      narrow(s, filter).diffuse + narrow(s, filter).beam * Math.max(0, s.weather.mu),
  'narrow-horizontal':
    ([filter = 2]) =>
    (s) =>
      narrow(s, filter).beam * Math.max(0, s.weather.mu),
  'narrow-ratio':
    ([filter = 2]) =>
    (s) => {
      const { beam, diffuse } = narrow(s, filter);
      return diffuse > 0.002 ? Math.min(20, beam / diffuse) : Number.NaN;
    },
  'narrow-reflected':
    ([filter = 2]) =>
    (s) => {
      const { beam, diffuse } = narrow(s, filter);
      return (diffuse + beam * Math.max(0, s.weather.mu)) * narrowAlbedo(s, filter);
    },
  'narrow-albedo':
    ([filter = 2]) =>
    (s) =>
      s.weather.mu > 0.15 ? narrowAlbedo(s, filter) : Number.NaN,
  /** Filters 1 to 6 along the last axis. */
  'narrow-albedo-by-filter': () => (s, e) =>
    s.weather.mu > 0.15 ? narrowAlbedo(s, e + 1) : Number.NaN,
  /** Optical depth of aerosol at a filter; only without cloud before the sun. */
  'aerosol-depth':
    ([filter = 2]) =>
    (s) =>
      s.weather.mu > 0.1 && s.radiation.cloudDepth < 0.4 ? aerosolDepth(s, filter) : Number.NaN,
  /** The same at a wavelength in nm. */
  'aerosol-depth-at':
    ([nanometres = 500]) =>
    (s) =>
      s.weather.mu > 0.1 && s.radiation.cloudDepth < 0.4
        ? s.weather.aod * (nanometres / 500) ** -angstrom(s)
        : Number.NaN,
  'aerosol-angstrom': () => (s) =>
    s.weather.mu > 0.1 && s.radiation.cloudDepth < 0.4 ? angstrom(s) : Number.NaN,
  /** Optical depth of liquid cloud seen from below; only when the sky is closed. */
  'cloud-optical-depth': () => (s) =>
    s.weather.mu > 0.1 && s.weather.low.cover > 0.8 ? 5 + s.radiation.cloudDepth : Number.NaN,
  /** Micrometres. */
  'droplet-radius': () => (s) =>
    s.weather.low.cover > 0.4
      ? 5.5 + 4 * s.weather.liquid ** 0.2 * (900 / (s.weather.particles + 300)) ** 0.25
      : Number.NaN,
  'narrow-extraterrestrial':
    ([filter = 2]) =>
    (s) =>
      FILTERS[filter - 1]?.[1] ?? s.noise(),
  'sky-cover': () => (s) => skyCover(s),
  'sky-cover-thin': () => (s) =>
    100 * Math.min(1, 0.7 * s.weather.high.cover) * (1 - s.weather.low.cover),
  'sky-cover-opaque': () => (s) =>
    100 * (1 - (1 - s.weather.low.cover) * (1 - 0.9 * s.weather.middle.cover)),
  /** Zenith radiance at a wavelength in nm, W/(m^2 sr um). */
  'zenith-radiance':
    ([nanometres = 673]) =>
    (s) => {
      const cloud = s.radiation.cloudDepth;
      const bright =
        cloud > 0.5 ? 0.55 * cloud ** 0.5 * Math.exp(-cloud / 22) : 0.06 * (500 / nanometres) ** 3;
      return (
        Math.max(0, s.weather.mu) * 480 * (500 / nanometres) ** 0.6 * (bright + 0.1 * s.weather.aod)
      );
    },
  /** Sunlight by wavelength along the last axis (nm), W/(m^2 nm). */
  'spectral-global': (_n, axes) => (s, e) => {
    const nm = axes.at(-1)?.values[e] ?? 500;
    return (s.radiation.global / 1000) * planck(nm) * (1 - 0.5 * water(nm));
  },
  'spectral-beam': (_n, axes) => (s, e) => {
    const nm = axes.at(-1)?.values[e] ?? 500;
    return (s.radiation.beam / 1000) * planck(nm) * (1 - 0.6 * water(nm)) * 0.85;
  },
  'spectral-zenith': (_n, axes) => (s, e) => {
    const nm = axes.at(-1)?.values[e] ?? 500;
    const blue = s.radiation.cloudDepth > 1 ? 1 : (450 / nm) ** 3;
    return (s.radiation.diffuse / 3100) * planck(nm) * blue * (1 - 0.4 * water(nm));
  },
};

interface Narrow {
  beam: number;
  diffuse: number;
}

const result: Narrow = { beam: 0, diffuse: 0 };

function narrow(s: Sample, filter: number): Narrow {
  const row = FILTERS[filter - 1] ?? FILTERS[1];
  const w = s.weather;
  const mu = w.mu;
  result.beam = 0;
  result.diffuse = 0;
  if (mu <= 0) return result;
  const top = row[1] * w.sun.distanceFactor;
  const m = airMass(mu);
  const rayleigh = (row[2] * w.pressure) / 1013;
  const vapour = filter === 6 ? 0.25 * Math.sqrt(w.columnVapour) : 0;
  const depth = rayleigh + aerosolDepth(s, filter) + vapour;
  const clear = top * Math.exp(-depth * m);
  const cloud = s.radiation.cloudDepth;
  result.beam = clear * Math.exp(-cloud / Math.max(0.08, mu));
  const scattered = (top * mu - clear * mu) * 0.52;
  const total = (clear * mu + scattered) / (1 + 0.075 * cloud);
  result.diffuse = Math.max(scattered / (1 + 0.075 * cloud), total - result.beam * mu);
  return result;
}

function aerosolDepth(s: Sample, filter: number): number {
  const nanometres = (FILTERS[filter - 1] ?? FILTERS[1])[0];
  return s.weather.aod * (nanometres / 500) ** -angstrom(s);
}

const angstrom = (s: Sample): number =>
  (s.climate.surface === 'desert' ? 0.4 : s.climate.surface === 'sea' ? 0.7 : 1.35) +
  0.3 * (0.5 - s.weather.age);

function narrowAlbedo(s: Sample, filter: number): number {
  const broad = s.radiation.albedo;
  if (broad > 0.5) return broad * (1.06 - 0.012 * filter);
  const leaf = [0.25, 0.38, 0.42, 0.4, 1.75, 1.8, 1.3][filter - 1] ?? 1;
  return s.climate.surface === 'sea' || s.climate.surface === 'desert'
    ? broad * (0.75 + 0.07 * filter)
    : broad * leaf;
}

const skyCover = (s: Sample): number =>
  1 -
  (1 - s.weather.low.cover) * (1 - 0.9 * s.weather.middle.cover) * (1 - 0.6 * s.weather.high.cover);

/** The sun's colour: W/(m^2 nm) at 1000 W/m^2 in all. */
function planck(nm: number): number {
  const x = nm / 1000;
  return (5.4 / x ** 5 / (Math.exp(14_388 / (x * 5_772)) - 1)) * 1.148;
}

/** Depth of the bands of oxygen and water vapour, 0 to 1. */
function water(nm: number): number {
  const band = (centre: number, width: number): number => Math.exp(-(((nm - centre) / width) ** 2));
  return Math.min(
    1,
    0.5 * band(761, 4) +
      0.4 * band(720, 9) +
      0.6 * band(820, 12) +
      0.9 * band(940, 28) +
      band(1_130, 35) +
      1.6 * band(1_390, 60) +
      1.6 * band(1_870, 70),
  );
}
