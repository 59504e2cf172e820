// Days as text (YYYY-MM-DD, UTC) and as the dates that a calendar wants.
import { formatDay, parseDay } from '@isobar/contract/time.ts';

/** Midnight UTC of a day; of today where the text is no day. */
export const dateOfDay = (day: string): Date =>
  new Date((parseDay(day) ?? Math.floor(Date.now() / 86_400_000) * 86_400) * 1000);

export const dayOfDate = (date: Date): string => formatDay(date.getTime() / 1000);
