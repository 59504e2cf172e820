// Divides the inputs of a job into output files: as few as their contents and the size limit allow;
// pure.

import type { Stepwise } from '../yielding.ts';
import { lackingNotes } from './lacking.ts';
import { MOST_NOTES, merge, type Schema, type Sizes, schemaOf, sizesOf } from './schema.ts';
import type { Survey } from './survey.ts';

export interface Part {
  readonly surveys: readonly Survey[];
  readonly schema: Schema;
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** The earliest time of all rows, which need not be in order. */
  readonly earliest: number;
  readonly latest: number;
  readonly notes: readonly string[];
  /** It begins because the one before would have grown too large, not because its inputs differ. */
  readonly isForSize: boolean;
}

/** Room for the header, which is not known yet. */
const HEADER_BYTES = 256 * 1024;

/** `sizes` estimates, never too low, what a file of a schema takes. */
export function* planParts(
  surveys: readonly Survey[],
  maximumBytes: number,
  sizes: (schema: Schema) => Stepwise<Sizes> = classicSizes,
): Stepwise<Part[]> {
  const parts: Part[] = [];
  let current: Growing | undefined;
  let sized: { readonly schema: Schema; readonly sizes: Sizes } | undefined;
  const finish = () => {
    if (current) parts.push(finished(current));
  };
  for (const survey of surveys) {
    const merged = current && (yield* merge(current.schema, survey));
    const records = (current?.records ?? 0) + survey.records;
    let reason = merged && 'split' in merged ? merged.split : undefined;
    let isForSize = false;
    if (merged && !('split' in merged)) {
      if (sized?.schema !== merged) sized = { schema: merged, sizes: yield* sizes(merged) };
      const { fixed, record } = sized.sizes;
      isForSize = fixed + record * records > maximumBytes;
      if (isForSize) reason = `the file before would grow beyond ${maximumBytes} B`;
    }
    if (current && merged && !('split' in merged) && reason === undefined) {
      current.surveys.push(survey);
      current.schema = merged;
      current.records = records;
      continue;
    }
    finish();
    const notes = reason === undefined ? [] : [`a new file begins at ${survey.name}: ${reason}`];
    current = {
      surveys: [survey],
      schema: yield* schemaOf(survey),
      records: survey.records,
      notes,
      isForSize,
    };
  }
  finish();
  return parts;
}

export function* classicSizes(schema: Schema): Stepwise<Sizes> {
  const { record, fixed } = yield* sizesOf(schema);
  return { record, fixed: fixed + HEADER_BYTES };
}

interface Growing {
  readonly surveys: Survey[];
  schema: Schema;
  records: number;
  readonly notes: readonly string[];
  readonly isForSize: boolean;
}

function finished({ surveys, schema, records, notes, isForSize }: Growing): Part {
  const backwards = surveys.find((survey, index) => {
    const before = surveys[index - 1];
    return before !== undefined && survey.firstTime < before.lastTime;
  });
  const { stated, absent } = lackingNotes(surveys, schema);
  const order = backwards
    ? [`times of ${backwards.name} begin before those of its predecessor end`]
    : [];
  return {
    surveys,
    schema,
    records,
    firstTime: surveys[0]?.firstTime ?? Number.NaN,
    lastTime: surveys.at(-1)?.lastTime ?? Number.NaN,
    earliest: Math.min(...surveys.map((survey) => survey.earliest)),
    latest: Math.max(...surveys.map((survey) => survey.latest)),
    notes: [...notes, ...order, ...stated, ...schema.notes, ...absent].slice(0, MOST_NOTES),
    isForSize,
  };
}
