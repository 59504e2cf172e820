// The scratch folder of an order: its plan, the journal of its inputs, and one folder per finished
// unit of work.
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { ensureFolder, flushFolder, giveName, writeDurably } from '../../../platform/files/disk.ts';
import { ifThere } from '../../../platform/files/read-if-there.ts';
import { removeFolder } from '../../../platform/files/remove-folder.ts';
import {
  type CheckedInput,
  checkedInput,
  type Plan,
  plan,
  type UnitResult,
  unitResult,
} from './plan.ts';

export const workFolder = (home: string): string => join(home, 'work');

export interface Workspace {
  readonly folder: string;
  readPlan(): Promise<Plan | null>;
  writePlan(plan: Plan): Promise<void>;
  /** Position of the input -> what was found. Lost or half lines are simply looked at again. */
  readChecked(): Promise<Map<number, CheckedInput>>;
  addChecked(input: CheckedInput): Promise<void>;
  /** Units that are done. */
  doneUnits(): Promise<Set<number>>;
  readUnit(unit: number): Promise<UnitResult>;
  unitFile(unit: number, name: string): string;
  /**
   * An empty folder in which a unit is made; `finishUnit` gives it its final name in one stroke.
   */
  beginUnit(unit: number, claim: string): Promise<string>;
  finishUnit(unit: number, folder: string, result: UnitResult): Promise<void>;
}

/** `round` counts the times that the order was retried. */
export function openWorkspace(home: string, orderId: number, round: number): Workspace {
  const folder = join(workFolder(home), String(orderId), `round-${round}`);
  const units = join(folder, 'units');
  const planFile = join(folder, 'plan.json');
  const journal = join(folder, 'inputs.jsonl');
  const unitFolder = (unit: number) => join(units, String(unit));
  return {
    folder,
    async readPlan() {
      const text = await ifThere(readFile(planFile, 'utf8'));
      return text === null ? null : await parsePlan(text);
    },
    async writePlan(made) {
      await ensureFolder(units);
      await writeDurably(planFile, JSON.stringify(made));
    },
    async readChecked() {
      const text = (await ifThere(readFile(journal, 'utf8'))) ?? '';
      const checked = new Map<number, CheckedInput>();
      for (const line of text.split('\n')) {
        const entry = parseLine(line);
        if (entry) checked.set(entry.input, entry);
      }
      return checked;
    },
    // The line break comes first, so that a line left incomplete by a killed process does not spoil
    // the next one.
    addChecked: (input) => appendFile(journal, `\n${JSON.stringify(input)}`),
    async doneUnits() {
      const names = (await ifThere(readdir(units))) ?? [];
      return new Set(names.filter((name) => /^\d+$/.test(name)).map(Number));
    },
    async readUnit(unit) {
      const text = await readFile(join(unitFolder(unit), RESULT), 'utf8');
      return unitResult.parse(JSON.parse(text));
    },
    unitFile: (unit, name) => join(unitFolder(unit), name),
    async beginUnit(unit, claim) {
      const unfinished = join(units, `unfinished-${unit}-${claim.split('/').at(-1)}`);
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true });
      return unfinished;
    },
    async finishUnit(unit, unfinished, result) {
      await writeDurably(join(unfinished, RESULT), JSON.stringify(result));
      await giveName(unfinished, unitFolder(unit)).catch(async (error: NodeJS.ErrnoException) => {
        // Another worker that thought us dead was faster; its result is the same.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
        await rm(unfinished, { recursive: true, force: true });
      });
      await flushFolder(units);
    },
  };
}

/** Everything that an order left in the scratch folder, all rounds. */
export const removeWorkspace = (home: string, orderId: number): Promise<void> =>
  removeFolder(join(workFolder(home), String(orderId)));

const RESULT = 'unit.json';
const INPUTS_PER_TURN = 1000;

/** Twenty thousand inputs are not checked in one go. */
async function parsePlan(text: string): Promise<Plan> {
  const { inputs, ...rest } = manyInputs.parse(JSON.parse(text));
  const made: Plan = { ...rest, inputs: [] };
  for (let at = 0; at < inputs.length; at += INPUTS_PER_TURN) {
    await nextTurn();
    const some = inputs.slice(at, at + INPUTS_PER_TURN);
    for (const input of plan.shape.inputs.parse(some)) made.inputs.push(input);
  }
  return made;
}

const manyInputs = plan.extend({ inputs: z.array(z.unknown()) });

function parseLine(line: string): CheckedInput | null {
  try {
    const parsed = z.safeParse(checkedInput, JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
