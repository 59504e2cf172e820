// Signals of exchange between ground and air: heat, water, momentum, carbon dioxide, and their
// statistics.
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';

export const fluxes: Readonly<Record<string, SignalMaker>> = {
  'sensible-heat': () => (s) => sensible(s) + 6 * s.noise(),
  'latent-heat': () => (s) => latent(s) + 6 * s.noise(),
  'soil-heat': () => (s) => soilHeat(s) + 2 * s.noise(),
  'soil-storage': () => (s) => 0.35 * soilHeat(s) + 2 * s.noise(),
  'energy-balance': () => (s) => s.radiation.net - soilHeat(s),
  'bowen-ratio': () => (s) => (Math.abs(latent(s)) > 2 ? sensible(s) / latent(s) : Number.NaN),
  /** m/s. */
  'friction-velocity': () => (s) => friction(s),
  /** kg/(m s^2), downwards. */
  'momentum-flux': () => (s) => -1.15 * friction(s) ** 2,
  /** umol/(m^2 s): plants take it up by day. */
  'carbon-flux': () => (s) => carbon(s) + 0.4 * s.noise(),
  'methane-flux': () => (s) => 0.012 + 0.006 * s.weather.warmth + 0.004 * s.noise(),
  /** kg/(m^2 s) and mm/h. */
  'water-flux': () => (s) => latent(s) / 2_450_000,
  'water-loss': () => (s) => (latent(s) / 2_450_000) * 3_600,
  /** (m/s)^2 of u, v (1), w (2). */
  'wind-variance':
    ([component = 0]) =>
    (s) =>
      Math.max(
        0.004,
        (component === 2 ? 1.6 : 5.2) * friction(s) ** 2 +
          (component === 2 ? 0.05 : 0.15) * Math.max(0, s.weather.mu) +
          0.05 * s.noise() ** 2,
      ),
  'turbulent-energy': () => (s) => 6 * friction(s) ** 2 + 0.2 * Math.max(0, s.weather.mu),
  'temperature-variance': () => (s) =>
    Math.max(0.002, 0.02 + (sensible(s) / 420) ** 2 + 0.02 * s.noise() ** 2),
  /**
   * Covariances with w: temperature (0), vapour in mmol/m^3 (1), carbon dioxide in mmol/m^3 (2).
   */
  'flux-covariance':
    ([kind = 0]) =>
    (s) =>
      kind === 0 ? sensible(s) / 1_200 : kind === 1 ? latent(s) / 44.1 : carbon(s) / 1_000,
  'monin-obukhov': () => (s) => {
    const heat = sensible(s);
    return Math.max(
      -2_000,
      Math.min(
        2_000,
        (-(friction(s) ** 3) * (s.weather.temperature + 273) * 1_200) /
          (0.4 * 9.81 * (Math.abs(heat) < 1 ? 1 : heat)),
      ),
    );
  },
  /** Vapour and carbon dioxide in mmol/m^3, and carbon dioxide in umol/mol. */
  'vapour-molar': () => (s) =>
    (1e5 * s.weather.vapour) / (8.314 * (s.weather.temperature + 273.15)),
  'carbon-molar': () => (s) =>
    ((carbonDioxide(s) * s.weather.pressure * 1e-4) / (8.314 * (s.weather.temperature + 273.15))) *
    1e3,
  'carbon-dioxide': () => (s) => carbonDioxide(s) + 0.3 * s.noise(),
  'soil-heat-capacity': () => (s) => 1.9 + 0.25 * s.weather.warmth * 0.3 + 0.02 * s.noise(),
};

function available(s: Sample): number {
  return s.radiation.net - soilHeat(s);
}

/** Share that evaporates: wet and green ground more. */
function wetness(s: Sample): number {
  const base = { grass: 0.55, forest: 0.64, desert: 0.16, sea: 0.85, snow: 0.35, tropics: 0.72 }[
    s.climate.surface
  ];
  return Math.min(0.92, base * (0.75 + 0.3 * s.weather.warmth) + (s.weather.rain > 0 ? 0.1 : 0));
}

const latent = (s: Sample): number =>
  s.climate.surface === 'sea'
    ? 1.9 * s.weather.windSpeed * Math.max(1, 18 - 0.18 * s.weather.humidity)
    : wetness(s) * Math.max(-25, available(s));

const sensible = (s: Sample): number =>
  s.climate.surface === 'sea'
    ? 1.3 * s.weather.windSpeed * (s.radiation.skin - s.weather.temperature)
    : (1 - wetness(s)) * Math.max(-90, available(s));

const soilHeat = (s: Sample): number => 0.12 * s.radiation.net + 5 * s.weather.warmth;

const friction = (s: Sample): number =>
  Math.max(
    0.03,
    (s.climate.surface === 'forest' ? 0.11 : 0.065) *
      s.weather.windSpeed *
      (1 + 0.25 * Math.max(0, s.weather.mu)),
  );

function carbon(s: Sample): number {
  const green =
    s.climate.surface === 'sea' || s.climate.surface === 'desert' || s.climate.surface === 'snow'
      ? 0.08
      : 1;
  const growing = Math.max(0.1, 0.5 + 0.5 * s.weather.warmth);
  const light = s.radiation.global / (s.radiation.global + 260);
  return green * growing * (2.6 * Math.exp(0.035 * s.weather.temperature) - 26 * light);
}

/** umol/mol: rises over the years, falls in summer, gathers at night. */
export function carbonDioxide(s: Sample): number {
  const years = (s.time - 946_684_800) / 31_556_952;
  const season = s.place.climate.latitude > 0 ? -4.5 * s.weather.warmth : 0.8 * s.weather.warmth;
  const night =
    s.weather.mu < 0 && s.climate.surface !== 'sea' ? 14 * Math.exp(-s.weather.windSpeed / 2.5) : 0;
  return 369.5 + 2.15 * years + 0.008 * years * years + season + night;
}
