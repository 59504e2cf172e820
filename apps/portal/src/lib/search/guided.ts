// The guided search: its flows as tables of questions, the answers as an address, and the search
// that they make. Pure.

import type { FilterField } from '@isobar/contract/search/fields.ts';
import { EMPTY_SEARCH, type Search, type Terms } from '@isobar/contract/search/filter.ts';
import { parseCompact } from '@isobar/contract/time.ts';

/** What a question asks for: the values of a field, a date range, or single days of an epoch. */
export type GuidedField = Extract<
  FilterField,
  | 'meas_category_code'
  | 'meas_subcategory_code'
  | 'primary_meas_type_code'
  | 'instrument_category_code'
  | 'instrument_class_code'
  | 'dataLevel'
  | 'site_code'
  | 'epoch_codes'
  | 'epoch_days'
  | 'start_date'
  | 'end_date'
>;

/**
 * 'one' of some options, 'many' of them, a 'range' of dates, or 'days' of an epoch. The last two
 * end a flow.
 */
export type GuidedKind = 'one' | 'many' | 'range' | 'days';

export type GuidedStep = {
  readonly field: GuidedField;
  readonly title: string;
  readonly question: string;
  readonly kind: GuidedKind;
};

const LEVEL: GuidedStep = {
  field: 'dataLevel',
  title: 'Data level',
  question: 'How far should the data be processed?',
  kind: 'many',
};
const LOCATION: GuidedStep = {
  field: 'site_code',
  title: 'Location',
  question: 'Where was it measured?',
  kind: 'many',
};
const RANGE: GuidedStep = {
  field: 'start_date',
  title: 'Date range',
  question: 'Which dates do you need? Leave both empty for all dates.',
  kind: 'range',
};
const EPOCH_TYPE: GuidedStep = {
  field: 'epoch_codes',
  title: 'Types',
  question: 'Which kind of weather or event?',
  kind: 'one',
};
const EPOCH_DAYS: GuidedStep = {
  field: 'epoch_days',
  title: 'Dates',
  question: 'Which days of the epoch?',
  kind: 'days',
};

/** The steps of each flow in their order (specification part 1 section 2). */
export const GUIDED_FLOWS = {
  measurement: [
    {
      field: 'meas_category_code',
      title: 'Category',
      question: 'Which part of the atmosphere or surface are you interested in?',
      kind: 'one',
    },
    {
      field: 'meas_subcategory_code',
      title: 'Subcategory',
      question: 'Which side of it?',
      kind: 'one',
    },
    {
      field: 'primary_meas_type_code',
      title: 'Primary measurement',
      question: 'Which quantities do you need?',
      kind: 'many',
    },
    LEVEL,
    LOCATION,
    RANGE,
  ],
  instrument: [
    {
      field: 'instrument_category_code',
      title: 'Category',
      question: 'What kind of instrument are you looking for?',
      kind: 'one',
    },
    {
      field: 'instrument_class_code',
      title: 'Class',
      question: 'Which instrument or product?',
      kind: 'one',
    },
    LEVEL,
    LOCATION,
    RANGE,
  ],
  'epoch-type': [EPOCH_TYPE, { ...LOCATION, title: 'Locations' }, EPOCH_DAYS],
  'epoch-location': [
    { ...LOCATION, title: 'Locations', question: 'At which site?', kind: 'one' },
    EPOCH_TYPE,
    EPOCH_DAYS,
  ],
} as const satisfies Record<string, readonly GuidedStep[]>;

export type GuidedFlow = keyof typeof GUIDED_FLOWS;

/** Answers so far; a field without an answer is absent. Days are YYYYMMDD. */
export type GuidedAnswers = { readonly [F in GuidedField]?: readonly string[] };

/** `step`: index of the open question. */
export type Guided = {
  readonly flow: GuidedFlow;
  readonly step: number;
  readonly answers: GuidedAnswers;
};

export const stepsOf = (flow: GuidedFlow): readonly GuidedStep[] => GUIDED_FLOWS[flow];

export const startGuided = (flow: GuidedFlow): Guided => ({ flow, step: 0, answers: {} });

/** 'Clear All': the first question again, with no answer. */
export const clearGuided = ({ flow }: Guided): Guided => startGuided(flow);

/**
 * Saves the answer to the open question and moves on. Another answer than before drops those to
 * later questions.
 */
export function answerStep(guided: Guided, values: readonly string[]): Guided {
  const steps = stepsOf(guided.flow);
  const step = Math.min(guided.step + 1, steps.length - 1);
  return { ...guided, step, answers: withAnswer(guided, values) };
}

/**
 * The answers with one more to the open question, for the search as well as for the next questions.
 */
export function withAnswer(guided: Guided, values: readonly string[]): GuidedAnswers {
  const field = stepsOf(guided.flow)[guided.step]?.field;
  if (!field || sameValues(guided.answers[field] ?? [], values)) return guided.answers;
  return { ...answersBefore(guided, guided.step), [field]: [...values] };
}

/**
 * Sets a date, or the days, of the last question, which no other follows. null or no days: all
 * dates.
 */
export function setDay(guided: Guided, field: 'start_date' | 'end_date', day: string | null) {
  return setLast(guided, field, day === null ? [] : [day]);
}
export const setDays = (guided: Guided, days: readonly string[]): Guided =>
  setLast(guided, 'epoch_days', days);

/** Opens a question that may be opened; another is not. */
export const openStep = (guided: Guided, step: number): Guided =>
  step >= 0 && step <= lastOpen(guided) ? { ...guided, step } : guided;

/**
 * The last question that may be opened. `draft`: what is chosen in the open question and not saved
 * yet; null when the person has chosen nothing. A preselected option is no choice until the person
 * moves on (decision 1014).
 */
export function lastOpen(guided: Guided, draft: readonly string[] | null = null): number {
  const steps = stepsOf(guided.flow);
  const saved = guided.answers[steps[guided.step]?.field ?? 'start_date'] ?? [];
  if (draft !== null && !sameValues(draft, saved)) {
    return Math.min(guided.step + (draft.length > 0 ? 1 : 0), steps.length - 1);
  }
  const open = steps.findIndex(({ field }) => (guided.answers[field] ?? []).length === 0);
  return open < 0 ? steps.length - 1 : open;
}

/** What was answered before a question. */
export function answersBefore({ flow, answers }: Guided, step: number): GuidedAnswers {
  const fields: readonly string[] = stepsOf(flow)
    .slice(0, step)
    .map(({ field }) => field);
  return Object.fromEntries(Object.entries(answers).filter(([field]) => fields.includes(field)));
}

/** The search that the answers make; dates only where they are set. */
export function guidedSearch(answers: GuidedAnswers): Search {
  const terms: Terms = Object.fromEntries(
    Object.entries(answers)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) => [field, field === 'epoch_days' ? [values.join(',')] : values]),
  );
  return { ...EMPTY_SEARCH, terms };
}

/** The parameters after '#/guidedsearch?', in the order of the questions. */
export function formatGuided({ flow, step, answers }: Guided): Record<string, string> {
  const pairs = fieldsOf(flow).flatMap((field) => {
    const values = answers[field] ?? [];
    return values.length > 0 ? [[field, values.map(escapeComma).join(',')] as const] : [];
  });
  return { by: flow, step: String(step + 1), ...Object.fromEntries(pairs) };
}

/**
 * null: no flow is chosen. Answers after an unanswered question are dropped, and a question that
 * may not be open is not opened.
 */
export function parseGuided(query: Readonly<Record<string, string>>): Guided | null {
  const flow = query.by ?? '';
  if (!isFlow(flow)) return null;
  const answers: { [F in GuidedField]?: readonly string[] } = {};
  for (const { field, kind } of stepsOf(flow)) {
    if (kind === 'range') {
      for (const edge of ['start_date', 'end_date'] as const) {
        const days = readValues(query[edge]).filter((day) => isDay(day.replaceAll('-', '')));
        if (days[0]) answers[edge] = [days[0]];
      }
      break;
    }
    const read = readValues(query[field]);
    const values = kind === 'days' ? read.filter(isDay) : kind === 'one' ? read.slice(0, 1) : read;
    if (values.length === 0) break;
    answers[field] = values;
  }
  const start = { flow, step: 0, answers };
  const step = Number(query.step ?? '1') - 1;
  return openStep(start, Number.isInteger(step) ? Math.min(step, lastOpen(start)) : 0);
}

/** The years of some days with the days of each, ascending; days as YYYYMMDD. */
export function daysByYear(days: readonly string[]): readonly (readonly [string, string[]])[] {
  const years = new Map<string, string[]>();
  for (const day of days.toSorted()) {
    const year = day.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), day]);
  }
  return [...years];
}

/**
 * A valid day is taken out when it is chosen and added when it is not; any other changes nothing.
 */
export function toggleDay(valid: readonly string[], chosen: readonly string[], day: string) {
  if (!valid.includes(day)) return chosen;
  return chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].toSorted();
}

const setLast = (guided: Guided, field: GuidedField, values: readonly string[]): Guided => {
  const { [field]: _before, ...others } = guided.answers;
  return { ...guided, answers: values.length > 0 ? { ...others, [field]: [...values] } : others };
};

const sameValues = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

const isFlow = (text: string): text is GuidedFlow => Object.hasOwn(GUIDED_FLOWS, text);
const isDay = (text: string): boolean => text.length === 8 && parseCompact(text) !== null;

const fieldsOf = (flow: GuidedFlow): readonly GuidedField[] =>
  stepsOf(flow).flatMap(({ field, kind }): GuidedField[] =>
    kind === 'range' ? ['start_date', 'end_date'] : [field],
  );

const escapeComma = (value: string): string => value.replaceAll('%', '%25').replaceAll(',', '%2C');
const readValues = (text = ''): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'))
      .filter((value) => value !== '' && value !== '*'),
  ),
];
