// Texts that are kept for this tab. If the browser's storage is blocked or full, nothing is kept
// and nothing fails.

/** null: nothing is kept under this key. */
export function readForTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** false: it could not be kept. */
export function keepForTab(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function forgetForTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
