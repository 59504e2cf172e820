// The window of time that all plots of the screen share, and which part of a variable is fetched
// for it. Pure.

/** Seconds since 1970 UTC; `to` is not included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Nothing is shown closer than this. */
export const LEAST_SECONDS = 600;
const DAY = 86_400;

export const PRESETS = [
  ['hour', 'Hour', 3600],
  ['day', 'Day', DAY],
  ['week', 'Week', 7 * DAY],
  ['month', 'Month', 30 * DAY],
  ['year', 'Year', 365 * DAY],
  ['all', 'All', Number.POSITIVE_INFINITY],
] as const;
export type Preset = (typeof PRESETS)[number][0];

export const secondsOf = ({ from, to }: Window): number => to - from;

/**
 * The window within the life of a datastream: shorter where it would reach beyond both ends, moved
 * where beyond one.
 */
export function clamped({ from, to }: Window, life: Window): Window {
  const seconds = Math.min(Math.max(LEAST_SECONDS, to - from), secondsOf(life));
  const middle = (from + to) / 2;
  const start = Math.min(Math.max(middle - seconds / 2, life.from), life.to - seconds);
  return { from: Math.round(start), to: Math.round(start + seconds) };
}

/** The window with its length multiplied by `factor`; the time `at` keeps its place in it. */
export function zoomed(window: Window, factor: number, at: number, life: Window): Window {
  const share = (at - window.from) / secondsOf(window);
  const least = Math.min(LEAST_SECONDS, secondsOf(life));
  const seconds = Math.min(Math.max(secondsOf(window) * factor, least), secondsOf(life));
  const from = at - share * seconds;
  return clamped({ from, to: from + seconds }, life);
}

/** By a share of the window; positive is later. */
export function panned(window: Window, share: number, life: Window): Window {
  const by = share * secondsOf(window);
  return clamped({ from: window.from + by, to: window.to + by }, life);
}

/** The preset whose length the window has; null: another length. */
export function presetOf(window: Window, life: Window): Preset | null {
  const seconds = secondsOf(window);
  if (seconds >= secondsOf(life) - 1) return 'all';
  const found = PRESETS.find(([, , length]) => Math.abs(length - seconds) <= 60);
  return found?.[0] ?? null;
}

/** A window of that length around the same middle. */
export function withPreset(window: Window, preset: Preset, life: Window): Window {
  const seconds = PRESETS.find(([key]) => key === preset)?.[2] ?? DAY;
  const middle = (window.from + window.to) / 2;
  const half = Math.min(seconds, secondsOf(life)) / 2;
  return clamped({ from: middle - half, to: middle + half }, life);
}

/** From midnight to midnight, so that a month back from the end begins and ends at one. */
export const wholeDays = ({ from, to }: Window): Window => ({
  from: Math.floor(from / DAY) * DAY,
  to: Math.ceil(to / DAY) * DAY,
});

/** What the screen shows where the address has no range: the last month. */
export const lastMonth = (life: Window): Window =>
  clamped({ from: life.to - 30 * DAY, to: life.to }, life);

/** What is fetched of a variable, in so many columns. */
export interface Fetched extends Window {
  readonly columns: number;
}

/**
 * The window alone at first, which is there sooner; once it has arrived (or after a pan), with half
 * of its length on either side, so that the next pan has values at once. What was fetched before is
 * kept while the window is within it at about the same zoom.
 */
export function fetchedFor(
  window: Window,
  pixels: number,
  life: Window,
  before: Fetched | null,
  hasArrived: boolean,
): Fetched {
  if (!before || !isSameZoom(before, window, pixels)) return around(window, pixels, life, 0);
  const margin = secondsOf(window) * 0.1;
  if (covers(before, window, life, margin)) return before;
  if (covers(before, window, life, 0) && !hasArrived) return before;
  const isBeside = before.to <= window.from || before.from >= window.to;
  return around(window, pixels, life, isBeside ? 0 : 0.5);
}

function around(window: Window, pixels: number, life: Window, share: number): Fetched {
  const seconds = secondsOf(window);
  const from = Math.max(life.from, Math.floor(window.from - seconds * share));
  const to = Math.min(life.to, Math.ceil(window.to + seconds * share));
  const columns = Math.round((pixels * (to - from)) / seconds);
  return { from, to, columns: Math.min(4000, Math.max(1, columns)) };
}

function isSameZoom(before: Fetched, window: Window, pixels: number): boolean {
  const wanted = secondsOf(window) / pixels;
  const have = secondsOf(before) / before.columns;
  return have <= wanted * 1.3 && have >= wanted / 1.6;
}

const covers = (before: Fetched, window: Window, life: Window, margin: number): boolean =>
  before.from <= Math.max(life.from, window.from - margin) &&
  before.to >= Math.min(life.to, window.to + margin);
