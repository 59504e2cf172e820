// Writes dates by a pattern, as histograms show their keys: `yyyy-MM-dd`, `yyyyMM`, `epoch_millis`.
import { formatDate } from './dates.ts';
import { illegal } from './refusal.ts';

/** A writer for a pattern; without one, ISO 8601 with milliseconds. Throws Refusal for letters that are not known. */
export function dateFormatter(pattern: string | undefined): (milliseconds: number) => string {
  if (pattern === undefined || /^(strict_)?date_(optional_)?time/.test(pattern)) return formatDate;
  if (pattern === 'epoch_millis') return String;
  if (pattern === 'epoch_second') return (time) => String(Math.floor(time / 1000));
  const named = NAMED[pattern] ?? pattern;
  const parts = named.match(/([a-zA-Z])\1*|'[^']*'|[^a-zA-Z']+/g) ?? [];
  const writers = parts.map((part) => writer(part, pattern));
  return (time) => {
    const date = new Date(time);
    return writers.map((write) => write(date)).join('');
  };
}

const NAMED: Readonly<Record<string, string>> = {
  date: 'yyyy-MM-dd',
  strict_date: 'yyyy-MM-dd',
  year: 'yyyy',
  strict_year: 'yyyy',
  year_month: 'yyyy-MM',
  strict_year_month: 'yyyy-MM',
  basic_date: 'yyyyMMdd',
};

function writer(part: string, pattern: string): (date: Date) => string {
  if (part.startsWith("'")) return () => part.slice(1, -1) || "'";
  const read = READERS[part[0] as string];
  if (!/^[a-zA-Z]/.test(part)) return () => part;
  if (!read) throw illegal(`Invalid format: [${pattern}]: Unknown pattern letter: ${part[0]}`);
  if (/^(yy|uu)$/.test(part)) return (date) => String(read(date) % 100).padStart(2, '0');
  return (date) => String(read(date)).padStart(part.length, '0');
}

const READERS: Readonly<Record<string, (date: Date) => number>> = {
  y: (date) => date.getUTCFullYear(),
  u: (date) => date.getUTCFullYear(),
  M: (date) => date.getUTCMonth() + 1,
  d: (date) => date.getUTCDate(),
  H: (date) => date.getUTCHours(),
  m: (date) => date.getUTCMinutes(),
  s: (date) => date.getUTCSeconds(),
  S: (date) => date.getUTCMilliseconds(),
};
