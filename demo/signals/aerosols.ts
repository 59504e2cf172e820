// Signals of particles and gases in sampled air: counts, sizes, optics, chemistry.
import { wave } from '../hash.ts';
import type { Sample } from '../sample.ts';
import type { SignalMaker } from '../signal-text.ts';
import { carbonDioxide } from './fluxes.ts';

/**
 * Share of the number, median diameter in nm, logarithm of the width: nucleation, Aitken,
 * accumulation, coarse.
 */
type Mode = readonly [share: number, median: number, width: number];

function modes(s: Sample): readonly Mode[] {
  const age = s.weather.age;
  return [
    [0.14 * (1 - age) * Math.max(0.1, s.weather.mu), 16, 0.42],
    [0.62 - 0.25 * age, 42 + 20 * age, 0.52],
    [0.24 + 0.25 * age, 135 + 45 * age, 0.42],
    [0.0006, 2_100, 0.6],
  ];
}

/** How much of the air at the ground is left at the height of the platform. */
const thinning = (s: Sample): number =>
  s.height <= 0
    ? 1
    : Math.exp(-Math.max(0, s.height - s.weather.mixed) / 1_100) * Math.exp(-s.height / 9_000);

const total = (s: Sample): number => s.weather.particles * thinning(s);

/** Particles above a diameter in nm, per cm^3. */
function above(s: Sample, diameter: number): number {
  let sum = 0;
  for (const [share, median, width] of modes(s)) {
    const x = Math.log(diameter / median) / width;
    sum += share / (1 + Math.exp(1.702 * x));
  }
  return sum * total(s);
}

/** dN/dlogD (base 10) at a diameter in nm, per cm^3. */
function density(s: Sample, diameter: number): number {
  let sum = 0;
  for (const [share, median, width] of modes(s)) {
    const x = Math.log(diameter / median) / width;
    if (x * x < 40) sum += (share / width) * Math.exp(-0.5 * x * x);
  }
  return 0.918_5 * sum * total(s);
}

/** Small, fresh particles scatter blue far more than red, aged ones less so. */
const scatteringExponent = (s: Sample): number => 1.1 + 0.7 * (1 - s.weather.age);
/** 1/Mm, dry. */
const scattering = (s: Sample, nanometres = 550): number =>
  300 *
  s.weather.aod *
  thinning(s) *
  (0.85 + 0.15 * s.weather.age) *
  (550 / nanometres) ** scatteringExponent(s);
const absorption = (s: Sample, nanometres = 530): number =>
  scattering(s) *
  (0.035 + 0.075 * (1 - s.weather.age) + 0.02 * pollution(s)) *
  (530 / nanometres) ** 1.15;
const pollution = (s: Sample): number => Math.min(1, s.climate.particles / 6_000);
const growth = (humidity: number): number => (1 - Math.min(0.97, humidity / 100)) ** -0.42;
/** ug/m^3 of fine particles. */
const mass = (s: Sample): number => 0.075 * scattering(s) + 0.4;

const bySize =
  (value: (s: Sample, nanometres: number, e: number) => number): SignalMaker =>
  (_n, axes) => {
    const last = axes.at(-1);
    const metres = last?.metres ?? new Float64Array(1);
    const count = Math.max(1, metres.length);
    return (s, e) => value(s, (metres[e % count] ?? Number.NaN) * 1e9, e);
  };

/**
 * Gases: level, size of the daily and of the slow change, and whether sunlight makes it grow (1) or
 * not.
 */
const gas =
  (level: number, daily: number, slow: number, sunlight: number): SignalMaker =>
  () =>
  (s) => {
    const day =
      sunlight > 0 ? Math.max(0, s.weather.mu) - 0.25 : Math.exp(-s.weather.windSpeed / 3) - 0.3;
    const weeks = wave(s.climate.seed + 120 + Math.round(level), s.time, 260_000);
    return Math.max(
      0.02 * level,
      level * (1 + daily * day * (0.3 + pollution(s)) + slow * weeks) + 0.01 * level * s.noise(),
    );
  };

export const aerosols: Readonly<Record<string, SignalMaker>> = {
  /** Particles larger than so many nm, per cm^3. */
  particles:
    ([diameter = 10]) =>
    (s) =>
      above(s, diameter) * (1 + 0.03 * s.noise()),
  'size-density': bySize((s, d, e) => Math.max(0, density(s, d) * (1 + 0.1 * s.noise(e)))),
  /** The same for an axis of aerodynamic diameters. */
  'size-density-aerodynamic': bySize((s, d, e) =>
    Math.max(0, density(s, d / 1.25) * (1 + 0.12 * s.noise(e))),
  ),
  /**
   * Particles counted in one bin: its width as log10 of the diameter, and the air of a sample in
   * cm^3.
   */
  'size-counts': ([width = 0.03, volume = 10], axes) => {
    const metres = axes.at(-1)?.metres ?? new Float64Array(1);
    return (s, e) => {
      const expected = density(s, (metres[e] ?? Number.NaN) * 1e9) * width * volume;
      return Math.max(0, Math.round(expected + Math.sqrt(expected) * s.noise(e)));
    };
  },
  /** Surface (nm^2/cm^3), volume (nm^3/cm^3). */
  'particle-surface': () => (s) => total(s) * 3.1e4 * (0.6 + s.weather.age),
  'particle-volume': () => (s) => total(s) * 1.4e6 * (0.5 + 1.2 * s.weather.age),
  'particle-density': () => (s) => 1.45 + 0.2 * s.weather.age + 0.05 * s.noise(),
  'particle-mass': () => (s) => mass(s),
  /**
   * Particles that become drops at a supersaturation in %; without a number, at the step that is
   * set at that time.
   */
  ccn:
    ([supersaturation]) =>
    (s) => {
      const step = supersaturation ?? supersaturationOf(s);
      return above(s, 34 / (step + 0.05) ** 0.62 + 18) * (0.9 + 0.03 * s.noise());
    },
  /** Supersaturation in %, as it is set: six steps an hour. */
  supersaturation: () => (s) => supersaturationOf(s),
  'supersaturation-measured': () => (s) => supersaturationOf(s) * (1 + 0.03 * s.noise()),
  'ccn-by-step': (_n, axes) => {
    const steps = axes.at(-1)?.values ?? new Float64Array(1);
    return (s, e) => above(s, 34 / ((steps[e] ?? Number.NaN) + 0.05) ** 0.62 + 18) * 0.9;
  },
  'droplet-counts': () => (s, e) => {
    const wet = above(s, 34 / (supersaturationOf(s) + 0.05) ** 0.62 + 18) * 7.5;
    const peak = 3 + 6 * supersaturationOf(s);
    return Math.max(
      0,
      Math.round(wet * Math.exp(-(((e - peak) / 3) ** 2)) * (0.2 + 0.02 * s.noise(e))),
    );
  },
  kappa: () => (s) => 0.18 + 0.28 * s.weather.age + 0.02 * s.noise(),
  /** 1/Mm at a wavelength in nm; second number: humidity at which the air is sampled. */
  scattering: ([nanometres = 550, humidity = 30]) => {
    const factor = growth(humidity) / growth(30);
    return (s) => Math.max(0, scattering(s, nanometres) * factor + 0.25 * s.noise());
  },
  backscattering:
    ([nanometres = 550]) =>
    (s) =>
      Math.max(0, 0.125 * scattering(s) * (550 / nanometres) ** 0.9 + 0.12 * s.noise()),
  absorption:
    ([nanometres = 530]) =>
    (s) =>
      absorption(s, nanometres) + 0.12 * s.noise(),
  extinction:
    ([nanometres = 530]) =>
    (s) =>
      Math.max(0, scattering(s, nanometres) + absorption(s, nanometres) + 0.3 * s.noise()),
  'single-scattering':
    ([nanometres = 550]) =>
    (s) =>
      scattering(s, nanometres) / (scattering(s, nanometres) + absorption(s, nanometres)),
  'angstrom-scattering': () => (s) => scatteringExponent(s) + 0.05 * s.noise(),
  'backscatter-share': () => (s) => 0.125 + 0.01 * s.noise(),
  asymmetry: () => (s) => 0.6 + 0.06 * s.weather.age + 0.01 * s.noise(),
  'humid-growth': () => (s) => (growth(85) / growth(30)) * (0.9 + 0.2 * s.weather.age),
  transmittance: () => (s) => 1 - 0.28 * (((s.time / 3600) % 24) / 24) + 0.002 * s.noise(),
  /** ug/m^3. */
  'black-carbon': () => (s) => Math.max(0, absorption(s) / 10.5 + 0.004 * s.noise()),
  /** ng/m^3. */
  'black-carbon-nano': () => (s) => Math.max(0, (absorption(s) / 10.5) * 1000 + 4 * s.noise()),
  /** ug/m^3 of organics (0), sulfate (1), nitrate (2), ammonium (3), chloride (4). */
  chemistry:
    ([kind = 0]) =>
    (s) => {
      const cold = Math.max(0, 0.6 - 0.5 * s.weather.warmth);
      const shares = [
        0.52 + 0.14 * s.weather.warmth,
        0.24,
        0.1 * cold * 2,
        0.1,
        s.climate.surface === 'sea' ? 0.04 : 0.008,
      ];
      return Math.max(
        0,
        mass(s) *
          (shares[kind] ?? 0.01) *
          (1 + 0.2 * wave(s.climate.seed + 130 + kind, s.time, 40_000)) +
          0.03 * s.noise(),
      );
    },
  /** Mass spectrum by m/z (last axis), ug/m^3. */
  'mass-spectrum': (_n, axes) => {
    const masses = axes.at(-1)?.values ?? new Float64Array(1);
    const peaks = new Map([
      [18, 0.1],
      [28, 0.08],
      [30, 0.06],
      [36, 0.01],
      [43, 0.09],
      [44, 0.12],
      [46, 0.03],
      [48, 0.09],
      [55, 0.05],
      [57, 0.04],
      [64, 0.06],
      [80, 0.02],
    ]);
    return (s, e) =>
      Math.max(
        0,
        mass(s) * (peaks.get(Math.round(masses[e] ?? Number.NaN)) ?? 0.003) + 0.004 * s.noise(e),
      );
  },
  /** How much particles of a chosen size grow at high humidity, by growth factor (last axis). */
  'growth-density': (_n, axes) => {
    const factors = axes.at(-1)?.values ?? new Float64Array(1);
    return (s, e) => {
      const x = ((factors[e] ?? Number.NaN) - (1.15 + 0.32 * s.weather.age)) / 0.11;
      return Math.max(0, 0.06 * total(s) * Math.exp(-0.5 * x * x) + 0.5 * Math.abs(s.noise(e)));
    };
  },
  /**
   * Ice-forming particles per litre at a temperature in degrees C; without a number: by the last
   * axis.
   */
  'ice-nuclei': ([celsius], axes) => {
    const steps = axes.at(-1)?.values;
    return (s, e) => {
      const t = celsius ?? steps?.[e] ?? -15;
      return 0.0004 * Math.exp(-0.42 * t) * (0.4 + s.weather.aod * 4) * (1 + 0.3 * s.noise(e));
    };
  },
  'sea-salt': () => (s) => (s.climate.surface === 'sea' ? 0.35 * s.weather.windSpeed : 0.1),
  'carbon-monoxide': gas(105, 0.6, 0.25, 0),
  ozone: gas(36, 0.7, 0.2, 1),
  'sulfur-dioxide': gas(0.6, 1.1, 0.7, 0),
  'nitric-oxide': gas(0.8, 1.3, 0.6, 0),
  'nitrogen-dioxide': gas(4, 1.1, 0.5, 0),
  'nitrous-oxide': gas(331, 0.004, 0.004, 0),
  methane: gas(1_910, 0.03, 0.02, 0),
  'carbon-dioxide-sampled': () => (s) => carbonDioxide(s) + 0.2 * s.noise(),
  'volatile-organics': gas(2.2, 1, 0.5, 1),
  /** In cloud (aircraft, balloons): drops per cm^3 and g/m^3 at the height of the platform. */
  'drops-in-cloud': () => (s) =>
    cloudWater(s) > 0 ? 60 + 0.22 * total(s) * (0.6 + 0.4 * wave(s.seed, s.time, 20)) : 0,
  'water-in-cloud': () => (s) => cloudWater(s),
  /** Drops by diameter (last axis), per cm^3 and um. */
  'drop-density': bySize((s, d, e) => {
    const water = cloudWater(s);
    if (water <= 0) return 0;
    const x = (d / 1000 - (6 + 16 * water ** 0.33)) / 4;
    return Math.max(
      0,
      (60 + 0.2 * total(s)) * 0.1 * Math.exp(-0.5 * x * x) * (1 + 0.15 * s.noise(e)),
    );
  }),
  /** Crystals and large drops by diameter (last axis), per litre and um. */
  'crystal-density': bySize((s, d, e) => {
    const water = cloudWater(s);
    return water <= 0
      ? 0
      : Math.max(0, 9 * water * Math.exp(-d / 180_000) * (1 + 0.3 * s.noise(e)));
  }),
};

/** Six steps, ten minutes each. */
function supersaturationOf(s: Sample): number {
  const step = Math.floor(s.time / 600) % 6;
  return [0.1, 0.2, 0.4, 0.6, 0.8, 1][step] ?? 0.4;
}

function cloudWater(s: Sample): number {
  const { low, middle, high } = s.weather;
  for (const [layer, most] of [
    [low, 0.42],
    [middle, 0.18],
    [high, 0.03],
  ] as const) {
    if (layer.cover > 0.2 && s.height >= layer.base && s.height <= layer.top) {
      const patchy = wave(s.climate.seed + 140, s.time, 11) + 0.4 * s.noise();
      return patchy > -0.3
        ? most *
            layer.cover *
            (0.3 + (0.7 * (s.height - layer.base)) / (layer.top - layer.base)) *
            (0.6 + 0.4 * patchy)
        : 0;
    }
  }
  return 0;
}
