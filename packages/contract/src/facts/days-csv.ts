// The reply to a search for days as a table: one line a day, for spreadsheets. Pure.
import type { EventReply } from '../calls/facts.ts';

/** Lines end with CR LF, as RFC 4180 has it. */
export function daysCsv({ days, nearly, events, unknownDays, emptyDays }: EventReply): string {
  const rows = new Map<string, DayRow>();
  const add = (day: string, state: string): DayRow => {
    const row = { state, begun: 0, longest: 0, spoiler: '', reason: '' };
    rows.set(day, row);
    return row;
  };
  for (const day of unknownDays) add(day, 'unknown');
  for (const day of emptyDays) add(day, 'no data');
  for (const { day, datastream, variable, reason } of nearly) {
    const row = add(day, 'good but for one');
    row.spoiler = `${datastream} ${variable}`;
    row.reason = reason;
  }
  for (const day of days) add(day, 'found');
  for (const { start, hours } of events) {
    const row = rows.get(start.slice(0, 10));
    if (!row) continue;
    row.begun += 1;
    row.longest = Math.max(row.longest, hours);
  }
  const head = ['day', 'state', 'events beginning', 'longest (hours)', 'spoiled by', 'reason'];
  const lines = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { state, begun, longest, spoiler, reason }]) => [
      ...[day, state, begun > 0 ? String(begun) : '', longest > 0 ? String(longest) : ''],
      ...[spoiler, reason],
    ]);
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

interface DayRow {
  readonly state: string;
  begun: number;
  longest: number;
  spoiler: string;
  reason: string;
}

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
