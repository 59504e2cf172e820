// Fronts of the demo archive: rain with a melting layer on the last days of its cloud radars.
import { describe, expect, it } from 'vitest';
import { filesOf } from '../calendar.ts';
import { DAY } from '../clock.ts';
import { Sample } from '../sample.ts';
import { streams } from '../streams.ts';
import { emptySky, reflectivityAt, skyAt } from './echo.ts';
import { frontAt, frontsOf } from './front.ts';

/** Those that look up, where it is not always too cold for rain. */
const RADARS = [...streams().values()].filter(
  ({ name, site }) =>
    /kazr2?c|arscl|mmcr|wacr/.test(name) &&
    !/bnd|cloudsat|traj|cbh|sacr/.test(name) &&
    /^(bnf|cor|gan|grw|nim|pvc|sgp|tmp)$/.test(site),
);

/**
 * Minutes of a day in which the echo near the height of melting is stronger than above and below
 * it.
 */
function minutesOfMelting(sample: Sample, day: number): number {
  const sky = emptySky();
  let minutes = 0;
  for (let at = 0; at < DAY; at += 600) {
    sample.at(day + at, 0);
    const { weather, climate } = sample;
    skyAt(sky, weather, day + at, climate.seed);
    const echo = (above: number) => reflectivityAt(sky, weather, sky.freezing + above);
    if (sky.freezing < 700 || weather.rain === 0) continue;
    if (echo(-130) > echo(-600) + 3 && echo(-130) > echo(350) + 3) minutes += 10;
  }
  return minutes;
}

describe('the last day of a cloud radar', () => {
  it.each(RADARS)(
    'the last day of a cloud radar of $name has hours of rain with a melting layer',
    (stream) => {
      const last = [...filesOf(stream)].at(-1)?.first ?? Number.NaN;
      const sample = new Sample(stream.place, stream.seed);
      expect(minutesOfMelting(sample, Math.floor(last / DAY) * DAY)).toBeGreaterThan(240);
    },
  );
});

it('what falls from a front begins and ends with it, without a step', () => {
  const DRY = -0.09; // of Weather.storm: below it nothing falls, not even aloft
  for (const { site, place, seed } of RADARS) {
    const sample = new Sample({ ...place, position: place.climate }, seed);
    const fallsAt = (time: number): number => {
      sample.at(time, 0);
      return Math.max(DRY, sample.weather.storm);
    };
    for (const { start, end } of frontsOf(site)) {
      expect(fallsAt((start + end) / 2)).toBeGreaterThan(0.1);
      for (const edge of [start, end])
        expect(Math.abs(fallsAt(edge + 1) - fallsAt(edge - 1))).toBeLessThan(0.01);
      expect(frontAt(frontsOf(site), start - 1)).toBeNull();
    }
  }
});
