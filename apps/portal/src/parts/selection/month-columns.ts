// How many months stand side by side: 1 to 4, by the width of the window (specification part 1
// section 9).
import { useSyncExternalStore } from 'react';

const WIDTHS = [576, 992, 1200] as const;

/** Below 576 px one, below 992 two, below 1200 three, else four. */
export const useMonthColumns = (): number => useSyncExternalStore(subscribe, columnsNow);

export const columnsOf = (width: number): number =>
  1 + WIDTHS.filter((least) => width >= least).length;

const columnsNow = (): number => columnsOf(window.innerWidth);

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
