// When there are data, in words.

/** What stands instead of dates where no file states a time. */
export const NO_TIME = 'Dates unknown';

/**
 * `start`, `end`: ISO 8601 UTC, empty where no file states a time; `length`: 10 for days, 7 for
 * months.
 */
export const statedDates = (start: string, end: string, length = 10): string =>
  start ? `${start.slice(0, length)} – ${end.slice(0, length)}` : NO_TIME;
