// The address of the screen 'Look': which variable, from when to when, and what is left out.
// Nothing else keeps it.
import { formatInstant, parseInstant } from '@isobar/contract/time.ts';

export interface LookOf {
  readonly datastream: string;
  readonly variable: string;
}

/** As stored; without Bad values and those under a report; also without doubtful ones. */
export const LAWS = ['whole', 'clean', 'strict'] as const;
export type Law = (typeof LAWS)[number];

/** Further variables on the same axis of time. */
export const MOST_BESIDE = 3;

export interface LookPlace {
  /** Seconds since 1970 UTC, `to` not included; null: the screen decides. */
  readonly from: number | null;
  readonly to: number | null;
  readonly law: Law;
  readonly beside: readonly LookOf[];
  readonly isTable: boolean;
  /** Of the window and of the array when the link was made; '' where there is none. */
  readonly state: string;
  readonly array: string;
}

export const EMPTY_LOOK: LookPlace = {
  from: null,
  to: null,
  law: 'clean',
  beside: [],
  isTable: false,
  state: '',
  array: '',
};

const encoded = (text: string): string => encodeURIComponent(text);

/** '/look/sgpmetE13.b1/temp_mean?from=…'. */
export function lookPath({ datastream, variable }: LookOf, place: LookPlace = EMPTY_LOOK): string {
  const { from, to, law, beside, isTable, state, array } = place;
  const path = [datastream, ...(variable === '' ? [] : [variable])].map(encoded).join('/');
  const parts: readonly (readonly [string, string])[] = [
    ['from', from === null ? '' : formatInstant(from)],
    ['to', to === null ? '' : formatInstant(to)],
    ['law', law === EMPTY_LOOK.law ? '' : law],
    ['with', beside.map((one) => `${encoded(one.datastream)},${encoded(one.variable)}`).join(';')],
    ['as', isTable ? 'table' : ''],
    ['state', state],
    ['array', array],
  ];
  const query = parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`);
  return `/look/${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

export const lookHref = (of: LookOf, place?: Partial<LookPlace>): string =>
  `#${lookPath(of, { ...EMPTY_LOOK, ...place })}`;

/**
 * `search`: the parameters behind '?', already decoded. What means nothing is as if it were not
 * there.
 */
export function readLook(search: Readonly<Record<string, string | undefined>>): LookPlace {
  const from = parseInstant(search.from ?? '');
  const to = parseInstant(search.to ?? '');
  const isRange = from !== null && to !== null && from < to;
  const token = (text = ''): string => (/^[0-9a-f]{10}$/.test(text) ? text : '');
  return {
    from: isRange ? from : null,
    to: isRange ? to : null,
    law: LAWS.find((one) => one === search.law) ?? EMPTY_LOOK.law,
    beside: (search.with ?? '').split(';').flatMap(besideOf).slice(0, MOST_BESIDE),
    isTable: search.as === 'table',
    state: token(search.state),
    array: token(search.array),
  };
}

function besideOf(text: string): readonly LookOf[] {
  const [datastream = '', variable = '', ...rest] = text.split(',');
  return datastream !== '' && variable !== '' && rest.length === 0
    ? [{ datastream, variable }]
    : [];
}
