// Hours whose values are not known yet, in the same words at the plot and at the line of all years.
import { plural } from '@isobar/contract/count.ts';

/** Null: everything is known. */
export function stillRead(hours: number): string | null {
  if (hours === 0) return null;
  return hours === 1
    ? '1 hour is still being read; it appears when it is ready.'
    : `${plural(hours, 'hour')} are still being read; they appear as they are ready.`;
}
