// A screen, which is loaded when it is opened, and kept.
import type { ComponentType } from 'react';
import { inTime } from '../in-time.ts';
import { NO_ANSWER } from '../request.ts';
import { keepForTab, readForTab } from '../tab-storage.ts';

export type Screen = {
  /** null: not loaded yet. */
  readonly ready: () => ComponentType | null;
  readonly load: () => Promise<ComponentType>;
};

/** `screen(() => import('./x-screen.tsx'), 'XScreen')`. What could not be loaded is fetched again at the next try. */
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
 * A file of the portal that is gone belongs to an older version: the page is reloaded, once for each file.
 * Only if the server answers: without it, a browser would show its own error page instead of ours.
 * null: the page is being reloaded; else the error to show.
 */
export async function openedAnew(
  error: unknown,
  page: Pick<globalThis.Location, 'href' | 'reload'>,
): Promise<unknown> {
  if (!(error instanceof Error) || !MISSING.test(error.message)) return error;
  try {
    await fetch(page.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return new Error(NO_ANSWER);
  }
  if (readForTab(RELOADED) === error.message) return error;
  // Without storage nobody would know that the page was reloaded already, and it would reload without end.
  if (!keepForTab(RELOADED, error.message)) return error;
  page.reload();
  return null;
}
