// The pointer on timelines: the wheel zooms, dragging moves, clicks find a report.
import {
  hiddenRanges,
  type QualityRange,
  visibleRanges,
} from '@isobar/contract/quality/timeline.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { rangeAt, WIDTH } from './geometry.ts';
import { minDaysOf, type TimelineView, useTimelineView } from './view.tsx';

/** A second click on the same timeline within this time opens the report (part 1 section 9). */
export const SECOND_CLICK_MS = 500;
const TOLERANCE_UNITS = 3;
const DRAG_PIXELS = 3;

export type TimelineHit = { readonly key: string; readonly report: QualityRange | null };

export type Gestures = {
  /** The reports of the timeline marked `data-timeline=KEY`. */
  readonly rangesOf: (key: string) => readonly QualityRange[];
  /** Called for every click that is not a drag. */
  readonly onClick?: (hit: TimelineHit) => void;
  /** A second click within half a second. */
  readonly onSecondClick?: (hit: TimelineHit) => void;
  /** The wheel zooms by itself; else only with Ctrl or Shift, so that the page can be scrolled. */
  readonly plainWheel?: boolean;
};

/** One set of listeners for every `[data-timeline]` below the element. */
export function useTimelineGestures(
  element: RefObject<HTMLElement | null>,
  gestures: Gestures,
): void {
  const view = useTimelineView();
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const host = element.current;
    if (!host) return;
    return listen(host, view, latest);
  }, [element, view]);
}

function listen(
  host: HTMLElement,
  view: TimelineView,
  latest: { readonly current: Gestures },
): () => void {
  let drag: { x: number; moved: boolean } | null = null;
  let click: { key: string; at: number } | null = null;
  let frame = 0;

  const wheel = (event: WheelEvent): void => {
    const place = placeOf(event);
    const modified = event.ctrlKey || event.shiftKey;
    if (!place || !(modified || latest.current.plainWheel)) return;
    event.preventDefault();
    const amount = event.deltaY || event.deltaX;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() =>
      view.getState().zoom(amount > 0 ? 1.25 : 0.8, hourAt(view, place)),
    );
  };
  const down = (event: PointerEvent): void => {
    drag = placeOf(event) && event.button === 0 ? { x: event.clientX, moved: false } : null;
  };
  const move = (event: PointerEvent): void => {
    const place = drag && placeOf(event);
    if (!drag || !place) return;
    const by = event.clientX - drag.x;
    if (!drag.moved && Math.abs(by) < DRAG_PIXELS) return;
    drag = { x: event.clientX, moved: true };
    view.getState().pan(-by / place.width);
  };
  const up = (event: PointerEvent): void => {
    const place = drag && !drag.moved ? placeOf(event) : null;
    drag = null;
    if (!place) return;
    const again = click?.key === place.key && event.timeStamp - click.at <= SECOND_CLICK_MS;
    click = again ? null : { key: place.key, at: event.timeStamp };
    const hit = { key: place.key, report: reportUnder(latest.current, view, place) };
    latest.current.onClick?.(hit);
    if (again) latest.current.onSecondClick?.(hit);
  };

  host.addEventListener('wheel', wheel, { passive: false });
  host.addEventListener('pointerdown', down);
  host.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  return () => {
    cancelAnimationFrame(frame);
    host.removeEventListener('wheel', wheel);
    host.removeEventListener('pointerdown', down);
    host.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
  };
}

type PlaceOnTimeline = {
  readonly key: string;
  readonly fraction: number;
  readonly width: number;
  /** The distance from the top, as a fraction of the height. */
  readonly height: number;
};

/** Above this part stand the ticks of reports that the zoom hides. */
const TICKS_HEIGHT = 0.33;

function placeOf(event: MouseEvent): PlaceOnTimeline | null {
  const target = event.target instanceof Element ? event.target : null;
  const box = target?.closest<HTMLElement>('[data-timeline]');
  const key = box?.dataset.timeline;
  if (!box || key === undefined) return null;
  const { left, top, width, height } = box.getBoundingClientRect();
  return {
    key,
    fraction: (event.clientX - left) / Math.max(1, width),
    width: Math.max(1, width),
    height: (event.clientY - top) / Math.max(1, height),
  };
}

function hourAt(view: TimelineView, place: PlaceOnTimeline): number {
  const { window } = view.getState();
  return window[0] + (window[1] - window[0]) * place.fraction;
}

function reportUnder(
  { rangesOf }: Gestures,
  view: TimelineView,
  place: PlaceOnTimeline,
): QualityRange | null {
  const state = view.getState();
  const ranges = rangesOf(place.key);
  const minDays = minDaysOf(state);
  const tolerance = (TOLERANCE_UNITS * (state.window[1] - state.window[0])) / WIDTH;
  const under = (some: readonly QualityRange[]) => rangeAt(some, hourAt(view, place), tolerance);
  const ticks = place.height < TICKS_HEIGHT;
  const drawn = visibleRanges(ranges, minDays);
  const small = hiddenRanges(ranges, minDays);
  return ticks ? (under(small) ?? under(drawn)) : (under(drawn) ?? under(small));
}
