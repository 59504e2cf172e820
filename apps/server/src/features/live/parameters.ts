// The parameters of live data calls, read leniently: names in any order, values in any case where case means nothing. Pure.
import { LIVE_FORMS, LIVE_LIMITS, type LiveForm, liveFormOf } from '@isobar/contract/calls/live.ts';
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Assessment } from '@isobar/netcdf';
import { parseFileName } from '../../core/catalogue/file-name.ts';
import type { SecondsRange } from '../../core/catalogue/files.ts';
import { orderLink, tooMuch } from '../../core/orders/order-link.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { wrong } from './wrong.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** One value of a parameter; undefined: absent or empty. Throws 'bad-request' for several. */
export function one(parameters: Parameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (Array.isArray(value)) throw wrong(name, 'is given more than once');
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** All values of a parameter, given as a comma list or several times. */
export function listOf(parameters: Parameters, name: string): string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const texts = [value].flat().filter((text) => typeof text === 'string');
  const items = texts.flatMap((text) => text.split(',').map((item) => item.trim()));
  return [...new Set(items.filter((item) => item !== ''))];
}

/** Closed, seconds UTC. A day as an end means its last second; an absent side is open. */
export function rangeOf(parameters: Parameters): SecondsRange {
  const start = one(parameters, 'start');
  const end = one(parameters, 'end');
  const range = {
    start: start === undefined ? FIRST : instant('start', start),
    end: end === undefined ? LAST : lastSecond(end, instant('end', end)),
  };
  if (range.start > range.end) throw wrong('start', 'is later than end');
  return range;
}

const FIRST = -1e10;
const LAST = 1e11;

/** 'YYYY-MM-DD', 'YYYYMMDD', or ISO 8601 in UTC, with and without Z, seconds and their fractions. */
function instant(name: string, text: string): number {
  // A plus that was not escaped in an address has become a space.
  const spelt = withDashes(text)
    .replace(/ (\d\d:?\d\d)$/, '+$1')
    .replace(/([t ]\d\d)(\d\d)(\d\d)?(z?)$/i, timeWithColons)
    .toUpperCase();
  const seconds = parseInstant(spelt) ?? parseInstant(`${spelt}:00`);
  if (seconds === null) throw wrong(name, 'is no date: write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ');
  return seconds;
}

const withDashes = (text: string): string =>
  text.replace(/^(\d{4})(\d\d)(\d\d)(?=$|[t ])/i, '$1-$2-$3');

const timeWithColons = (_: string, hours: string, minutes: string, seconds = '00', zone = '') =>
  `${hours}:${minutes}:${seconds}${zone}`;

const lastSecond = (text: string, seconds: number): number =>
  parseDay(withDashes(text)) === null ? seconds : endOfDay(seconds);

const REPLY_FORMS = ['html', 'json', 'text', 'urls'] as const;
type ReplyForm = (typeof REPLY_FORMS)[number];

/** `wt` of a query: a page, JSON, or a line for each file: its name, or its address. */
export function replyForm(parameters: Parameters): ReplyForm {
  const wt = one(parameters, 'wt')?.toLowerCase() ?? 'html';
  const form = REPLY_FORMS.find((known) => known === wt);
  if (!form) throw wrong('wt', `is one of ${REPLY_FORMS.join(', ')}`);
  return form;
}

/** `wt` of an extract. */
export function extractForm(parameters: Parameters): LiveForm {
  const wt = one(parameters, 'wt')?.toLowerCase() ?? 'cdf';
  const form = liveFormOf(wt);
  if (!form) throw wrong('wt', `is one of ${LIVE_FORMS.join(', ')}`);
  return form;
}

/** `qc=Bad` or `qc=Bad,Indeterminate`; `true` means Bad. Values that the embedded quality marks like this become -9999. */
export function assessmentsOf(parameters: Parameters): Assessment[] {
  return chosen(parameters, 'qc', ['Bad', 'Indeterminate'], ['Bad']);
}

/** `dqr=incorrect` or `dqr=incorrect,suspect`; `true` means both. */
export function reportClassesOf(parameters: Parameters): DqrFilter[] {
  return chosen(parameters, 'dqr', DQR_FILTERS, DQR_FILTERS);
}

function chosen<T extends string>(
  parameters: Parameters,
  name: string,
  known: readonly T[],
  ifTrue: readonly T[],
): T[] {
  const found = listOf(parameters, name).flatMap((word) => {
    const lower = word.toLowerCase();
    if (lower === 'true' || lower === '1') return ifTrue;
    if (lower === 'false' || lower === '0') return [];
    const meant = known.find((each) => each.toLowerCase() === lower);
    if (!meant) throw wrong(name, `is a list of ${known.join(', ')}`);
    return [meant];
  });
  return [...new Set(found)];
}

export function variablesOf(parameters: Parameters): string[] {
  const variables = listOf(parameters, 'variables');
  if (variables.length > LIVE_LIMITS.variables)
    throw wrong('variables', `names more than ${LIVE_LIMITS.variables}`);
  return variables;
}

/** What an extract is made from: files by their names, or the rows of a datastream within a range. */
export type Wanted =
  | { readonly names: readonly string[] }
  | { readonly datastream: string; readonly range: SecondsRange; readonly isWhole: boolean };

/** From the body, else from `file=`, else from `ds=` with `start=` and `end=`. Throws 'bad-request', 'too-large'. */
export function wantedOf(parameters: Parameters, body: string, url: string): Wanted {
  const named = listOf(parameters, 'file');
  const datastream = one(parameters, 'ds');
  if (body.trim() !== '' || (named.length === 0 && datastream === undefined))
    return { names: namesOf(body, url) };
  if (named.length > 0 && datastream !== undefined)
    throw wrong('ds', 'goes without file: name a datastream, or files');
  if (datastream !== undefined) {
    const isWhole = ['start', 'end'].every((name) => one(parameters, name) === undefined);
    return { datastream, range: rangeOf(parameters), isWhole };
  }
  if (named.length > LIVE_LIMITS.files) throw tooManyFiles(named, url);
  return { names: named };
}

function tooManyFiles(names: readonly unknown[], url: string): Problem {
  const [first] = names;
  const datastream =
    typeof first === 'string' ? parseFileName(first.slice(0, 300))?.datastream : null;
  return tooMuch(
    `One call joins at most ${LIVE_LIMITS.files} files. Name fewer, or place an order`,
    orderLink(url, datastream ?? null),
  );
}

/**
 * The file names of a body: a JSON list, or `{"files": [...]}`; a form with `files`; a text with a name on each line, as shells
 * have it. Each once. Throws 'bad-request', 'too-large'.
 */
export function namesOf(body: string, url = ''): string[] {
  const input = inputOf(body.trim());
  const members = recordOf(input);
  const list = Object.hasOwn(members, 'files') ? members.files : input;
  if (!Array.isArray(list) || list.length === 0) throw new Problem('bad-request', NO_LIST);
  if (list.length > LIVE_LIMITS.files) throw tooManyFiles(list, url);
  const names = list.filter((name) => typeof name === 'string' && name.trim() !== '');
  if (names.length < list.length) throw new Problem('bad-request', NO_LIST);
  return [...new Set(names.map((name) => String(name).trim()))];
}

function inputOf(body: string): unknown {
  if (/^[[{"]/.test(body) || body === '') return jsonOf(body);
  const form = new URLSearchParams(body);
  const given = form.getAll('files');
  if (given.length > 0)
    return given.length === 1 && given[0]?.startsWith('[') ? jsonOf(given[0]) : given;
  const names = body.split(/[\s,;]+/).filter((name) => name !== '');
  return names.every((name) => LIKE_A_FILE.test(name)) ? names : null;
}

/** Folders and a name with an ending. */
const LIKE_A_FILE = /^[^\s"'=&?]+\.[A-Za-z0-9]+$/;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem('bad-request', NO_LIST, { cause });
  }
}

const NO_LIST =
  'The body is a JSON list of file names of one datastream, such as ["sgpmetE13.b1.20190101.000000.cdf"]; or the address names ds, start and end.';
