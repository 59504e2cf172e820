// Browser storage, parsed on read: a value that does not fit its schema, or storage that is not
// available, counts as absent.
import * as z from 'zod/mini';

const PREFIX = 'isobar.';

/** As the browser names what is kept under a key. */
export const storedKey = (key: string): string => PREFIX + key;

/**
 * Reads a value kept under the portal's prefix; null when absent, unreadable or of a different
 * shape.
 */
export function readStored<S extends z.ZodMiniType>(key: string, schema: S): z.infer<S> | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const parsed = z.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a value as JSON. Storage that is full or not available loses it quietly: nothing that must
 * last is kept here.
 */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or disabled storage loses the value, as the docstring says.
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // See above.
  }
}

/** Storage for zustand's persist, under the same prefix. */
export const prefixedStorage = {
  getItem: (name: string): string | null => {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  },
  setItem: (name: string, value: string): void => {
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // See above.
    }
  },
  removeItem: (name: string): void => forgetStored(name),
};
