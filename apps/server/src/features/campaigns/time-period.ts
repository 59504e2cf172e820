// The time period of a campaign, read from its metadata record: FGDC, ISO 19115 and plain forms of
// it. Pure.
import type { CampaignPeriod } from '@isobar/contract/calls/campaigns.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { parseDay } from '@isobar/contract/time.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  transformTagName: (name) => name.toLowerCase().replaceAll(/[_-]/g, ''),
});

/**
 * Elements that hold a period, and their children that begin and end it; names without case,
 * prefix, _ and -.
 */
const PERIODS = ['timeperiod', 'rngdates', 'temporalcoverage', 'temporalextent'];
const BEGINS = ['begin', 'beginposition', 'begdate', 'begindate', 'start', 'startdate'];
const ENDS = ['end', 'endposition', 'enddate', 'stop', 'stopdate'];

/**
 * Begin and end of the first period in `xml`, as days YYYY-MM-DD (UTC), both included.
 * Null if there is none, or only a word such as 'present'. Throws 'unavailable' if it is not XML.
 */
export function timePeriodOf(xml: string): CampaignPeriod {
  for (const period of elements(parsed(xml), PERIODS)) {
    const begin = firstDay(period, BEGINS);
    const end = firstDay(period, ENDS);
    if (begin !== null || end !== null) return { begin, end };
  }
  return { begin: null, end: null };
}

/**
 * Throws 'unavailable' for anything that the parser refuses, such as unknown or too many entities.
 */
function parsed(xml: string): unknown {
  try {
    if (XMLValidator.validate(xml) === true) return parser.parse(xml);
  } catch (cause) {
    throw new Problem('unavailable', UNREADABLE, { cause });
  }
  throw new Problem('unavailable', UNREADABLE);
}

const UNREADABLE = 'The record of this campaign is not readable XML.';

/** All elements of these names below `node`, the outer ones first. */
function* elements(node: unknown, names: readonly string[], depth = 0): Generator<unknown> {
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return;
  for (const [name, value] of Object.entries(node))
    for (const one of Array.isArray(value) ? value : [value]) {
      if (names.includes(name)) yield one;
      yield* elements(one, names, depth + 1);
    }
}

const DEEPEST = 40;

function firstDay(period: unknown, names: readonly string[]): string | null {
  for (const element of elements(period, names)) {
    const day = dayOf(textIn(element));
    if (day) return day;
  }
  return null;
}

/** The text of an element, or the first text within it. */
function textIn(element: unknown): string {
  if (typeof element === 'string') return element;
  if (typeof element !== 'object' || element === null) return '';
  for (const value of Object.values(element)) {
    const text = textIn(value);
    if (text !== '') return text;
  }
  return '';
}

/** 2010-01-31, with a time or without, 20100131, and 2010-01 or 2010 as their first day. */
function dayOf(text: string): string | null {
  const [, year, month = '01', day = '01'] =
    /^\s*((?:19|20)\d\d)(?:-?(\d\d)(?:-?(\d\d))?)?(?:[T\s].*)?$/s.exec(text) ?? [];
  if (!year) return null;
  const iso = `${year}-${month}-${day}`;
  return parseDay(iso) === null ? null : iso;
}
