// The day on which the demo archive stands still, and the words that say that it is simulated.

/**
 * 2026-09-24T00:00:00Z in seconds: the day after the last data day that the reference tables know.
 * Streams that still run end the day before. A constant, not the clock, so that the listing is the
 * same on every start.
 */
export const DEMO_NOW = 1_790_208_000;

export const SIMULATED =
  'true: the values in this file were computed by the simulator of the demo archive; they are not measurements. ' +
  'Names, units, places and dates follow the tables of facts.';

export const DAY = 86_400;
export const HOUR = 3_600;
