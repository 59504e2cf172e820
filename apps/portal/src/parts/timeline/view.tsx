// The window of all timelines on a page: one zoom, one axis, one resolution.
import {
  DEFAULT_RESOLUTION,
  resolutionForSpan,
  type Span,
} from '@isobar/contract/quality/timeline.ts';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { prefersCalm } from '../../ui/use-media.ts';

/** What the person chose under 'Timeline Options'; it holds for the timelines of this page. */
export type DisplayOptions = {
  readonly byZoom: boolean;
  /** Shortest report that is shown, in days, unless the zoom decides; -1 hides all. */
  readonly resolution: number;
  readonly shown: boolean;
};

export const DEFAULT_DISPLAY: DisplayOptions = {
  byZoom: true,
  resolution: DEFAULT_RESOLUTION,
  shown: true,
};

type View = {
  /** The whole span that can be shown. */
  readonly full: Span;
  readonly window: Span;
  readonly options: DisplayOptions;
  /** Dates that the person chose: one band through all timelines. */
  readonly band: Span | null;
  readonly setBand: (band: Span | null) => void;
  /** The window at the start: the chosen dates, or everything. */
  readonly opened: Span;
  /**
   * For new data or dates: a window that was not moved follows them, a moved one stays. `opening`:
   * where to begin.
   */
  readonly setFull: (full: Span, opening: Span) => void;
  /** Factors below 1 zoom in. `at`: the hour that stays in its place, by default the middle. */
  readonly zoom: (factor: number, at?: number) => void;
  /** Moves by a fraction of the window, to the right when positive. */
  readonly pan: (fraction: number) => void;
  readonly show: (window: Span) => void;
  readonly reset: () => void;
  /**
   * Moves there smoothly, unless the person's system asks for less motion; any other move ends it.
   */
  readonly glide: (to: Span) => void;
  readonly setOptions: (options: DisplayOptions) => void;
};

const LEAST_HOURS = 72;
/** How long a smooth move takes (part 3 section 9, decision 1010). */
const GLIDE_MS = 2500;

const easeInOut = (part: number): number =>
  part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;

const between = (from: Span, to: Span, part: number): Span => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
];

export type TimelineView = StoreApi<View>;

export const createTimelineView = (full: Span): TimelineView =>
  createStore<View>()((set, get) => ({
    full,
    window: full,
    opened: full,
    options: DEFAULT_DISPLAY,
    band: null,
    setBand: (band) => set({ band }),
    setFull: (next, opening) => {
      const { full: before, window, opened } = get();
      if (same(before, next) && same(opened, opening)) return;
      const moved = !same(before, window) && !same(opened, window);
      set({ full: next, opened: opening, window: moved ? within(window, next) : opening });
    },
    zoom: (factor, at) => {
      const { full: all, window } = get();
      const middle = at ?? (window[0] + window[1]) / 2;
      const length = window[1] - window[0];
      const span = Math.min(all[1] - all[0], Math.max(LEAST_HOURS, length * factor));
      const start = middle - ((middle - window[0]) * span) / length;
      set({ window: within([start, start + span], all) });
    },
    pan: (fraction) => {
      const { full: all, window } = get();
      const by = fraction * (window[1] - window[0]);
      set({ window: within([window[0] + by, window[1] + by], all) });
    },
    show: (window) => set({ window: within(window, get().full) }),
    reset: () => set({ window: get().full }),
    glide: (to) => {
      const { window: from, full: all } = get();
      const end = within(to, all);
      if (prefersCalm()) return set({ window: end });
      const started = performance.now();
      let shown: Span = from;
      const step = (now: number): void => {
        if (get().window !== shown) return; // it was moved meanwhile
        const part = Math.min(1, Math.max(0, (now - started) / GLIDE_MS));
        shown = part === 1 ? end : between(from, end, easeInOut(part));
        set({ window: shown });
        if (part < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    },
    setOptions: (options) => set({ options }),
  }));

/** The window of a timeline that does not show all of its time; else null. */
export const zoomedWindow = ({ full, window }: Pick<View, 'full' | 'window'>): Span | null =>
  same(full, window) ? null : window;

/** Shortest report that is shown at the present zoom and options, in days. */
export const minDaysOf = ({ options, window }: Pick<View, 'options' | 'window'>): number =>
  options.byZoom ? resolutionForSpan(window[1] - window[0]) : options.resolution;

const NO_BAND: readonly [null, 0] = [null, 0];
const ViewContext = createContext<TimelineView | null>(null);

export function TimelineViewProvider(props: {
  readonly full: Span;
  readonly opening?: Span;
  readonly band?: Span | null;
  readonly children: ReactNode;
}) {
  const { full, opening = full, band = null, children } = props;
  const [view] = useState(() => createTimelineView(full));
  const [start, end] = full;
  const [from, to] = opening;
  useEffect(() => view.getState().setFull([start, end], [from, to]), [view, start, end, from, to]);
  const [bandStart, bandEnd] = band ?? NO_BAND;
  useEffect(
    () => view.getState().setBand(bandStart === null ? null : [bandStart, bandEnd]),
    [view, bandStart, bandEnd],
  );
  return <ViewContext.Provider value={view}>{children}</ViewContext.Provider>;
}

export function useTimelineView(): TimelineView {
  const view = use(ViewContext);
  if (!view) throw new Error('a timeline stands outside TimelineViewProvider');
  return view;
}

export const useTimeline = <T,>(select: (view: View) => T): T =>
  useStore(useTimelineView(), select);

const same = (a: Span, b: Span): boolean => a[0] === b[0] && a[1] === b[1];

/** The same length, moved inside the bounds; never longer than they are. */
function within(window: Span, bounds: Span): Span {
  const length = Math.min(window[1] - window[0], bounds[1] - bounds[0]);
  const start = Math.min(Math.max(window[0], bounds[0]), bounds[1] - length);
  return [start, start + length];
}
