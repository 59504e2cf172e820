// Rain that has fallen since midnight, added up in steps of ten minutes.
import { DAY } from '../clock.ts';
import type { Place } from './place.ts';
import { emptyWeather, type Weather, weatherAt } from './weather.ts';

const STEP = 600;
const STEPS = DAY / STEP;

interface DayOfRain {
  readonly place: Place;
  readonly day: number;
  /** Millimetres at the end of each step. */
  readonly totals: Float64Array;
}

/** The days asked for last: neighbouring instruments ask for the same ones. */
const recent: DayOfRain[] = [];
const KEPT = 8;

/** Millimetres of water, rain or snow, since 00:00 UTC. */
export function rainSinceMidnight(place: Place, t: number): number {
  const day = Math.floor(t / DAY);
  let known = recent.find((one) => one.day === day && one.place === place);
  if (!known) {
    known = { place, day, totals: addUp(place, day) };
    recent.unshift(known);
    if (recent.length > KEPT) recent.pop();
  }
  const x = (t - day * DAY) / STEP;
  const i = Math.min(STEPS - 1, Math.floor(x));
  const before = i === 0 ? 0 : (known.totals[i - 1] ?? Number.NaN);
  return before + ((known.totals[i] ?? Number.NaN) - before) * (x - i);
}

function addUp(place: Place, day: number): Float64Array {
  const weather: Weather = emptyWeather(place.climate.seed);
  const totals = new Float64Array(STEPS);
  let sum = 0;
  for (let i = 0; i < STEPS; i++) {
    const t = day * DAY + (i + 0.5) * STEP;
    const where = place.track?.(t) ?? place.position ?? place.climate;
    weatherAt(weather, place.climate, where, t);
    sum += (weather.rain * STEP) / 3_600;
    totals[i] = sum;
  }
  return totals;
}
