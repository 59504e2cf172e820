// The window that a timeline gets when a report is selected.
import type { QualityRange, Span } from '@isobar/contract/quality/timeline.ts';

/**
 * A window in which a report can be seen: all of it, and at least a hundredth wide. Null where that
 * holds in the present one.
 */
export function windowShowing(
  { start, end }: Pick<QualityRange, 'start' | 'end'>,
  window: Span,
  full: Span,
): Span | null {
  const length = end - start;
  const seen = start >= window[0] && end <= window[1];
  if (seen && length > (window[1] - window[0]) / 100) return null;
  const span = Math.min(full[1] - full[0], Math.max(length * 6, 24 * 90));
  const middle = (start + end) / 2;
  return [middle - span / 2, middle + span / 2];
}
