// Whether a media query is true now, for what a style sheet cannot do.
import { useSyncExternalStore } from 'react';

/** Windows in which controls fold and tables become blocks. */
export const NARROW = '(max-width: 767px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the user prefers reduced motion. */
export const prefersCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
