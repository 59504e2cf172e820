// Tells errors of an input, which is then left out, from those of the output, which end a job.
import type { Survey } from './survey.ts';

/** An input failed while its rows were looked at or copied. */
export class InputFailure extends Error {
  readonly survey: Survey;
  /**
   * Times within the input do not lie between its first and its last, so it must be surveyed
   * exactly.
   */
  readonly isUnordered: boolean;

  constructor(survey: Survey, cause: unknown, isUnordered = false) {
    super(`${survey.name} failed`, { cause });
    this.survey = survey;
    this.isUnordered = isUnordered;
  }
}

/** Marks errors of an input, so that they are not taken for errors of the output. */
export async function reading<T>(survey: Survey, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new InputFailure(survey, error);
  }
}
