// The parameters of live data calls, read leniently: names in any order, values in any case where
// case means nothing. Pure.
import { LIVE_FORMS, LIVE_LIMITS, type LiveForm, liveFormOf } from '@isobar/contract/calls/live.ts';
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import { isGridStep } from '@isobar/contract/orders/time-grid.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Assessment, LevelBox } from '@isobar/netcdf';
import { parseFileName } from '../../core/catalogue/file-name.ts';
import type { SecondsRange } from '../../core/catalogue/files.ts';
import { orderLink, tooMuch } from '../../core/orders/order-link.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import type { SeriesOptions } from './extract-job.ts';
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

/**
 * 'YYYY-MM-DD', 'YYYYMMDD', or ISO 8601 in UTC, with and without Z, seconds and their fractions.
 */
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

/**
 * `qc=Bad` or `qc=Bad,Indeterminate`; `true` means Bad. Values that the embedded quality marks like
 * this become -9999.
 */
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

/** What is made by the view of a series; undefined: nothing asks for it. */
interface SeriesWish {
  readonly step: number | undefined;
  readonly choice: SeriesOptions;
}

/** Throws 'bad-request' for what no file can be made of, with the reason. */
export function seriesWishOf(parameters: Parameters, form: LiveForm): SeriesWish | undefined {
  const step = numberOf(parameters, 'grid', isGridStep, 'is a step in seconds that divides a day');
  const every = numberOf(parameters, 'every', isCount, `is a whole number from 1 to ${MOST_EVERY}`);
  const compression = numberOf(parameters, 'compression', isLevel, 'is a whole number from 0 to 9');
  if (compression !== undefined && form !== 'nc4')
    throw wrong('compression', 'is for wt=nc4; other formats have none to choose');
  const levels = levelsOf(parameters);
  const dimensions = listOf(parameters, 'dimensions');
  const unpacked = isOn(parameters, 'unpacked');
  const isRows = every !== undefined || levels || dimensions.length > 0 || unpacked;
  if (step !== undefined && isRows)
    throw wrong('grid', 'goes without every, levels, dimensions and unpacked');
  const isAsked = isOn(parameters, 'onefile') || step !== undefined || compression !== undefined;
  if (!isAsked && !isRows) return undefined;
  return {
    step,
    choice: {
      ...{ every, levels, compression },
      ...(unpacked ? { unpacked } : {}),
      ...(dimensions.length > 0
        ? { dimensions: dimensions.filter((name) => name !== 'time') }
        : {}),
    },
  };
}

const MOST_EVERY = 1_000_000;
const isCount = (number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= MOST_EVERY;
const isLevel = (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= 9;

function numberOf(
  parameters: Parameters,
  name: string,
  isFine: (number: number) => boolean,
  otherwise: string,
): number | undefined {
  const text = one(parameters, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!isFine(number)) throw wrong(name, otherwise);
  return number;
}

function isOn(parameters: Parameters, name: string): boolean {
  const text = one(parameters, name)?.toLowerCase();
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw wrong(name, 'is true or false');
}

const MOST_BOXES = 10;

function levelsOf(parameters: Parameters): LevelBox[] | undefined {
  const texts = listOf(parameters, 'levels');
  if (texts.length === 0) return undefined;
  if (texts.length > MOST_BOXES) throw wrong('levels', `names more than ${MOST_BOXES}`);
  return texts.map((text) => {
    const [dimension = '', from = '', to = '', ...more] = text.split(':');
    const box = { dimension, from: Number(from || 'x'), to: Number(to || 'x') };
    if (dimension === '' || more.length > 0 || !(box.from <= box.to))
      throw wrong('levels', 'is a list such as height:0:3000');
    return box;
  });
}

/**
 * What an extract is made from: files by their names, or the rows of a datastream within a range.
 */
export type Wanted =
  | { readonly names: readonly string[] }
  | { readonly datastream: string; readonly range: SecondsRange; readonly isWhole: boolean };

/**
 * From the body, else from `file=`, else from `ds=` with `start=` and `end=`. Throws 'bad-request',
 * 'too-large'.
 */
export function wantedOf(
  parameters: Parameters,
  body: string,
  url: string,
  most: number = LIVE_LIMITS.files,
): Wanted {
  const named = listOf(parameters, 'file');
  const datastream = one(parameters, 'ds');
  if (body.trim() !== '' || (named.length === 0 && datastream === undefined))
    return { names: namesOf(body, url, most) };
  if (named.length > 0 && datastream !== undefined)
    throw wrong('ds', 'goes without file: name a datastream, or files');
  if (datastream !== undefined) {
    const isWhole = ['start', 'end'].every((name) => one(parameters, name) === undefined);
    return { datastream, range: rangeOf(parameters), isWhole };
  }
  if (named.length > most) throw tooManyFiles(named, url, most);
  return { names: named };
}

function tooManyFiles(names: readonly unknown[], url: string, most: number): Problem {
  const [first] = names;
  const datastream =
    typeof first === 'string' ? parseFileName(first.slice(0, 300))?.datastream : null;
  return tooMuch(
    `One call joins at most ${most} files. Name fewer, or place an order`,
    orderLink(url, datastream ?? null),
  );
}

/**
 * The file names of a body: a JSON list, or `{"files": [...]}`; a form with `files`; a text with a
 * name on each line, as shells have it. Each once. Throws 'bad-request', 'too-large'.
 */
export function namesOf(body: string, url = '', most: number = LIVE_LIMITS.files): string[] {
  const input = inputOf(body.trim());
  const members = recordOf(input);
  const list = Object.hasOwn(members, 'files') ? members.files : input;
  if (!Array.isArray(list) || list.length === 0) throw new Problem('bad-request', NO_LIST);
  if (list.length > most) throw tooManyFiles(list, url, most);
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
