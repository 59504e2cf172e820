// The window of the timelines: zoom, move, and the smooth way to another window.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTimelineView } from './view.tsx';

const FULL = [0, 100_000] as const;
const TO = [40_000, 50_000] as const;

const DATES = [20_000, 30_000] as const;

it('a window that was not moved follows the chosen dates, also when they are reset', () => {
  const view = createTimelineView(FULL);
  view.getState().setFull(FULL, DATES);
  expect(view.getState().window).toEqual(DATES);
  view.getState().setFull([0, 200_000], DATES);
  expect(view.getState().window).toEqual(DATES);
  view.getState().setFull(FULL, FULL);
  expect(view.getState().window).toEqual(FULL);
});

it('a moved one stays where it was put', () => {
  const view = createTimelineView(FULL);
  view.getState().setFull(FULL, DATES);
  view.getState().show(TO);
  view.getState().setFull(FULL, FULL);
  expect(view.getState().window).toEqual(TO);
  view.getState().setFull([0, 45_000], FULL);
  expect(view.getState().window).toEqual([35_000, 45_000]);
});

describe('a smooth move', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** How far the window has come after this many ms, as a fraction of the way. */
  const partAfter = (ms: number): number => {
    const view = createTimelineView(FULL);
    view.getState().glide(TO);
    vi.advanceTimersByTime(ms);
    return view.getState().window[0] / TO[0];
  };

  it('[T084] a smooth move takes 2500 ms and eases in and out', () => {
    const quarter = partAfter(625);
    expect(quarter).toBeGreaterThan(0.1);
    expect(quarter).toBeLessThan(0.15); // an even move would be at 0.25
    expect(partAfter(1250)).toBeCloseTo(0.5, 1);
    expect(partAfter(1875)).toBeGreaterThan(0.85);
    expect(partAfter(2400)).toBeLessThan(1);
    expect(partAfter(2600)).toBe(1);
  });

  it('a smooth move ends where it should, and gives way to any other move', () => {
    const view = createTimelineView(FULL);
    view.getState().glide(TO);
    vi.advanceTimersByTime(500);
    view.getState().show([10_000, 20_000]);
    vi.advanceTimersByTime(5000);
    expect(view.getState().window).toEqual([10_000, 20_000]);
  });

  it('a smooth move is a leap for a person who wants less motion', () => {
    // the only member that is used
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    const view = createTimelineView(FULL);
    view.getState().glide(TO);
    expect(view.getState().window).toEqual(TO);
  });
});
