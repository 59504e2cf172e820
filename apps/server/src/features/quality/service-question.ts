// What the quality web service is asked: its forms of address, each read strictly (part 4 section
// 4). Pure.
import type { Span } from '@isobar/contract/orders/span.ts';
import { ASSESSMENTS } from '@isobar/contract/quality/classes.ts';
import { endOfDay, parseCompact } from '@isobar/contract/time.ts';

export interface Question {
  readonly datastream: string;
  /** Null: the whole record. */
  readonly range: Span | null;
  /** Words of ASSESSMENTS. */
  readonly assessments: readonly string[];
}

type Part = 'datastream' | 'start' | 'end' | 'assessments';

/**
 * Form -> the parts that may follow it in the address, one list for each possible number of parts.
 */
const FORMS: Readonly<Record<string, readonly (readonly Part[])[]>> = {
  dqr_full: [['datastream', 'start', 'end', 'assessments']],
  dqr_qc: [['datastream', 'assessments']],
  dqr_se: [['datastream', 'start', 'end']],
  dqr_ds: [['datastream']],
  dqr: [
    ['datastream', 'start', 'end', 'assessments'],
    ['datastream', 'start', 'end'],
    ['datastream', 'assessments'],
    ['datastream'],
  ],
};

export const SERVICE_FORMS: readonly string[] = Object.keys(FORMS);

/**
 * The question, or what is wrong with it in one sentence. `parts`: what follows the form, decoded.
 */
export function readQuestion(form: string, parts: readonly string[]): Question | string {
  const shapes = Object.hasOwn(FORMS, form) ? (FORMS[form] ?? []) : [];
  const shape = shapes.find((one) => one.length === parts.length);
  if (!shape) return `Ask as ${shapes.map((one) => `/${form}/${spelt(one)}`).join(' or ')}.`;
  const given = new Map(shape.map((part, at) => [part, parts[at] ?? '']));
  const datastream = given.get('datastream') ?? '';
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(datastream))
    return 'The datastream is missing, or is not the name of a datastream (sgpmetE13.b1).';
  const range = rangeOf(given.get('start'), given.get('end'));
  if (typeof range === 'string') return range;
  const assessments = assessmentsOf(given.get('assessments'));
  return typeof assessments === 'string' ? assessments : { datastream, range, assessments };
}

function rangeOf(start: string | undefined, end: string | undefined): Span | null | string {
  if (start === undefined || end === undefined) return null;
  const first = /^\d{8}$/.test(start) ? parseCompact(start) : null;
  const last = /^\d{8}$/.test(end) ? parseCompact(end) : null;
  if (first === null) return `${shown(start)} is no start date of the form YYYYMMDD.`;
  if (last === null) return `${shown(end)} is no end date of the form YYYYMMDD.`;
  if (last < first) return `The period ends (${end}) before it starts (${start}).`;
  return { start: first, end: endOfDay(last) };
}

function assessmentsOf(written: string | undefined): readonly string[] | string {
  if (written === undefined) return ASSESSMENTS;
  const words = written.split(',').map((word) => word.trim().toLowerCase());
  const wrong = words.find((word) => !ASSESSMENTS.includes(word));
  if (wrong === undefined) return [...new Set(words)];
  return `${shown(wrong)} is no assessment: give a comma-separated list of ${ASSESSMENTS.join(', ')}.`;
}

const spelt = (parts: readonly Part[]): string =>
  parts.map((part) => (part === 'start' || part === 'end' ? 'YYYYMMDD' : `{${part}}`)).join('/');

const shown = (text: string): string => (text === '' ? 'Nothing' : `'${text.slice(0, 40)}'`);
