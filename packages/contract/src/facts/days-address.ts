// A search for days as the parameters of an address, and back. What is wrong in an address is left
// out and named. Pure.
import * as z from 'zod/mini';
import { type Clause, COMPARISONS, clause, type EventSearch, eventSearch } from '../calls/facts.ts';

export interface DaysAddress {
  readonly search: EventSearch;
  /** The sentence that was typed last. */
  readonly text: string;
  /** Parts that mean nothing, as the address has them. */
  readonly ignored: readonly string[];
}

const SIGNS: Readonly<Record<(typeof COMPARISONS)[number], string>> = {
  '>': 'above',
  '<': 'below',
  between: 'between',
};

export const EMPTY_DAYS: EventSearch = eventSearch.parse({ reports: ['incorrect'] });

/** 'if=sgpmetE13.b1,temp_mean,mean,above,30&hours=3'; only what differs from an empty search. */
export function formatDays(search: EventSearch, text = ''): string {
  const { clauses, variables, hours, reports, start, end, months, hoursOfDay, share } = search;
  const parts: readonly (readonly [string, string])[] = [
    ['text', text],
    ['if', clauses.map(clauseText).join(';')],
    ['good', variables.map((one) => listed([one.datastream, one.variable])).join(';')],
    ['hours', hours === EMPTY_DAYS.hours ? '' : String(hours)],
    ['months', months ? months.join(',') : ''],
    ['at', hoursOfDay ? `${hoursOfDay.from}-${hoursOfDay.to},${hoursOfDay.clock}` : ''],
    ['from', start ?? ''],
    ['to', end ?? ''],
    ['reports', sameList(reports, EMPTY_DAYS.reports) ? '' : reports.join(',') || 'none'],
    ['share', share === EMPTY_DAYS.share ? '' : String(share)],
  ];
  return parts
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3B', ';')}`,
    )
    .join('&');
}

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

/** Names may hold the signs that separate them. */
const listed = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(/[%,;]/g, (sign) => encodeURIComponent(sign))).join(',');

const clauseText = ({ datastream, variable, statistic, comparison, value, upTo }: Clause): string =>
  listed([
    ...[datastream, variable, statistic, SIGNS[comparison], String(value)],
    ...(upTo === undefined ? [] : [String(upTo)]),
  ]);

/** `query`: what stands behind '?'. */
export function parseDays(query: string): DaysAddress {
  const params = parametersOf(query);
  const ignored: string[] = [];
  const value = (name: string): string => params.get(name)?.trim() ?? '';
  const each = <T>(name: string, read: (names: readonly string[]) => T | null): T[] =>
    value(name)
      .split(';')
      .filter((text) => text !== '')
      .flatMap((text) => {
        const found = read(text.split(',').map(plain));
        if (found === null) ignored.push(`${name}=${text}`);
        return found === null ? [] : [found];
      });
  const one = <S extends z.core.$ZodType>(
    name: string,
    schema: S,
    read: (text: string) => unknown,
  ) => {
    const text = value(name);
    if (text === '') return undefined;
    const parsed = z.safeParse(schema, read(text));
    if (!parsed.success) ignored.push(`${name}=${text}`);
    return parsed.success ? parsed.data : undefined;
  };
  const { shape } = eventSearch;
  const clauses = each('if', clauseOf).slice(0, 6);
  const variables = each('good', ([datastream = '', variable = '', ...rest]) =>
    datastream !== '' && variable !== '' && rest.length === 0 ? { datastream, variable } : null,
  ).slice(0, 20);
  const [hours, share] = [one('hours', shape.hours, Number), one('share', shape.share, Number)];
  const months = one('months', shape.months, (text) => text.split(',').map(Number));
  const hoursOfDay = one('at', shape.hoursOfDay, hoursOf);
  const [start, end] = [one('from', shape.start, String), one('to', shape.end, String)];
  const reports = one('reports', shape.reports, (text) => (text === 'none' ? [] : text.split(',')));
  return {
    text: value('text').slice(0, 300),
    ignored,
    search: {
      ...EMPTY_DAYS,
      ...{ clauses, variables },
      ...(hours === undefined ? {} : { hours }),
      ...(share === undefined ? {} : { share }),
      ...(months ? { months } : {}),
      ...(hoursOfDay ? { hoursOfDay } : {}),
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
      ...(reports ? { reports } : {}),
    },
  };
}

/** The first value of each name; '+' is a blank, and a broken escape stays as it stands. */
function parametersOf(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of query.replace(/^\?/, '').split('&')) {
    const [name = '', ...value] = part.split('=');
    if (!found.has(name)) found.set(name, plain(value.join('=').replaceAll('+', ' ')));
  }
  return found;
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function clauseOf([
  datastream,
  variable,
  statistic,
  sign,
  value,
  upTo,
  ...rest
]: readonly string[]) {
  const comparison = COMPARISONS.find((one) => SIGNS[one] === sign);
  if (rest.length > 0 || (value ?? '').trim() === '') return null;
  if ((comparison === 'between') !== (upTo !== undefined)) return null;
  const parsed = z.safeParse(clause, {
    ...{ datastream, variable, statistic, comparison, value: Number(value) },
    ...(upTo === undefined ? {} : { upTo: Number(upTo) }),
  });
  return parsed.success ? parsed.data : null;
}

function hoursOf(text: string): unknown {
  const [, from, to, clock = 'utc'] = /^(\d{1,2})-(\d{1,2})(?:,(\w+))?$/.exec(text) ?? [];
  return { from: Number(from), to: Number(to), clock };
}
