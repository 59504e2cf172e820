// Finds what stands for masked values of a part; where a variable states nothing, by a look at all of its values.
import type { Dataset } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { inTurns } from '../turns.ts';
import { ColumnReader } from './columns.ts';
import { withoutMark } from './mask.ts';
import { FreeValue, knownMark, type Mark } from './mask-mark.ts';
import type { MaskPlan } from './mask-plan.ts';
import type { Part } from './plan.ts';
import { sizesOf } from './schema.ts';
import type { Survey } from './survey.ts';

export interface Marks {
  readonly byName: ReadonlyMap<string, Mark>;
  /** Those that were chosen, for people. */
  readonly notes: readonly string[];
}

interface Inputs {
  readonly part: Part;
  readonly blockBytes: (survey: Survey) => number;
  readonly take: (survey: Survey) => Promise<Dataset>;
  readonly signal: AbortSignal | undefined;
}

export async function findMarks(plan: MaskPlan, inputs: Inputs): Promise<Marks> {
  const { variables } = inputs.part.schema;
  const byName = new Map<string, Mark>();
  for (const name of plan.affected) {
    const variable = variables.get(name);
    const mark = variable && knownMark(variable);
    if (mark !== undefined && mark !== 'choose') byName.set(name, mark);
  }
  const open = withoutMark(plan, variables);
  const notes: string[] = [];
  if (open.length === 0) return { byName, notes };
  for (const [name, value] of await freeValues(
    open.map(({ name }) => name),
    inputs,
  )) {
    if (value === undefined) continue;
    byName.set(name, value);
    notes.push(
      `${name} states no missing value: ${value}, which none of its values uses, stands for masked ones`,
    );
  }
  return { byName, notes };
}

async function freeValues(
  names: readonly string[],
  { part, blockBytes, take, signal }: Inputs,
): Promise<Map<string, Mark | undefined>> {
  const wanted = names.flatMap((name) => part.schema.variables.get(name) ?? []);
  const seen = new Map(wanted.map(({ name, type }) => [name, new FreeValue(type)]));
  const schema = { ...part.schema, variables: new Map(wanted.map((each) => [each.name, each])) };
  const { record } = await inTurns(sizesOf(schema));
  for (const survey of part.surveys) {
    const dataset = await take(survey);
    try {
      const columns = new ColumnReader(dataset, survey, part.schema, wanted);
      const perBlock = Math.max(1, Math.floor(blockBytes(survey) / Math.max(1, record)));
      for (const run of survey.runs) {
        for (let start = run.start; start < run.stop; start += perBlock) {
          signal?.throwIfAborted();
          const block = await columns.read(start, Math.min(run.stop, start + perBlock));
          for (const [name, values] of block) if (isNumeric(values)) seen.get(name)?.see(values);
        }
      }
    } finally {
      await dataset.close();
    }
  }
  return new Map([...seen].map(([name, values]) => [name, values.found]));
}
