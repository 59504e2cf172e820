// What is wrong with a value, where it is wrong: of a choice of shapes, the reasons of the one that
// was meant.
import type * as z from 'zod';

export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

type Issue = z.core.$ZodIssue;

/** The faults that a schema found, in its order. */
export const faultsOf = (error: z.core.$ZodError): Fault[] =>
  error.issues.flatMap((issue) => faultsIn(issue, []));

function faultsIn(issue: Issue, before: readonly PropertyKey[]): Fault[] {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path, reason: issue.message }];
  // A value has the kind of the shape that was meant: then something inside is wrong, and not the
  // value as a whole.
  const meant = issue.errors.find((reasons) => reasons.every((one) => one.path.length > 0));
  if (meant && meant.length > 0) return meant.flatMap((one) => faultsIn(one, path));
  const reasons = new Set(
    issue.errors
      .flat()
      .flatMap((one) => faultsIn(one, path))
      .map(reasonOf),
  );
  return [{ path, reason: reasons.size > 0 ? [...reasons].join('; or ') : issue.message }];
}

const reasonOf = ({ reason }: Fault): string => reason;
