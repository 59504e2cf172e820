// Finds the value that stands for masked values in each variable of a part; if a variable states
// none, by looking at all its values.
import type { Dataset } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { runYielding, type Stepwise } from '../yielding.ts';
import { ColumnReader } from './columns.ts';
import { reading } from './input-failure.ts';
import { withoutMark } from './mask.ts';
import { FreeValue, knownMark } from './mask-mark.ts';
import type { MaskPlan } from './mask-plan.ts';
import { fillerOf, type Mark, MISSING } from './missing.ts';
import type { Part } from './plan.ts';
import { sizesOf } from './schema.ts';
import type { Survey } from './survey.ts';

export interface Marks {
  readonly byName: ReadonlyMap<string, Mark>;
  /**
   * For variables that some inputs lack and that state no missing value: what is written in its
   * place.
   */
  readonly fillers: ReadonlyMap<string, Mark>;
  /** The marks that were chosen, in words. */
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
  const open = new Set(withoutMark(plan, variables).map(({ name }) => name));
  const lacking = await runYielding(namesLacking(inputs.part));
  const fillers = new Map<string, Mark>();
  const notes: string[] = [];
  const wanted = [...new Set([...open, ...lacking])];
  if (wanted.length === 0) return { byName, fillers, notes };
  for (const [name, value] of await freeValues(wanted, inputs)) {
    const variable = variables.get(name);
    if (value === undefined) {
      if (lacking.has(name) && variable)
        notes.push(
          `${name} states no missing value, and all that its type holds are used: ${fillerOf(variable)} is also measured`,
        );
      continue;
    }
    if (open.has(name)) byName.set(name, value);
    if (lacking.has(name)) fillers.set(name, value);
    if (!open.has(name) && Number(value) === MISSING) continue; // everybody expects -9999
    const what = open.has(name) ? 'masked ones' : 'what is not there';
    notes.push(
      `${name} states no missing value: ${value}, which none of its values uses, stands for ${what}`,
    );
  }
  return { byName, fillers, notes };
}

/** Variables that some inputs lack, and that state no missing value to be written instead. */
function* namesLacking({ schema, surveys }: Part): Stepwise<Set<string>> {
  const present = new Map<string, number>();
  for (const { variables } of surveys) {
    for (const { name } of variables) present.set(name, (present.get(name) ?? 0) + 1);
    yield;
  }
  const lacking = new Set<string>();
  for (const variable of schema.variables.values()) {
    yield;
    const { name, perRecord } = variable;
    if (!perRecord || (present.get(name) ?? 0) === surveys.length) continue;
    if (knownMark(variable) === 'choose') lacking.add(name);
  }
  return lacking;
}

async function freeValues(
  names: readonly string[],
  { part, blockBytes, take, signal }: Inputs,
): Promise<Map<string, Mark | undefined>> {
  const wanted = names.flatMap((name) => part.schema.variables.get(name) ?? []);
  const seen = new Map(wanted.map(({ name, type }) => [name, new FreeValue(type)]));
  const schema = { ...part.schema, variables: new Map(wanted.map((each) => [each.name, each])) };
  const { record } = await runYielding(sizesOf(schema));
  for (const survey of part.surveys) {
    const own = new Set(survey.variables.map(({ name }) => name));
    const here = wanted.filter(({ name }) => own.has(name));
    const dataset = await take(survey);
    try {
      const columns = new ColumnReader(dataset, survey, part.schema, here);
      const perBlock = Math.max(1, Math.floor(blockBytes(survey) / Math.max(1, record)));
      for (const run of survey.runs) {
        for (let start = run.start; start < run.stop; start += perBlock) {
          signal?.throwIfAborted();
          const stop = Math.min(run.stop, start + perBlock);
          const block = await reading(survey, () => columns.read(start, stop));
          for (const [name, values] of block) if (isNumeric(values)) seen.get(name)?.see(values);
        }
      }
    } finally {
      await dataset.close();
    }
  }
  return new Map([...seen].map(([name, values]) => [name, values.found]));
}
