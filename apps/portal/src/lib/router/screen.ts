// A screen, which is loaded when it is opened, and kept.
import type { ComponentType } from 'react';
import { inTime } from '../in-time.ts';

export type Screen = {
  /** null: not loaded yet. */
  readonly ready: () => ComponentType | null;
  readonly load: () => Promise<ComponentType>;
};

/** `screen(() => import('./x-screen.tsx'), 'XScreen')`. What could not be loaded is asked for again at the next try. */
export function screen<N extends string>(
  from: () => Promise<{ readonly [K in N]: ComponentType }>,
  name: N,
): Screen {
  let kept: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
  const fetched = async (): Promise<ComponentType> => {
    try {
      kept = (await inTime(from)())[name];
      return kept;
    } finally {
      coming = null;
    }
  };
  return {
    ready: () => kept,
    load: () => {
      coming ??= kept ? Promise.resolve(kept) : fetched();
      return coming;
    },
  };
}

const RELOADED = 'isobar.reloaded-for';
const MISSING = /dynamically imported module|importing a module script failed|preload css/i;

/**
 * A file of the portal that is gone belongs to an older version of it: the page is opened anew, once for each file.
 * true: it is on its way.
 */
export function reloadedFor(error: unknown, page: Pick<globalThis.Location, 'reload'>): boolean {
  if (!(error instanceof Error) || !MISSING.test(error.message)) return false;
  try {
    if (sessionStorage.getItem(RELOADED) === error.message) return false;
    sessionStorage.setItem(RELOADED, error.message);
  } catch {
    return false; // closed storage: once could not be told from for ever
  }
  page.reload();
  return true;
}
