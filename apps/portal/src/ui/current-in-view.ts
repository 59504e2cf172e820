// A row of links that scrolls where the window is narrow: it shows the current one in its middle,
// so that links before and after it are seen.
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Call with all that the row depends on; attach the answer to the element that scrolls, whose
 * `position` is not static.
 */
export function useCurrentInView<E extends HTMLElement>(dependsOn: string): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row has other links when it changes
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row.current || !current) return;
    row.current.scrollLeft =
      current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [dependsOn]);
  return row;
}
