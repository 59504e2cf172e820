// Times that go by the present day: 'today', 'last 3 days', 'this summer'.
import { seasonOf } from './calendar-words.ts';
import { addDays, addMonths, type Span, spanOfMonth, spanOfYear, weekday } from './days.ts';
import { seasonSpan, seasonStart } from './when-point.ts';
import { here, type Read, type Reader } from './when-read.ts';

/** 'today', 'yesterday', 'last 3 days', 'last summer', 'this month'. */
export function relative(reader: Reader): Read | null {
  const { today, south } = reader.rules;
  const end = (found: RegExpExecArray) => reader.at + found[0].length;
  const day = here(reader, /(today|yesterday)/y);
  if (day) {
    const start = day[1] === 'today' ? today : addDays(today, -1);
    return { end: end(day), span: { start, end: start } };
  }
  const some = here(
    reader,
    /(?:(?:in|during|over|within|for|from)\s+)?(?:the\s+)?(?:last|past|previous)\s+(\d{1,3}|two|three|four|five|six|seven|ten|twelve|few|couple of)\s*(hours?|hrs?|h|days?|weeks?|months?|years?|decades?)/y,
  );
  if (some) {
    const count = NUMBERS[some[1] ?? ''] ?? Number(some[1]);
    return { end: end(some), span: lastSpan(today, count, some[2] ?? '') };
  }
  const ago = here(
    reader,
    /(?:about\s+|around\s+)?(\d{1,3}|an?|one|two|three|four|five|six|seven|ten|twelve|(?:a\s+)?few|a\s+couple\s+of)\s+(hours?|days?|weeks?|months?|years?)\s+ago/y,
  );
  if (ago) {
    const count = NUMBERS[(ago[1] ?? '').replace(/^a\s+/, '')] ?? Number(ago[1]);
    return { end: end(ago), span: unitBefore(today, count, ago[2] ?? '') };
  }
  const one = here(
    reader,
    /(?:(?:in|during|over|from)\s+)?(?:the\s+)?(last|past|previous|this|current)\s+(week|month|year|decade|spring|summer|autumn|fall|winter)/y,
  );
  if (!one || /^\s+of\b/.test(reader.text.slice(end(one)))) return null;
  const now = one[1] === 'this' || one[1] === 'current';
  const kind = one[2] ?? '';
  if (kind === 'week' || kind === 'month' || kind === 'year')
    return { end: end(one), span: unitBefore(today, now ? 0 : 1, kind) };
  if (kind === 'decade' && !now) return { end: end(one), span: lastSpan(today, 10, 'years') };
  if (kind === 'decade') return null;
  const season = seasonOf(kind);
  if (!season) return null;
  const first = seasonStart(season, south);
  const year = Number(today.slice(0, 4));
  const spans = [year + 1, year, year - 1].map((each) => seasonSpan(first, each));
  const span = spans.find((each) => (now ? (each.start ?? '') <= today : (each.end ?? '') < today));
  return span ? { end: end(one), span, hemisphere: south ? 'southern' : 'northern' } : null;
}

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  twelve: 12,
  few: 3,
  'couple of': 2,
};

/** The whole day, week (Monday to Sunday), month or year that was so many of these before. */
function unitBefore(today: string, count: number, unit: string): Span {
  const [year = 0, month = 1] = addMonths(today, unit.startsWith('month') ? -count : 0)
    .split('-')
    .map(Number);
  if (unit.startsWith('year')) return spanOfYear(year - count);
  if (unit.startsWith('month')) return spanOfMonth(year, month);
  const days = unit.startsWith('week') ? weekday(today) + 7 * count : count;
  const start = addDays(today, -(unit.startsWith('hour') ? Math.ceil(count / 24) : days));
  return { start, end: unit.startsWith('week') ? addDays(start, 6) : start };
}

function lastSpan(today: string, count: number, unit: string): Span {
  if (unit.startsWith('h')) return { start: addDays(today, -Math.ceil(count / 24)), end: today };
  if (unit.startsWith('day')) return { start: addDays(today, 1 - Math.max(1, count)), end: today };
  if (unit.startsWith('week'))
    return { start: addDays(today, 1 - 7 * Math.max(1, count)), end: today };
  const months = count * (unit.startsWith('month') ? 1 : unit.startsWith('year') ? 12 : 120);
  return { start: addDays(addMonths(today, -months), 1), end: today };
}
