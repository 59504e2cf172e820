// Draws what comes first in pieces: the first answer of a screen is drawn by React in slices
// between frames and not in one long task.
import { useDeferredValue } from 'react';

/**
 * `value`, but until `isThere` says that it has come, as it is drawn by then; what changes later is
 * drawn at once.
 */
export function useFirstLater<T>(value: T, isThere: (value: T) => boolean): T {
  const later = useDeferredValue(value);
  return isThere(later) ? value : later;
}
