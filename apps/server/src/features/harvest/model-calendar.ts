// Dates in the calendars of climate models, whose years have 360, 365 or 366 days, or follow the
// Julian calendar.
import {
  type Dataset,
  parseTimeUnits,
  secondsAt,
  textAttribute,
  type Variable,
} from '@isobar/netcdf';
import { isCalledTime } from './scattered-times.ts';

/** First and last time of a dataset, in UTC seconds of the dates that its own calendar gives. */
export interface ModelSpan {
  readonly first: number;
  readonly last: number;
}

/** A model's file has a few thousand values of time. */
const MOST_TIMES = 1_000_000;

/** null when the dataset has no time axis in such a calendar, or none that gives a date. */
export async function readModelSpan(dataset: Dataset): Promise<ModelSpan | null> {
  // Bounds have units and a calendar as well, and so does the time at which a forecast was begun.
  const named = dataset.variables.filter(isCalledTime);
  const others = dataset.variables.filter(({ shape }) => shape.length === 1);
  for (const variable of new Set([...named, ...others])) {
    const instant = instantsOf(variable);
    const count = variable.shape.reduce((product, length) => product * length, 1);
    if (!instant || count === 0 || count > MOST_TIMES) continue;
    const times = [...(await dataset.read(variable.name))]
      .map((value) => instant(Number(value)))
      .filter((time) => time !== null);
    if (times.length > 0)
      return {
        first: times.reduce((least, time) => Math.min(least, time)),
        last: times.reduce((most, time) => Math.max(most, time)),
      };
  }
  return null;
}

/** Converts a value of the variable, if its units count from a date in such a calendar. */
function instantsOf(variable: Variable): ((value: number) => number | null) | null {
  const named = textAttribute(variable, 'calendar')?.toLowerCase() ?? '';
  const calendar = Object.hasOwn(CALENDARS, named) ? CALENDARS[named] : undefined;
  const units = parseTimeUnits(textAttribute(variable, 'units') ?? '');
  if (!calendar || !units) return null;
  const epoch = new Date(units.epochSeconds * 1000);
  const first = calendar.dayNumber(
    epoch.getUTCFullYear(),
    epoch.getUTCMonth(),
    epoch.getUTCDate() - 1,
  );
  const clock = ((units.epochSeconds % DAY) + DAY) % DAY;
  return (value) => {
    const since = secondsAt(value, { ...units, epochSeconds: clock });
    if (!Number.isFinite(since) || Math.abs(since) > LONGEST) return null;
    const day = Math.floor(since / DAY);
    return calendar.midnight(first + day) + (since - day * DAY);
  };
}

const DAY = 86_400;
/** Ten thousand years; fill values lie beyond. */
const LONGEST = 10_000 * 366 * DAY;

interface Calendar {
  /** Days since the beginning of year 0; month and day of the month count from 0. */
  readonly dayNumber: (year: number, month: number, day: number) => number;
  /** UTC seconds of the date with this number; 30 February becomes the last of the month. */
  readonly midnight: (dayNumber: number) => number;
}

function fixedYear(months: readonly number[]): Calendar {
  const length = months.reduce((sum, days) => sum + days, 0);
  return {
    dayNumber: (year, month, day) =>
      year * length + months.slice(0, month).reduce((sum, days) => sum + days, 0) + day,
    midnight(dayNumber) {
      const year = Math.floor(dayNumber / length);
      let day = dayNumber - year * length;
      let month = 0;
      for (; day >= (months[month] ?? length); month++) day -= months[month] ?? 0;
      return utc(year, month, day);
    },
  };
}

/** A leap year every four years, without exception. */
const JULIAN: Calendar = {
  dayNumber: (year, month, day) => {
    const [y, m] = month > 1 ? [year, month - 2] : [year - 1, month + 10];
    return Math.floor((1461 * y) / 4) + Math.floor((153 * m + 2) / 5) + day;
  },
  midnight(dayNumber) {
    const y = Math.floor((4 * dayNumber + 3) / 1461);
    const dayOfYear = dayNumber - Math.floor((1461 * y) / 4);
    const m = Math.floor((5 * dayOfYear + 2) / 153);
    const day = dayOfYear - Math.floor((153 * m + 2) / 5);
    return m < 10 ? utc(y, m + 2, day) : utc(y + 1, m - 10, day);
  },
};

function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month + 1, 0); // the last day of the month
  date.setUTCDate(Math.min(date.getUTCDate(), day + 1));
  return date.getTime() / 1000;
}

const NO_LEAP = fixedYear([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
const ALL_LEAP = fixedYear([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
const CALENDARS: Readonly<Record<string, Calendar>> = {
  noleap: NO_LEAP,
  '365_day': NO_LEAP,
  all_leap: ALL_LEAP,
  '366_day': ALL_LEAP,
  '360_day': fixedYear(Array(12).fill(30)),
  julian: JULIAN,
};
