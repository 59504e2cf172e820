// Choosing single days of those that are available. Days are whole, ascending, each once. Pure.
import type { Span } from '@isobar/contract/orders/span.ts';

/** The available days inside a range. */
export const daysBetween = (available: readonly Span[], range: Span): readonly Span[] =>
  available.filter((day) => day.start >= range.start && day.end <= range.end);

/**
 * The day added when it is not selected, else taken out; a day that is not available changes
 * nothing.
 */
export function toggleDay(
  available: readonly Span[],
  selected: readonly Span[],
  start: number,
): readonly Span[] {
  const day = available.find((one) => one.start === start);
  if (!day) return selected;
  const without = selected.filter((one) => one.start !== start);
  if (without.length < selected.length) return without;
  return [...selected, day].sort((a, b) => a.start - b.start);
}
