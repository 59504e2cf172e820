// Hours since 1970-01-01T00Z as displayed dates, UTC.
import { formatDay } from '@isobar/contract/time.ts';

export const formatHourDay = (hour: number): string => formatDay(hour * 3600);
export const nowHour = (): number => Date.now() / 3_600_000;
