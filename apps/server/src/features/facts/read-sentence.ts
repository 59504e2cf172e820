// Reads a sentence about days: conditions with their limits, how long, which months, hours and
// years. What is measured and where is left as text, for the words of the archive. Pure; what is
// assumed is named.
import type { COMPARISONS, Statistic } from '@isobar/contract/calls/facts.ts';
import { MONTH, monthOf, SEASON, type Season, seasonOf } from '../../core/words/calendar-words.ts';

export interface TypedCondition {
  /** As typed. */
  readonly typed: string;
  /** What is measured, as typed. */
  readonly subject: string;
  readonly statistic: Statistic;
  /** Null: no limit was typed. */
  readonly comparison: (typeof COMPARISONS)[number] | null;
  readonly value: number | null;
  readonly upTo: number | null;
  readonly unit: string;
  readonly assumed: string;
}

export interface TypedSentence {
  readonly conditions: readonly TypedCondition[];
  readonly hours: number | null;
  readonly months: readonly number[] | null;
  readonly hoursOfDay: { readonly from: number; readonly to: number } | null;
}

const NUMBERS = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  'twelve',
];
const COUNT = `(\\d{1,4}|an?|${NUMBERS.join('|')})`;
const DURATION = new RegExp(
  `(?:\\bfor\\s+)?(?:\\bat least\\s+)?\\b${COUNT}\\s+(?:consecutive\\s+)?(hours?|h|days?)\\b(?:\\s+(?:in a row|or more|or longer|long))?`,
  'i',
);
const HOURS =
  /\b(?:between|from)\s+(\d{1,2})(?::00)?\s*(?:and|to|-)\s*(\d{1,2})(?::00)?\s*(?:utc|h(?:ours)?\b|o'clock)/i;
/** Not where a year follows: then the words of the archive read a date. */
const MONTHS = new RegExp(
  `\\b(?:in|during|from|between)\\s+${MONTH}(?:\\s*(?:to|and|-|–)\\s*${MONTH})?\\b(?!\\s*\\d{4})`,
  'i',
);
const IN_SEASON = new RegExp(`\\b(?:in|during)\\s+(?:the\\s+)?${SEASON}\\b(?!\\s*\\d{4})`, 'i');
const SEASONS: Readonly<Record<Season, readonly number[]>> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  winter: [1, 2, 12],
};

/** `text`: at most some hundred characters; places and dates were taken out of it. */
export function readSentence(text: string): TypedSentence {
  let rest = text.slice(0, LONGEST);
  const take = (pattern: RegExp): RegExpMatchArray | null => {
    const match = rest.match(pattern);
    if (match)
      rest = `${rest.slice(0, match.index)} ${rest.slice((match.index ?? 0) + match[0].length)}`;
    return match;
  };
  const hours = take(HOURS);
  const duration = take(DURATION);
  const months = take(MONTHS);
  const season = take(IN_SEASON);
  return {
    conditions: parts(rest).flatMap(conditionOf),
    hours: duration ? countOf(duration[1] ?? '') * (/^d/i.test(duration[2] ?? '') ? 24 : 1) : null,
    months: months
      ? monthsOf(months[1] ?? '', months[2] ?? months[1] ?? '')
      : monthsOfSeason(season?.[1]),
    hoursOfDay: hours ? { from: Number(hours[1]) % 24, to: Math.min(24, Number(hours[2])) } : null,
  };
}

const LONGEST = 300;

function countOf(word: string): number {
  const lower = word.toLowerCase();
  if (lower === 'a' || lower === 'an') return 1;
  return NUMBERS.includes(lower) ? NUMBERS.indexOf(lower) + 1 : Number(lower);
}

function monthsOf(first: string, last: string): readonly number[] {
  const [from, to] = [monthOf(first.toLowerCase()), monthOf(last.toLowerCase())];
  const count = ((to - from + 12) % 12) + 1;
  return Array.from({ length: count }, (_, n) => ((from - 1 + n) % 12) + 1).sort((a, b) => a - b);
}

function monthsOfSeason(name: string | undefined): readonly number[] | null {
  const season = seasonOf(name?.toLowerCase());
  return season && SEASONS[season];
}

/** 'between 3 and 5' keeps its 'and'. */
const parts = (text: string): readonly string[] =>
  text
    .replaceAll(/\bbetween\s+(-?[\d.]+)\s+and\s+(-?[\d.]+)/gi, 'between $1 to $2')
    .split(/\s*(?:,|;|&|\band\b|\bwith\b|\bbut\b|\bwhile\b)\s*/i)
    .map((part) => part.replace(/^(?:days?|hours?)\s+(?:when|where|of)\b/i, '').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';
const UNIT = '\\s*([^\\s,;]+(?:\\s+[a-zµ%°]+-?\\d)*)?';
const LIMITS: readonly (readonly [RegExp, '>' | '<' | 'between'])[] = [
  [
    new RegExp(`\\b(?:is\\s+)?between\\s+${NUMBER}\\s*(?:to|and|-)\\s*${NUMBER}${UNIT}`, 'i'),
    'between',
  ],
  [
    new RegExp(
      `(?:\\b(?:is\\s+)?(?:above|over|more than|greater than|higher than|exceeding|exceeds|at least)|[>≥]=?)\\s*${NUMBER}${UNIT}`,
      'i',
    ),
    '>',
  ],
  [
    new RegExp(
      `(?:\\b(?:is\\s+)?(?:below|under|less than|lower than|at most)|[<≤]=?)\\s*${NUMBER}${UNIT}`,
      'i',
    ),
    '<',
  ],
];

function conditionOf(typed: string): readonly TypedCondition[] {
  const statistic: Statistic = /\b(?:max(?:imum)?|peak)\b/i.test(typed)
    ? 'max'
    : /\bmin(?:imum)?\b/i.test(typed)
      ? 'min'
      : 'mean';
  for (const [pattern, comparison] of LIMITS) {
    const match = typed.match(pattern);
    if (!match) continue;
    const isBetween = comparison === 'between';
    const unit = (isBetween ? match[3] : match[2]) ?? '';
    const subject = subjectOf(typed.replace(match[0], ' '));
    if (subject === '') return [];
    return [
      {
        ...{ typed, subject, statistic, comparison, unit },
        value: Number(match[1]),
        upTo: isBetween ? Number(match[2]) : null,
        assumed: statistic === 'mean' ? 'the hourly mean' : '',
      },
    ];
  }
  const none = typed.match(/^(?:no|without(?:\s+any)?|not any)\s+(.+)$/i);
  const subject = subjectOf(none?.[1] ?? typed);
  if (subject === '') return [];
  if (none)
    return [
      {
        ...{ typed, subject, statistic: 'max', comparison: '<', unit: '' },
        ...{ value: NO_MORE_THAN, upTo: null },
        assumed: `an hourly maximum below ${NO_MORE_THAN}`,
      },
    ];
  return [
    { typed, subject, statistic, comparison: null, value: null, upTo: null, unit: '', assumed: '' },
  ];
}

/** What 'no rain' is taken for, in the units of the variable: it is shown, and can be changed. */
const NO_MORE_THAN = 0.1;

const subjectOf = (text: string): string =>
  text
    .replaceAll(/\b(?:hourly|maximum|max|peak|minimum|min|mean|average|is|are|was|the)\b/gi, ' ')
    .replaceAll(/\b(?:at|in|on|near|during)\s*$/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
