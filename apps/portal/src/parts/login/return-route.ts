// Where to go after signing in: the address at which the sign-in was asked for, kept for one visit.

const KEY = 'isobar.return-to';
let inMemory: string | null = null;

/** Remembers a path inside the portal, '/saved' or '/account/order?x=1'. */
export function rememberRoute(path: string): void {
  inMemory = path;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage, the way back is known until the page is left.
  }
}

/** The remembered path, forgotten with this; null when there is none. */
export function takeRoute(): string | null {
  let path = inMemory;
  inMemory = null;
  try {
    path ??= sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    // See above.
  }
  return path?.startsWith('/') ? path : null;
}
