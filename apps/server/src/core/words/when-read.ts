// What the parser of times reads with: a place in a text, patterns that match right there, and the words of the calendar.
import type { Span } from './days.ts';

export type WhenRules = {
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
  /** Whether the seasons are those of the southern half of the earth. */
  readonly south: boolean;
};

export type Reader = { readonly text: string; readonly at: number; readonly rules: WhenRules };
export type Read = {
  readonly end: number;
  readonly span: Span;
  readonly note?: string | undefined;
};

export const at = (reader: Reader, place: number): Reader => ({ ...reader, at: place });

/** What a pattern finds right here, ending where a word ends. */
export function here(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  const sticky = new RegExp(pattern.source, 'y');
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.text);
  if (!found || found[0] === '') return null;
  const after = reader.text.slice(reader.at + found[0].length);
  return /^(?:[\p{L}\p{N}_]|[.,][\p{N}])/u.test(after) && !/[\s-]$/.test(found[0]) ? null : found;
}

export const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const SEASON = '(spring|summer|autumn|fall|winter)';
export const YEAR = '((?:19|20)\\d\\d)';
/** "'18": 2018; "'97": 1997. */
export const SHORT_YEAR = "['’](\\d\\d)";
export const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
export const GAP = '(?:\\s+|\\s*,\\s*|-)';
/** What stands between the two ends of a span of time. */
export const TO = /\s*(?:-|–|—|\.\.)\s*|\s+(?:to|till|til|until|through|thru|up to|and)\s+/;

export const monthOf = (text: string | undefined): number =>
  MONTHS.indexOf((text ?? '').slice(0, 3)) + 1;

/** Of two figures, those to 49 are of this century. */
export function yearOf(text: string | undefined): number {
  const year = Number(text);
  if (text?.length !== 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** Numbers with one of these behind them are lengths, waves, pressures … and no years. */
const UNIT =
  /^\s*(?:°|%|(?:degrees?|nm|[uµμ]m|mm|cm|m|km|ft|feet|hz|khz|mhz|ghz|hpa|pa|mb|mbar|k|kg|g|mg|ug|w|ms|s|sec|seconds?|min|minutes?|hours?|hrs?|utc|z|l|ppm|ppb|ppt|dbz|db|meters?|metres?|kilometers?|wavelengths?|channels?|levels?|bins?|points?|samples?|files?|cm-3)(?![\p{L}\p{N}_]))/u;

export const hasUnit = (text: string, end: number): boolean => UNIT.test(text.slice(end, end + 16));
