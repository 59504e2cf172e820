// Times that go by the present day: 'today', 'last 3 days', 'this summer'.
import { addDays, addMonths, type Span, spanOfMonth, spanOfYear, weekday } from './days.ts';
import { OPPOSITE, SEASON_START, seasonSpan } from './when-point.ts';
import { here, type Read, type Reader } from './when-read.ts';

/** 'today', 'yesterday', 'last 3 days', 'last summer', 'this month'. */
export function relative(reader: Reader): Read | null {
  const { today, south } = reader.rules;
  const end = (found: RegExpExecArray) => reader.at + found[0].length;
  const day = here(reader, /(today|yesterday)/);
  if (day) {
    const start = day[1] === 'today' ? today : addDays(today, -1);
    return { end: end(day), span: { start, end: start } };
  }
  const some = here(
    reader,
    /(?:(?:in|during|over|within|for|from)\s+)?(?:the\s+)?(?:last|past|previous)\s+(\d{1,3}|two|three|four|five|six|seven|ten|twelve|few|couple of)\s*(hours?|hrs?|h|days?|weeks?|months?|years?|decades?)/,
  );
  if (some) {
    const count = NUMBERS[some[1] ?? ''] ?? Number(some[1]);
    return { end: end(some), span: lastSpan(today, count, some[2] ?? '') };
  }
  const one = here(
    reader,
    /(?:(?:in|during|over|from)\s+)?(?:the\s+)?(last|past|previous|this|current)\s+(week|month|year|decade|spring|summer|autumn|fall|winter)/,
  );
  if (!one || /^\s+of\b/.test(reader.text.slice(end(one)))) return null;
  const now = one[1] === 'this' || one[1] === 'current';
  const kind = one[2] ?? '';
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (kind === 'week') {
    const monday = addDays(today, -weekday(today) - (now ? 0 : 7));
    return { end: end(one), span: { start: monday, end: addDays(monday, 6) } };
  }
  if (kind === 'month') {
    const [y = year, m = month] = addMonths(today, now ? 0 : -1)
      .split('-')
      .map(Number);
    return { end: end(one), span: spanOfMonth(y, m) };
  }
  if (kind === 'decade' && !now) return { end: end(one), span: lastSpan(today, 10, 'years') };
  if (kind === 'decade') return null;
  if (kind === 'year') return { end: end(one), span: spanOfYear(now ? year : year - 1) };
  const first = SEASON_START[south ? (OPPOSITE[kind] ?? kind) : kind] ?? 12;
  const spans = [year + 1, year, year - 1].map((each) => seasonSpan(first, each));
  const span = spans.find((each) => (now ? (each.start ?? '') <= today : (each.end ?? '') < today));
  if (!span) return null;
  const note = `${span.start?.slice(0, 7)} to ${span.end?.slice(0, 7)}, ${south ? 'southern' : 'northern'} hemisphere`;
  return { end: end(one), span, note };
}

const NUMBERS: Readonly<Record<string, number>> = {
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

function lastSpan(today: string, count: number, unit: string): Span {
  if (unit.startsWith('h')) return { start: addDays(today, -Math.ceil(count / 24)), end: today };
  if (unit.startsWith('day')) return { start: addDays(today, 1 - Math.max(1, count)), end: today };
  if (unit.startsWith('week'))
    return { start: addDays(today, 1 - 7 * Math.max(1, count)), end: today };
  const months = count * (unit.startsWith('month') ? 1 : unit.startsWith('year') ? 12 : 120);
  return { start: addDays(addMonths(today, -months), 1), end: today };
}
