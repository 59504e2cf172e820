// Parts of a job made without files, for tests of what is decided from their schemas.
import type { NcType } from '../dataset.ts';
import type { Part } from '../job/plan.ts';
import type { MergedVariable } from '../job/schema.ts';
import type { FileVariable, Survey } from '../job/survey.ts';

export const surveyOf = (more: Partial<Survey> = {}): Survey => ({
  ...{ index: 0, name: 'day0', isClassic: true, timeDimension: 'time', timeVariable: 'time' },
  ...{ runs: [{ start: 0, stop: 2 }], records: 2, isExact: true, baseTime: undefined },
  ...{ firstTime: 0, lastTime: 60, earliest: 0, latest: 60, notes: [] },
  ...{ variables: [], digests: new Map(), timeUnits: new Map() },
  ...more,
});

export const columnOf = (name: string, type: NcType = 'float'): FileVariable => ({
  ...{ name, type, hasTime: true, inner: [], attributes: [] },
});

/** Two records of one input, with a variable `v0`, `v1` … of each type, or these variables. */
export function partOf({
  isClassic = true,
  types = [],
  variables = types.map((type, n) => ({ ...columnOf(`v${n}`, type) })),
  timeDimension = 'time',
}: {
  readonly isClassic?: boolean;
  readonly types?: readonly NcType[];
  readonly variables?: readonly FileVariable[];
  readonly timeDimension?: string;
}): Part {
  const merged = variables.map(
    ({ hasTime, ...variable }): MergedVariable => ({
      ...variable,
      perRecord: hasTime,
      digest: undefined,
    }),
  );
  return {
    surveys: [surveyOf({ isClassic, variables, timeDimension })],
    schema: {
      timeDimension,
      timeVariable: timeDimension,
      variables: new Map(merged.map((variable) => [variable.name, variable])),
      lengths: new Map(
        variables.flatMap(({ inner }) => inner.map((one) => [one.name, one.length])),
      ),
      timeUnits: new Map(),
      baseTime: undefined,
      notes: new Set(),
    },
    ...{ records: 2, firstTime: 0, lastTime: 60, earliest: 0, latest: 60, notes: [] },
    isForSize: false,
  };
}
