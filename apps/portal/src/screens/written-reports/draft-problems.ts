// What is wrong with a draft, field by field.
import type { DraftProblem } from '@isobar/contract/quality/draft.ts';

export type Problems = readonly DraftProblem[];

/** Every reason given for a path, once; undefined: none. */
export function problemAt(problems: Problems, path: string): string | undefined {
  const reasons = problems.filter((one) => one.path === path).map((one) => one.reason);
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : undefined;
}
