// File names of other archives, as the operator describes them in name-patterns.csv: what stands
// where in a name.
import { PATTERN_PART, PATTERN_PARTS, type PatternPart } from '../tables/pattern-parts.ts';
import type { TableRow } from '../tables/schemas.ts';

/** What a name tells by its pattern; '' where the pattern has no such part. */
export interface NamedByPattern {
  readonly datastream: string;
  readonly site: string;
  readonly facility: string;
  readonly kind: string;
  readonly level: string;
  /** Seconds since 1970 UTC; null where the name holds no date, or none that exists. */
  readonly start: number | null;
  readonly end: number | null;
}

type Row = TableRow<'name-patterns.csv'>;
export type NamePattern = (path: string) => NamedByPattern | null;

const LONGEST_NAME = 400;

/**
 * The pattern of one row; it is matched with a file's whole path in the archive, or with the last
 * part of the path if it has no slash.
 */
export function namePattern(row: Row): NamePattern {
  const tokens = tokensOf(row.pattern);
  const whole = row.pattern.includes('/');
  return (path) => {
    const name = whole ? path : path.slice(path.lastIndexOf('/') + 1);
    const told = name.length > LONGEST_NAME ? null : matched(tokens, name);
    if (!told) return null;
    const word = (part: string) => told.find(([name]) => name === part)?.[1] ?? '';
    const [start = null, end = null] = datesOf(told);
    return {
      datastream: row.datastream,
      site: row.site_code || word('{site}'),
      facility: row.facility_code || word('{facility}'),
      kind: row.datastream_class || word('{class}'),
      level: row.data_level || word('{level}'),
      start,
      end,
    };
  };
}

/** A part by its name, or literal text. */
type Token = { readonly name: string; readonly part: PatternPart } | { readonly literal: string };

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const found of pattern.matchAll(PATTERN_PART)) {
    const part = PATTERN_PARTS[found[0]]; // patternProblem refused others when the table was read
    if (found.index > from) tokens.push({ literal: pattern.slice(from, found.index) });
    if (part) tokens.push({ name: found[0], part });
    from = found.index + found[0].length;
  }
  if (from < pattern.length) tokens.push({ literal: pattern.slice(from) });
  return tokens;
}

type Parts = readonly (readonly [part: string, text: string])[];

/**
 * The text of each part, each as long as it can be; null: the name does not fit. A token that
 * failed once at a place is not tried there again, so that the time for each part grows at most
 * with the square of the name's length.
 */
function matched(tokens: readonly Token[], name: string): Parts | null {
  const failed = new Set<number>();
  const from = (at: number, place: number): Parts | null => {
    const token = tokens[at];
    if (!token) return place === name.length ? [] : null;
    const key = at * (LONGEST_NAME + 1) + place;
    if (failed.has(key)) return null;
    for (const end of endsOf(token, name, place)) {
      const rest = from(at + 1, end);
      if (rest) return 'literal' in token ? rest : [[token.name, name.slice(place, end)], ...rest];
    }
    failed.add(key);
    return null;
  };
  return from(0, 0);
}

function* endsOf(token: Token, name: string, place: number): Generator<number> {
  if ('literal' in token) {
    if (name.startsWith(token.literal, place)) yield place + token.literal.length;
    return;
  }
  const { part } = token;
  if ('digits' in part) {
    if (/^\d+$/.test(name.slice(place, place + part.digits)) && place + part.digits <= name.length)
      yield place + part.digits;
    return;
  }
  let end = place;
  while (end < name.length && part.signs.test(name.charAt(end))) end++;
  for (; end >= place + part.least; end--) yield end;
}

/** A year begins a date, and what follows up to the next year belongs to it. */
function datesOf(told: Parts): (number | null)[] {
  const dates: Record<string, number>[] = [];
  for (const [part, text] of told) {
    if (!part.startsWith('%')) continue;
    const letter = part.slice(1);
    if (letter === 'Y' || letter === 'y' || dates.length === 0) dates.push({});
    const date = dates.at(-1);
    if (date) date[letter] = Number(text);
  }
  return dates.map(instantOf);
}

function instantOf(date: Readonly<Record<string, number>>): number | null {
  const short = date.y === undefined ? undefined : date.y + (date.y < 70 ? 2000 : 1900);
  const year = date.Y ?? short;
  if (year === undefined || year < 1800) return null;
  const [month, day] = [date.m ?? 1, date.j ?? date.d ?? 1];
  const clock = [date.H ?? 0, date.M ?? 0, date.S ?? 0] as const;
  if (clock[0] > 24 || clock[1] > 59 || clock[2] > 59) return null;
  const at = new Date(Date.UTC(year, date.j === undefined ? month - 1 : 0, day));
  const real =
    date.j === undefined
      ? at.getUTCMonth() === month - 1 && at.getUTCDate() === day
      : at.getUTCFullYear() === year;
  return real && day > 0 ? at.getTime() / 1000 + clock[0] * 3600 + clock[1] * 60 + clock[2] : null;
}
