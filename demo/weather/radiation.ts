// Sunlight and heat radiation at the ground, from the weather and the sun.
import { airMass } from '../sun.ts';
import type { Climate, Surface } from './place.ts';
import type { Weather } from './weather.ts';

/** All in W/m^2; `skin` and `skyTemperature` (zenith, infrared window) in degrees C. */
export interface Radiation {
  /**
   * Direct beam on a surface that faces the sun, scattered light and both together on a level
   * surface.
   */
  beam: number;
  diffuse: number;
  global: number;
  /** What the same sky without cloud would give. */
  clearGlobal: number;
  clearDiffuse: number;
  clearBeam: number;
  reflected: number;
  albedo: number;
  longDown: number;
  longUp: number;
  clearLongDown: number;
  net: number;
  skin: number;
  skyTemperature: number;
  /** Optical depth of the cloud overhead. */
  cloudDepth: number;
}

export function emptyRadiation(): Radiation {
  return {
    beam: 0,
    diffuse: 0,
    global: 0,
    clearGlobal: 0,
    clearDiffuse: 0,
    clearBeam: 0,
    reflected: 0,
    albedo: 0,
    longDown: 0,
    longUp: 0,
    clearLongDown: 0,
    net: 0,
    skin: 0,
    skyTemperature: 0,
    cloudDepth: 0,
  };
}

const SOLAR_CONSTANT = 1361;
const STEFAN = 5.670_374e-8;
const KELVIN = 273.15;

const ALBEDO: Readonly<Record<Surface, number>> = {
  grass: 0.2,
  forest: 0.13,
  desert: 0.31,
  sea: 0.07,
  snow: 0.55,
  tropics: 0.17,
};

export function radiationAt(r: Radiation, w: Weather, climate: Climate): void {
  const mu = w.mu;
  r.cloudDepth = cloudDepth(w);
  r.albedo = groundAlbedo(w, climate);
  r.clearBeam = 0;
  r.clearDiffuse = 0;
  if (mu > 0) {
    const top = SOLAR_CONSTANT * w.sun.distanceFactor;
    const m = airMass(mu);
    const pressure = w.pressure / 1013;
    const depth =
      (0.03 + 0.09 * pressure) * m ** 0.87 + 0.9 * w.aod * m + 0.055 * (w.columnVapour * m) ** 0.32;
    r.clearBeam = top * Math.exp(-depth);
    r.clearDiffuse = top * mu * (0.065 * pressure + 0.42 * w.aod) * (1 - 0.25 * mu);
  }
  r.clearGlobal = r.clearBeam * mu + r.clearDiffuse;
  if (mu <= 0) r.clearGlobal = 0;
  const through = mu > 0 ? Math.exp(-r.cloudDepth / Math.max(0.08, mu)) : 0;
  const broad = 1 / (1 + 0.085 * r.cloudDepth);
  r.beam = r.clearBeam * through;
  r.global = r.clearGlobal * Math.max(broad, through);
  // Twilight still gives a little scattered light.
  const twilight = mu <= 0 && mu > -0.1 ? 14 * (1 + mu / 0.1) ** 2 * broad : 0;
  r.diffuse = Math.max(0, r.global - r.beam * Math.max(0, mu)) + twilight;
  r.global += twilight;
  r.reflected = r.albedo * r.global;
  heat(r, w, climate);
}

function cloudDepth(w: Weather): number {
  const liquid = w.low.cover > 0 ? 0.14 * w.liquid : 0.05 * w.liquid;
  return liquid + 2.5 * w.low.cover ** 2 + 5 * w.middle.cover ** 1.5 + 0.8 * w.high.cover;
}

function groundAlbedo(w: Weather, climate: Climate): number {
  const base = ALBEDO[climate.surface];
  if (climate.surface === 'sea') return 0.055 + 0.1 * (1 - Math.max(0, w.mu)) ** 4;
  if (climate.surface !== 'snow') return base + 0.04 * (1 - Math.max(0, w.mu)) ** 2;
  return w.warmth > 0.35 ? 0.19 : w.warmth < 0.05 ? 0.82 : 0.82 - 2.1 * (w.warmth - 0.05);
}

function heat(r: Radiation, w: Weather, climate: Climate): void {
  const air = w.temperature + KELVIN;
  const clear = Math.min(0.97, 0.55 + 0.062 * Math.sqrt(w.vapour));
  const closed =
    1 - (1 - 0.95 * w.low.cover) * (1 - 0.7 * w.middle.cover) * (1 - 0.28 * w.high.cover);
  r.clearLongDown = clear * STEFAN * air ** 4;
  r.longDown = (clear + (0.985 - clear) * closed) * STEFAN * air ** 4;
  const dry = climate.surface === 'desert' ? 1.6 : climate.surface === 'sea' ? 0.08 : 1;
  const absorbed = r.global - r.reflected;
  r.skin =
    w.temperature +
    dry * (0.0115 * absorbed - 2.2 * (1 - closed)) +
    (climate.surface === 'sea' ? 0.4 : 0);
  if (climate.surface === 'snow' && r.albedo > 0.6) r.skin = Math.min(0, r.skin);
  r.longUp = 0.98 * STEFAN * (r.skin + KELVIN) ** 4 + 0.02 * r.longDown;
  r.net = absorbed + r.longDown - r.longUp;
  const window = Math.max(150, air - 95 + 2.1 * Math.sqrt(w.vapour) * 4);
  const lowSky = air - 0.0065 * w.low.base;
  const cold = (1 - w.low.cover) * (window + 35 * w.middle.cover) + w.low.cover * lowSky;
  r.skyTemperature = Math.min(cold, air) - KELVIN;
}
