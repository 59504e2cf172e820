// Seconds of a day as a clock shows them. Pure.

/** '05:30'; the last second of a day is its end. */
export function clockOf(second: number): string {
  const minutes = second >= 86_399 ? 1440 : Math.max(0, Math.floor(second / 60));
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
