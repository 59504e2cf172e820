// Signals that do not look at the weather: coordinates of axes, settings, counters, housekeeping.
import { wave } from '../hash.ts';
import type { SignalMaker } from '../signal-text.ts';

export const constants: Readonly<Record<string, SignalMaker>> = {
  constant:
    ([value = 0]) =>
    () =>
      value,
  /** First value and step along the last axis. */
  steps:
    ([first = 0, step = 1]) =>
    (_s, e) =>
      first + step * e,
  /** The listed values, one for each element; after the last one they begin again. */
  values: (numbers) => (_s, e) => numbers[e % numbers.length] ?? Number.NaN,
  /** Size bins: the first value, and the factor from one to the next. */
  geometric:
    ([first = 1, factor = 1.1]) =>
    (_s, e) =>
      first * factor ** e,
  /** The lower and upper edge of each bin that `geometric` lists, in turn. */
  edges:
    ([first = 1, factor = 1.1]) =>
    (_s, e) =>
      first * factor ** ((e >> 1) + (e % 2 === 0 ? -0.5 : 0.5)),
  /** The element's place along the last axis, in that axis's own units. */
  axis: (_n, axes) => {
    const last = axes.at(-1);
    return (_s, e) => (last ? (last.values[e % last.length] ?? Number.NaN) : Number.NaN);
  },
  /** First value, step, and the number of elements after which it begins again. */
  rows:
    ([first = 0, step = 1, length = 1]) =>
    (_s, e) =>
      first + step * (e % length),
  /** 'Mode 1', 'Mode 2' ... in rows of 40 characters. */
  'mode-name': () => (_s, e) => `Mode ${Math.floor(e / 40) + 1}`.padEnd(40).charCodeAt(e % 40),
  /** Seconds UTC of the full hours from the start of the file on. */
  'hours-of-file': () => (s, e) => s.first + 3_600 * e,
  record:
    ([first = 0]) =>
    (s) =>
      first + s.record,
  /** By record: first value, step, and the number of records after which it begins again. */
  cycle:
    ([first = 0, step = 1, count = 1]) =>
    (s) =>
      first + step * (s.record % count),
  latitude: () => (s) => s.position.latitude,
  longitude: () => (s) => s.position.longitude,
  altitude: () => (s) => s.position.altitude,
  height: () => (s) => s.height,
  'epoch-seconds': () => (s) => s.time,
  /** A steady value that drifts a little: level, size of the drift, hours. */
  drift:
    ([level = 0, size = 0, hours = 12]) =>
    (s) =>
      level + size * wave(s.salt, s.time, hours * 3600),
  /** Noise around 0, of this size. */
  noise:
    ([size = 1]) =>
    (s, e) =>
      size * s.noise(e),
  /** A scatter as instruments report it: always positive, mostly small. */
  scatter:
    ([size = 1]) =>
    (s, e) =>
      size * (0.25 + Math.abs(s.noise(e))),
  /** A status word that is mostly 0: the share of samples where it is not, and its value there. */
  rarely:
    ([share = 0.001, value = 1]) =>
    (s) =>
      s.noise() > 1 - Math.sqrt(2 * share) ? value : 0,
  /** Whole number around a level: level, size. */
  count:
    ([level = 100, size = 0]) =>
    (s, e) =>
      Math.round(level + size * s.noise(e)),
  'logger-volts': () => (s) =>
    12.6 + 0.8 * Math.max(0, s.weather.mu) + 0.1 * wave(s.salt, s.time, 7200),
  'logger-temperature': () => (s) => s.weather.temperature + 2.5 + 4 * Math.max(0, s.weather.mu),
};
