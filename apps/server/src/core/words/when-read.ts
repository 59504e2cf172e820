// What the parser of times reads with: a place in a text, patterns that match right there, and the
// words of the calendar.
import type { Span } from './days.ts';
import { UNSPACED } from './unspaced.ts';

export type WhenRules = {
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
  /** Whether the seasons are those of the southern half of the earth. */
  readonly south: boolean;
};

export type Hemisphere = 'northern' | 'southern';

export type Reader = { readonly text: string; readonly at: number; readonly rules: WhenRules };
export type Read = {
  readonly end: number;
  readonly span: Span;
  /** Whose seasons the words were taken for. */
  readonly hemisphere?: Hemisphere | undefined;
};

export const at = (reader: Reader, place: number): Reader => ({ ...reader, at: place });

/** The few letters in front of a place; no more, since this is asked at each word of a text. */
export const lettersBefore = ({ text, at }: Reader): string => text.slice(Math.max(0, at - 16), at);

/** What a sticky pattern finds right here, ending where a word ends. */
export function here(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (!found || found[0] === '') return null;
  const end = reader.at + found[0].length;
  const goesOn = /^(?:[\p{L}\p{N}\p{M}_]|[.,][\p{N}])/u.test(reader.text.slice(end, end + 2));
  return goesOn && !/[\s-]$/.test(found[0]) && !UNSPACED.test(found[0].slice(-1)) ? null : found;
}

/** A pattern for `here`. Compiled once: a text is tried with all of them at each of its words. */
export const sticky = (source: string): RegExp => new RegExp(source, 'y');

export const YEAR = '((?:19|20)\\d\\d)(?:\\s*[年년])?';
/** "'18": 2018; "'97": 1997. */
export const SHORT_YEAR = "['’](\\d\\d)";
export const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|\\.)?';
/**
 * What can stand between a day, its month and its year: 'of', and what other languages have there.
 */
export const OF = '(?:(?:of|de|del|do|du)\\s+)?';
export const GAP = `(?:\\s+${OF}|\\s*,\\s*|-)`;
/** What stands between the two ends of a span of time. */
export const TO =
  /\s*(?:-|–|—|\.\.|~|〜|到|至|から|부터)\s*|\s+(?:to|till|til|until|through|thru|up to|bis|a|à|al|au|hasta|até|по|and|und|et|y|e|и)\s+/;
/** Joins two ends only behind 'between'. */
export const AND = /^\s+(?:and|und|et|y|e|и)\s/;

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
