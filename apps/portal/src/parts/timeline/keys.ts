// The keys of timelines: they work from anywhere on the page while a timeline is in view.
import { type RefObject, useEffect } from 'react';
import { type TimelineView, useTimelineView } from './view.tsx';

const ZOOM_KEYS: ReadonlyMap<string, number> = new Map([
  ['+', 0.625],
  ['=', 0.625],
  ['-', 1.6],
]);
const PAN_KEYS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -0.2],
  ['ArrowRight', 0.2],
]);

/** Does what a key stands for; true when it was one of them. */
export function timelineKey(view: TimelineView, key: string): boolean {
  const { zoom, pan, reset } = view.getState();
  const factor = ZOOM_KEYS.get(key);
  const step = PAN_KEYS.get(key);
  if (factor !== undefined) zoom(factor);
  else if (step !== undefined) pan(step);
  else if (key === '0') reset();
  else return false;
  return true;
}

/** For the timelines below the element. Controls that use these keys themselves keep them. */
export function useTimelineKeys(element: RefObject<HTMLElement | null>): void {
  const view = useTimelineView();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const host = element.current;
      if (!host || usesKeys(event.target) || isCovered(host) || !inView(host)) return;
      if (timelineKey(view, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [element, view]);
}

/**
 * Checkboxes use none of these keys; every other field does, and so does whatever arrows move
 * through.
 */
const KEY_USERS = [
  'input:not([type=checkbox])',
  'textarea',
  'select',
  '[contenteditable]',
  ...['menu', 'listbox', 'radiogroup', 'slider', 'grid', 'tablist', 'combobox', 'application'].map(
    (role) => `[role=${role}]`,
  ),
].join(',');

const usesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(KEY_USERS) !== null;

/** Keys belong to the topmost dialog, if any is open. */
function isCovered(host: Element): boolean {
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  return top !== undefined && !top.contains(host);
}

const inView = (host: Element): boolean =>
  [...host.querySelectorAll('[data-timeline]')].some((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom >= 0 && top <= window.innerHeight;
  });
