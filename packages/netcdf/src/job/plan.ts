// Divides the inputs of a job into output files: as few as their contents and the size limit allow; pure.
import { merge, type Schema, schemaOf, sizesOf } from './schema.ts';
import type { Survey } from './survey.ts';

export interface Part {
  readonly surveys: readonly Survey[];
  readonly schema: Schema;
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly notes: readonly string[];
}

/** Room for the header, which is not known yet. */
const HEADER_BYTES = 256 * 1024;

/** `bytesOf` estimates, never too low, the size of a file of a schema and a number of records. */
export function planParts(
  surveys: readonly Survey[],
  maximumBytes: number,
  bytesOf: (schema: Schema, records: number) => number = classicBytes,
): Part[] {
  const parts: Part[] = [];
  let current: { surveys: Survey[]; schema: Schema; records: number; notes: string[] } | undefined;
  const finish = () => {
    if (current)
      parts.push(finished(current.surveys, current.schema, current.records, current.notes));
  };
  for (const survey of surveys) {
    const merged = current && merge(current.schema, survey);
    const records = (current?.records ?? 0) + survey.records;
    let reason = merged && 'split' in merged ? merged.split : undefined;
    if (merged && !('split' in merged) && bytesOf(merged, records) > maximumBytes) {
      reason = `the file before would grow beyond ${maximumBytes} B`;
    }
    if (current && merged && !('split' in merged) && reason === undefined) {
      current.surveys.push(survey);
      current.schema = merged;
      current.records = records;
      continue;
    }
    finish();
    const notes = reason === undefined ? [] : [`a new file begins at ${survey.name}: ${reason}`];
    current = { surveys: [survey], schema: schemaOf(survey), records: survey.records, notes };
  }
  finish();
  return parts;
}

export function classicBytes(schema: Schema, records: number): number {
  const { record, fixed } = sizesOf(schema);
  return HEADER_BYTES + fixed + record * records;
}

function finished(
  surveys: readonly Survey[],
  schema: Schema,
  records: number,
  notes: readonly string[],
): Part {
  const backwards = surveys.find((survey, index) => {
    const before = surveys[index - 1];
    return before !== undefined && survey.firstTime < before.lastTime;
  });
  const order = backwards
    ? [`times of ${backwards.name} begin before those of its predecessor end`]
    : [];
  return {
    surveys,
    schema,
    records,
    firstTime: surveys[0]?.firstTime ?? Number.NaN,
    lastTime: surveys.at(-1)?.lastTime ?? Number.NaN,
    notes: [...notes, ...schema.notes, ...order],
  };
}
