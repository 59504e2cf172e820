// Signals of instruments that turn: precipitation radars and Doppler lidars, ray by ray.
import type { Sample } from '../sample.ts';
import { rayOf } from '../scans.ts';
import type { SignalMaker } from '../signal-text.ts';
import * as column from '../weather/column.ts';
import * as echo from '../weather/echo.ts';

const RAD = Math.PI / 180;

/** Where a gate lies: metres east and north of the radar and above ground. */
interface Gate {
  east: number;
  north: number;
  height: number;
}

const gate: Gate = { east: 0, north: 0, height: 0 };

function aim(s: Sample, range: number): Gate {
  const ray = rayOf(s.scan, s.record, s.records);
  const flat = range * Math.cos(ray.elevation * RAD);
  gate.east = flat * Math.sin(ray.azimuth * RAD);
  gate.north = flat * Math.cos(ray.azimuth * RAD);
  gate.height = range * Math.sin(ray.elevation * RAD) + (flat * flat) / 17_000_000;
  return gate;
}

/** Makes a signal of rain rate and height at each gate along the last axis; NaN without echo. */
const byGate =
  (value: (s: Sample, rain: number, height: number, e: number) => number): SignalMaker =>
  (_n, axes) => {
    const ranges = axes.at(-1)?.metres ?? new Float64Array(1);
    return (s, e) => {
      const { east, north, height } = aim(s, ranges[e] ?? Number.NaN);
      if (height > 13_000) return Number.NaN;
      const rain = echo.rainAround(s, east, north) * Math.exp(-Math.max(0, height - 3_500) / 2_600);
      return rain > 0.03 ? value(s, rain, height, e) : Number.NaN;
    };
  };

const decibels = (rain: number): number => 23 + 7 * Math.log(rain);

export const scanning: Readonly<Record<string, SignalMaker>> = {
  azimuth: () => (s) => rayOf(s.scan, s.record, s.records).azimuth,
  elevation: () => (s) => Math.min(180, rayOf(s.scan, s.record, s.records).elevation),
  'fixed-angle': () => (s) => rayOf(s.scan, s.record, s.records).elevation,
  'gate-reflectivity': byGate((s, rain, _h, e) => decibels(rain) + 1.4 * s.noise(e)),
  'gate-rain': byGate((s, rain, _h, e) => rain * (1 + 0.1 * s.noise(e))),
  /** Radial wind in m/s. */
  'gate-velocity': byGate((s, _rain, height, e) => {
    const { azimuth, elevation } = rayOf(s.scan, s.record, s.records);
    return along(s, height, azimuth, elevation) + 0.6 * s.noise(e);
  }),
  'gate-width': byGate((s, _rain, _h, e) => 1 + 0.8 * Math.abs(s.noise(e))),
  /** dB: flat drops in heavy rain. */
  'gate-zdr': byGate(
    (s, rain, height, e) =>
      (height < 3_800 ? 0.2 + 0.55 * Math.log1p(rain) : 0.25) + 0.15 * s.noise(e),
  ),
  'gate-rhohv': byGate((s, _rain, height, e) =>
    Math.min(1, (Math.abs(height - 3_800) < 250 ? 0.93 : 0.99) - 0.012 * Math.abs(s.noise(e))),
  ),
  /** Degrees, growing along the beam. */
  'gate-phidp': byGate(
    (s, rain, _h, e) => (60 + 0.03 * e + 2.2 * rain ** 0.8 + 2 * s.noise(e)) % 360,
  ),
  /** Degrees per km. */
  'gate-kdp': byGate(
    (s, rain, height, e) => (height < 3_800 ? 0.022 * rain ** 1.1 : 0.1) + 0.05 * s.noise(e),
  ),
  'gate-attenuation': byGate((_s, rain) => 0.004 * rain),
  'gate-snr': byGate((s, rain, _h, e) => decibels(rain) + 22 + s.noise(e)),
  /** 0 clear, 1 rain, 2 melting, 3 snow. */
  'gate-kind': byGate((_s, _rain, height) =>
    Math.abs(height - 3_800) < 300 ? 2 : height > 3_800 ? 3 : 1,
  ),
  /** Radial wind of a Doppler lidar, by range; noise beyond its reach. */
  'beam-velocity': (_n, axes) => {
    const ranges = axes.at(-1)?.metres ?? new Float64Array(1);
    return (s, e) => {
      const { azimuth, elevation } = rayOf(s.scan, s.record, s.records);
      const height = (ranges[e] ?? Number.NaN) * Math.sin(elevation * RAD);
      const reach = Math.max(600, 1.4 * s.weather.mixed);
      return height < reach
        ? along(s, height, azimuth, elevation) + 0.08 * s.noise(e)
        : 19 * s.noise(e);
    };
  },
  'beam-intensity': (_n, axes) => {
    const ranges = axes.at(-1)?.metres ?? new Float64Array(1);
    return (s, e) => {
      const { elevation } = rayOf(s.scan, s.record, s.records);
      const height = (ranges[e] ?? Number.NaN) * Math.sin(elevation * RAD);
      const haze =
        1.3 * (s.weather.aod + 0.05) * Math.exp(-height / Math.max(300, s.weather.mixed));
      return 1 + haze * Math.exp(-(ranges[e] ?? Number.NaN) / 4_500) + 0.004 * s.noise(e);
    };
  },
  'beam-backscatter': (_n, axes) => {
    const ranges = axes.at(-1)?.metres ?? new Float64Array(1);
    return (s, e) => {
      const { elevation } = rayOf(s.scan, s.record, s.records);
      const height = (ranges[e] ?? Number.NaN) * Math.sin(elevation * RAD);
      return (
        8e-6 *
        (s.weather.aod + 0.02) *
        Math.exp(-height / Math.max(300, s.weather.mixed)) *
        (1 + 0.2 * Math.abs(s.noise(e)))
      );
    };
  },
  /** Rain and echo on a grid: the last two axes are north and east in km or m. */
  'grid-reflectivity': (_n, axes) => {
    const rainAt = gridRain(axes);
    return (s, e) => {
      const rain = rainAt(s, e);
      return rain > 0.03 ? decibels(rain) + s.noise(e) : Number.NaN;
    };
  },
  'grid-rain': (_n, axes) => {
    const rainAt = gridRain(axes);
    return (s, e) => {
      const rain = rainAt(s, e);
      return rain > 0.03 ? rain : 0;
    };
  },
  /** Cloud cover on a grid around the place, 0 to 1. */
  'grid-cloud': (_n, axes) => {
    const rainAt = gridRain(axes);
    return (s, e) =>
      Math.min(
        1,
        0.75 * s.weather.low.cover + 0.25 * s.weather.high.cover + 0.2 * Math.min(1, rainAt(s, e)),
      );
  },
};

function gridRain(axes: Parameters<SignalMaker>[1]): (s: Sample, e: number) => number {
  const rows = axes.at(-2)?.metres ?? new Float64Array(1);
  const columns = axes.at(-1)?.metres ?? new Float64Array(1);
  const width = Math.max(1, columns.length);
  const height = Math.max(1, rows.length);
  return (s, e) => {
    const row = Math.floor(e / width) % height;
    return echo.rainAround(s, columns[e % width] ?? Number.NaN, rows[row] ?? Number.NaN);
  };
}

function along(s: Sample, height: number, azimuth: number, elevation: number): number {
  const east = column.eastwardAt(s.weather, s.climate, s.time, height);
  const north = column.northwardAt(s.weather, s.climate, s.time, height);
  const flat = east * Math.sin(azimuth * RAD) + north * Math.cos(azimuth * RAD);
  const up = column.upwardAt(s.weather, s.climate, s.time, height);
  return flat * Math.cos(elevation * RAD) + up * Math.sin(elevation * RAD);
}
