// Where to go after signing in: the address at which the sign-in was asked for, kept for one visit.
import { forgetForTab, keepForTab, readForTab } from '../../loading/tab-storage.ts';

const KEY = 'isobar.return-to';
let inMemory: string | null = null;

/** Remembers a path inside the portal, '/saved' or '/account/order?x=1'. */
export function rememberRoute(path: string): void {
  inMemory = path;
  keepForTab(KEY, path); // or else the way back is known until the page is left
}

/** The remembered path, forgotten with this; null when there is none. */
export function takeRoute(): string | null {
  const path = inMemory ?? readForTab(KEY);
  inMemory = null;
  forgetForTab(KEY);
  return path?.startsWith('/') ? path : null;
}
