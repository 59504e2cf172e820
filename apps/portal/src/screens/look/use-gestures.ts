// Pan and zoom of the plots by pointer, wheel, two fingers and keys; the cursor follows the pointer
// and the arrows.
import { type RefObject, useEffect, useRef } from 'react';
import { AXIS } from '../../parts/look/frame.tsx';
import { clamped, panned, secondsOf, type Window, zoomed } from '../../parts/look/window.ts';

export interface Moves {
  readonly window: Window;
  readonly life: Window;
  readonly cursor: number | null;
  /** Seconds of one step of the cursor. */
  readonly step: number;
  readonly onWindow: (window: Window) => void;
  /** `share`: height of the pointer in the plot below it, from the top; null: by keys. */
  readonly onCursor: (time: number | null, share: number | null) => void;
}

/** A finger or pointer that has moved less than this is a tap. */
const DRAG_PIXELS = 3;
const ZOOM = 1.5;

export function useGestures(element: RefObject<HTMLElement | null>, moves: Moves): void {
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  useEffect(() => {
    const host = element.current;
    if (!host) return;
    const abort = new AbortController();
    const { signal } = abort;
    listenToPointers(host, latest, signal);
    host.addEventListener('wheel', (event) => wheel(host, latest.current, event), {
      signal,
      passive: false,
    });
    host.addEventListener(
      'keydown',
      (event) => {
        if (press(latest.current, event)) event.preventDefault();
      },
      { signal },
    );
    return () => abort.abort();
  }, [element]);
}

/** A time by its place in the plots. */
function timeAt(host: HTMLElement, window: Window, clientX: number): number {
  const { left, width } = host.getBoundingClientRect();
  const share = (clientX - left - AXIS) / Math.max(1, width - AXIS);
  return window.from + Math.min(1, Math.max(0, share)) * secondsOf(window);
}

const plotWidth = (host: HTMLElement): number => Math.max(1, host.clientWidth - AXIS);

/**
 * Links, buttons and tables between the plots keep their pointer: a captured one would never click
 * or select them.
 */
const isForItself = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary, table') !== null;

function shareOf(event: PointerEvent): number | null {
  const ground = event.target instanceof Element ? event.target.closest('.look-ground') : null;
  if (!ground) return null;
  const { top, height } = ground.getBoundingClientRect();
  return (event.clientY - top) / Math.max(1, height);
}

function listenToPointers(
  host: HTMLElement,
  latest: { readonly current: Moves },
  signal: AbortSignal,
): void {
  /** The pointers that are down, by their place at the beginning and now. */
  const down = new Map<number, { start: number; now: number }>();
  let begun: Window | null = null;
  let isDrag = false;
  const begin = (): void => {
    begun = latest.current.window;
    for (const [id, { now }] of down) down.set(id, { start: now, now });
  };
  const move = (event: PointerEvent): void => {
    const { window, life, onWindow, onCursor } = latest.current;
    const pointer = down.get(event.pointerId);
    if (!pointer || !begun) {
      onCursor(timeAt(host, window, event.clientX), shareOf(event));
      return;
    }
    pointer.now = event.clientX;
    if (!isDrag && Math.abs(pointer.now - pointer.start) < DRAG_PIXELS) return;
    isDrag = true;
    host.classList.add('look-moving');
    onWindow(clamped(draggedTo(begun, [...down.values()], host), life));
  };
  const up = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId)) return;
    if (!isDrag) latest.current.onCursor(timeAt(host, latest.current.window, event.clientX), null);
    host.classList.remove('look-moving');
    begin();
    if (down.size === 0) begun = null;
  };
  host.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || isForItself(event.target)) return;
      host.setPointerCapture?.(event.pointerId);
      down.set(event.pointerId, { start: event.clientX, now: event.clientX });
      isDrag = false;
      begin();
    },
    { signal },
  );
  host.addEventListener('pointermove', move, { signal });
  host.addEventListener('pointerup', up, { signal });
  host.addEventListener('pointercancel', up, { signal });
  host.addEventListener(
    'pointerleave',
    () => {
      if (down.size === 0 && document.activeElement !== host) latest.current.onCursor(null, null);
    },
    { signal },
  );
}

/** One pointer moves the window; of two, both keep what is below them. */
function draggedTo(
  begun: Window,
  pointers: readonly { readonly start: number; readonly now: number }[],
  host: HTMLElement,
): Window {
  const [one, two] = pointers;
  const perPixel = secondsOf(begun) / plotWidth(host);
  if (!one) return begun;
  if (!two) {
    const by = (one.start - one.now) * perPixel;
    return { from: begun.from + by, to: begun.to + by };
  }
  const before = Math.max(20, Math.abs(two.start - one.start));
  const factor = before / Math.max(20, Math.abs(two.now - one.now));
  const left = host.getBoundingClientRect().left + AXIS;
  const middle = (one.start + two.start) / 2 - left;
  const now = (one.now + two.now) / 2 - left;
  const from = begun.from + middle * perPixel - now * perPixel * factor;
  return { from, to: from + secondsOf(begun) * factor };
}

/**
 * The wheel zooms with Ctrl or once the plots have the focus, so that the page can be scrolled;
 * sideways it moves.
 */
function wheel(host: HTMLElement, { window, life, onWindow }: Moves, event: WheelEvent): void {
  const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (isSideways) {
    event.preventDefault();
    onWindow(panned(window, event.deltaX / plotWidth(host), life));
    return;
  }
  if (!event.ctrlKey && document.activeElement !== host) return;
  event.preventDefault();
  const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240)));
  onWindow(zoomed(window, factor, timeAt(host, window, event.clientX), life));
}

/** True for a key that was used. */
function press(moves: Moves, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { window, life, cursor, step, onWindow, onCursor } = moves;
  const middle = cursor ?? (window.from + window.to) / 2;
  const sign = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (sign !== 0 && event.shiftKey) onWindow(panned(window, sign * 0.2, life));
  else if (sign !== 0) {
    const time = Math.min(life.to, Math.max(life.from, middle + sign * step));
    onCursor(time, null);
    const isOutside = time < window.from || time > window.to;
    if (isOutside) onWindow(panned(window, sign * 0.2, life));
  } else if (event.key === '+' || event.key === '=')
    onWindow(zoomed(window, 1 / ZOOM, middle, life));
  else if (event.key === '-') onWindow(zoomed(window, ZOOM, middle, life));
  else if (event.key === 'PageUp') onWindow(panned(window, -0.9, life));
  else if (event.key === 'PageDown') onWindow(panned(window, 0.9, life));
  else if (event.key === 'Home') onWindow(clamped(shifted(window, life.from), life));
  else if (event.key === 'End') onWindow(clamped(shifted(window, life.to), life));
  else if (event.key === '0') onWindow(life);
  else return false;
  return true;
}

const shifted = (window: Window, to: number): Window => ({
  from: to - secondsOf(window) / 2,
  to: to + secondsOf(window) / 2,
});
