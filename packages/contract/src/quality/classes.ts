// The classes of data quality reports: their codes, names and words, in one table (specification
// part 3 section 3). Pure.

/** The number of each class in the table of reports and in timelines. */
export const CODES = {
  missing: 0,
  routine: 2,
  suspect: 3,
  incorrect: 4,
  note: 5,
  reprocessed: 6,
  limited: 99,
} as const;
export type ClassKey = keyof typeof CODES;

export type ReportClass = {
  readonly key: ClassKey;
  readonly code: number;
  /** The name of the class as the table spells it. */
  readonly name: string;
  /** The word for it in calls of the quality service; null: it cannot be asked for by a word. */
  readonly assessment: string | null;
};

/**
 * From the class that weighs most to the one that weighs least. Timelines leave `reprocessed` out
 * (decision 1009).
 */
export const REPORT_CLASSES: readonly ReportClass[] = [
  { key: 'incorrect', code: CODES.incorrect, name: 'Incorrect', assessment: 'incorrect' },
  { key: 'suspect', code: CODES.suspect, name: 'Suspect', assessment: 'suspect' },
  { key: 'missing', code: CODES.missing, name: 'Missing', assessment: 'missing' },
  { key: 'note', code: CODES.note, name: 'Note', assessment: null },
  { key: 'routine', code: CODES.routine, name: 'Routine', assessment: null },
  { key: 'reprocessed', code: CODES.reprocessed, name: 'Reprocessed', assessment: 'reprocessed' },
  { key: 'limited', code: CODES.limited, name: 'Limited access', assessment: null },
];

/** Words that the quality service takes (part 4 section 4). */
export const ASSESSMENTS: readonly string[] = ['missing', 'suspect', 'incorrect', 'reprocessed'];

/**
 * Undefined for a code that no class has; timelines show it as a note with its number (decision
 * 1009).
 */
export const reportClass = (code: number): ReportClass | undefined =>
  REPORT_CLASSES.find((one) => one.code === code);

/** The class's name; for a code that no class has its number. */
export const classNameOf = (code: number): string => reportClass(code)?.name ?? `Code ${code}`;

/** The code of the class that weighs most; a note where there are no spans. */
export function weightiest(spans: readonly { readonly code: number }[]): number {
  const known = REPORT_CLASSES.find(({ code }) => spans.some((span) => span.code === code));
  return known?.code ?? spans[0]?.code ?? CODES.note;
}

/** Position in the order of weight, 0 for what weighs most; codes that no class has come last. */
export function weightOf(code: number): number {
  const at = REPORT_CLASSES.findIndex((one) => one.code === code);
  return at < 0 ? REPORT_CLASSES.length : at;
}
