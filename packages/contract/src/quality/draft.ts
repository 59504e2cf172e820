// A quality report as an operator writes it, and what is still wrong with it. Pure.
import * as z from 'zod/mini';
import { parseInstant } from '../time.ts';
import { firstSecond, lastSecond } from './affected.ts';
import { CODES, REPORT_CLASSES } from './classes.ts';
import { ANY_REPORT_ID } from './report.ts';

export const DRAFT_LIMITS = {
  subject: 200,
  description: 20_000,
  suggestions: 5000,
  spans: 100,
  datastreams: 200,
  variables: 1000,
  supersedes: 20,
} as const;

const text = (most: number) => z.string().check(z.maxLength(most));

/** One class and span of time, of one or more datastreams. */
const draftSpan = z.object({
  datastreams: z.array(text(200)).check(z.maxLength(DRAFT_LIMITS.datastreams)),
  /** YYYY-MM-DD or YYYY-MM-DD HH:mm:ss, UTC; an empty end means that it is still going on. */
  start: text(40),
  end: text(40),
  code: z.int(),
  /** The affected variables; an empty list stands for all. */
  variables: z.array(text(200)).check(z.maxLength(DRAFT_LIMITS.variables)),
});

/** Required parts may still be missing: a draft is checked when it is submitted. */
export const reportDraft = z.object({
  subject: text(DRAFT_LIMITS.subject),
  description: text(DRAFT_LIMITS.description),
  format: z.enum(['markdown', 'html']),
  suggestions: text(DRAFT_LIMITS.suggestions),
  supersedes: z.array(text(60)).check(z.maxLength(DRAFT_LIMITS.supersedes)),
  spans: z.array(draftSpan).check(z.maxLength(DRAFT_LIMITS.spans)),
  /** Why the report is withdrawn; empty: it is not. */
  withdraw: text(2000),
});
export type ReportDraft = z.infer<typeof reportDraft>;

export const EMPTY_DRAFT: ReportDraft = {
  subject: '',
  description: '',
  format: 'markdown',
  suggestions: '',
  supersedes: [],
  spans: [{ datastreams: [], start: '', end: '', code: CODES.incorrect, variables: [] }],
  withdraw: '',
};

export type DraftProblem = { readonly path: string; readonly reason: string };

/** The problems that the author has to correct before a second person reviews the draft. */
export function draftProblems(draft: ReportDraft): readonly DraftProblem[] {
  if (draft.withdraw.trim() !== '') return [];
  const problems: DraftProblem[] = [];
  const say = (path: string, reason: string) => problems.push({ path, reason });
  if (draft.subject.trim() === '') say('subject', 'A subject is needed.');
  if (draft.description.trim() === '') say('description', 'A description is needed.');
  if (draft.spans.length === 0) say('spans', 'At least one time span is needed.');
  for (const id of draft.supersedes)
    if (!ANY_REPORT_ID.test(id)) say('supersedes', `${id} is no id of a report.`);
  for (const [at, span] of draft.spans.entries()) {
    const path = `spans.${at}`;
    if (span.datastreams.length === 0) say(`${path}.datastreams`, 'Name at least one datastream.');
    if (!REPORT_CLASSES.some(({ code }) => code === span.code))
      say(`${path}.code`, 'Choose a class.');
    if (parseInstant(span.start) === null)
      say(`${path}.start`, 'The start has the form YYYY-MM-DD or YYYY-MM-DD HH:mm:ss.');
    else if (span.end !== '' && parseInstant(span.end) === null)
      say(`${path}.end`, 'The end has the form YYYY-MM-DD or YYYY-MM-DD HH:mm:ss, or is empty.');
    else if (lastSecond(span.end) < firstSecond(span.start))
      say(`${path}.end`, 'The end is before the start.');
  }
  return problems;
}
