// The common weather: sensible everywhere, shared by neighbours, and visible in all instruments at
// once.
import { describe, expect, it } from 'vitest';
import { readTable, textOf } from '../csv.ts';
import { Sample } from '../sample.ts';
import * as column from './column.ts';
import * as echo from './echo.ts';
import { CLIMATES, type Climate, climateOf } from './place.ts';
import type { Weather } from './weather.ts';

const YEAR = Date.UTC(2019, 0, 1) / 1000;
const DAY = 86_400;

const sampleAt = (climate: Climate, t: number): Sample => {
  const place = { site: climate.site, facility: 'X1', climate, position: climate, track: null };
  const sample = new Sample(place, 1);
  sample.at(t, 0);
  return sample;
};

/** Samples of a year, some 11 hours apart, so that every hour of the day occurs. */
function* yearOf(climate: Climate, every = 80_021): Generator<Sample> {
  for (let t = YEAR; t < YEAR + 365 * DAY; t += every) yield sampleAt(climate, t);
}

const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

const SURFACES = new Set(['grass', 'forest', 'desert', 'sea', 'snow', 'tropics']);

describe('climates', () => {
  it('climates exist for every site, with all numbers', () => {
    const sites = readTable('../apps/server/tables/sites.csv').map((row) =>
      textOf(row, 'site_code'),
    );
    expect([...CLIMATES.keys()].sort()).toEqual([...sites].sort());
    for (const climate of CLIMATES.values()) {
      expect(SURFACES.has(climate.surface)).toBe(true);
      const numbers = Object.values(climate).filter((value) => typeof value === 'number');
      expect(numbers.every(Number.isFinite), climate.site).toBe(true);
    }
  });
});

describe.each([...CLIMATES.keys()])('at %s', (site) => {
  it('the air stays within what there can be', () => {
    for (const { weather: w, radiation: r, climate } of yearOf(climateOf(site))) {
      expect(w.humidity).toBeGreaterThan(0);
      expect(w.humidity).toBeLessThanOrEqual(100);
      expect(w.dewpoint).toBeLessThan(w.temperature);
      expect(Math.abs(w.temperature - climate.mean)).toBeLessThan(45);
      const standard = 1013 * Math.exp(-climate.altitude / 7_900);
      expect(Math.abs(w.pressure - standard)).toBeLessThan(48);
      expect(w.rain).toBeGreaterThanOrEqual(0);
      expect(w.rain).toBeLessThan(200);
      expect(w.low.top).toBeGreaterThan(w.low.base);
      expect(w.middle.base).toBeGreaterThan(w.low.base);
      expect(r.global).toBeGreaterThanOrEqual(0);
      expect(r.global).toBeLessThan(1_450);
      expect(r.beam).toBeLessThan(1_250);
      if (w.mu < -0.1) expect(r.global).toBe(0);
      expect(r.longDown).toBeGreaterThan(60);
      expect(r.longDown).toBeLessThan(540);
    }
  });
});

describe('weather', () => {
  it('the weather has days and seasons', () => {
    const sgp = climateOf('sgp');
    const hours = (hour: number, month: number): number =>
      mean(
        Array.from(
          { length: 28 },
          (_, day) =>
            sampleAt(sgp, Date.UTC(2019, month, day + 1, hour) / 1000).weather.temperature,
        ),
      );
    expect(hours(21, 6) - hours(11, 6)).toBeGreaterThan(5);
    expect(hours(18, 6) - hours(18, 0)).toBeGreaterThan(18);
    const awr = climateOf('awr');
    expect(sampleAt(awr, Date.UTC(2019, 5, 21) / 1000).radiation.global).toBe(0);
    expect(sampleAt(awr, Date.UTC(2019, 11, 21) / 1000).radiation.global).toBeGreaterThan(20);
  });

  it('the weather rains seldom, in events, and only from cloud', () => {
    const sgp = climateOf('sgp');
    let wet = 0;
    let stays = 0;
    let all = 0;
    for (let t = YEAR; t < YEAR + 365 * DAY; t += 1_800) {
      const now = sampleAt(sgp, t).weather;
      all++;
      if (now.rain === 0) continue;
      wet++;
      expect(now.low.cover).toBe(1);
      if (sampleAt(sgp, t + 600).weather.rain > 0) stays++;
    }
    expect(wet / all).toBeGreaterThan(0.005);
    expect(wet / all).toBeLessThan(0.12);
    expect(stays / wet).toBeGreaterThan(0.75);
  });

  it('the weather shows the same cloud to every instrument', () => {
    const beams: { open: number[]; closed: number[] } = { open: [], closed: [] };
    for (const s of yearOf(climateOf('ena'), 3_607)) {
      if (s.weather.mu < 0.5) continue;
      const covered = s.weather.low.cover > 0.9;
      const share = s.radiation.beam / s.radiation.clearBeam;
      const open = s.weather.low.cover < 0.05 && s.weather.middle.cover < 0.05;
      if (covered) beams.closed.push(share);
      else if (open) beams.open.push(share);
      if (covered) {
        expect(s.weather.liquid).toBeGreaterThan(0);
        expect(s.radiation.longDown).toBeGreaterThan(s.radiation.clearLongDown + 20);
      }
    }
    expect(mean(beams.closed)).toBeLessThan(0.02);
    expect(mean(beams.open)).toBeGreaterThan(0.5);
  });

  it('the weather passes neighbours one after the other', () => {
    const sgp = climateOf('sgp');
    const east = { ...sgp, longitude: sgp.longitude + 1 };
    const at = (position: typeof sgp, t: number): number => {
      const place = { site: 'sgp', facility: 'E1', climate: sgp, position, track: null };
      const sample = new Sample(place, 1);
      sample.at(t, 0);
      return sample.weather.pressure;
    };
    const later = ((111_000 * Math.cos((sgp.latitude * Math.PI) / 180)) / 11) | 0;
    const differences = Array.from({ length: 60 }, (_, i) => {
      const t = YEAR + i * 50_000;
      return [
        Math.abs(at(sgp, t) - at(east, t + later)),
        Math.abs(at(sgp, t) - at(sgp, t + 5 * DAY)),
      ];
    });
    expect(mean(differences.map(([near]) => near ?? 0))).toBeLessThan(1.5);
    expect(mean(differences.map(([, far]) => far ?? 0))).toBeGreaterThan(3);
  });

  it('the weather grows thinner, colder and drier with height', () => {
    for (const { weather: w, climate, time } of yearOf(climateOf('sgp'), 400_003)) {
      const heights = [0, 500, 1_500, 4_000, 8_000, 11_000];
      const pressures = heights.map((z) => column.pressureAt(w, z));
      expect(pressures.every((p, i) => i === 0 || p < (pressures[i - 1] ?? 0))).toBe(true);
      expect(column.temperatureAt(w, 8_000)).toBeLessThan(w.temperature - 25);
      for (const z of heights) {
        expect(column.humidityAt(w, climate, time, z)).toBeLessThanOrEqual(100);
        expect(column.dewpointAt(w, climate, time, z)).toBeLessThanOrEqual(
          column.temperatureAt(w, z) + 1e-6,
        );
      }
    }
  });

  it('its moisture has layers thick and thin, and no steps', () => {
    let turns = 0;
    let columns = 0;
    for (const { weather: w, climate, time } of yearOf(climateOf('sgp'), 400_003)) {
      const dewpoints = Array.from({ length: 2_400 }, (_, i) =>
        column.dewpointAt(w, climate, time, i * 5),
      );
      const steps = dewpoints.slice(1).map((td, i) => td - (dewpoints[i] ?? td));
      // Five metres, as between two samples of a sonde.
      expect(Math.max(...steps.map(Math.abs))).toBeLessThan(1.5);
      turns += steps.filter((step, i) => i > 0 && step > 0 !== (steps[i - 1] ?? step) > 0).length;
      columns += 1;
    }
    expect(turns / columns).toBeGreaterThan(15);
  });
});

describe('what radars see', () => {
  /** Echoes of a year over Oklahoma, a column every 20 minutes of each rainy day. */
  function* columns() {
    const climate = climateOf('sgp');
    const sky = echo.emptySky();
    for (let t = YEAR; t < YEAR + 365 * DAY; t += 1_200) {
      const sample = sampleAt(climate, t);
      const { weather } = sample;
      echo.skyAt(sky, weather, t, climate.seed);
      if (sky.shower > -99) yield { sky, weather };
    }
  }
  const at = (sky: echo.Sky, weather: Weather, z: number): number =>
    echo.reflectivityAt(sky, weather, z);

  it('what radars see has a melting layer that is brighter than what is above and below it', () => {
    const differences: number[] = [];
    for (const { sky, weather } of columns()) {
      const melting = sky.freezing - 130;
      if (weather.rain === 0 || melting < 1_200 || sky.showerTop < melting + 1_500) continue;
      const bright = at(sky, weather, melting);
      differences.push(bright - at(sky, weather, melting + 700));
      differences.push(bright - at(sky, weather, melting - 700));
    }
    expect(differences.length).toBeGreaterThan(200);
    expect(mean(differences)).toBeGreaterThan(4);
  });

  it('what radars see has cells as deep as the troposphere and others that are shallow, of all strengths of a cloud radar', () => {
    const tops: number[] = [];
    let strongest = -99;
    for (const { sky, weather } of columns()) {
      tops.push(sky.showerTop - sky.freezing);
      strongest = Math.max(strongest, at(sky, weather, 1_000));
    }
    expect(Math.min(...tops)).toBeLessThan(2_000);
    expect(Math.max(...tops)).toBeGreaterThan(6_500);
    expect(strongest).toBeGreaterThan(17);
  });
});
