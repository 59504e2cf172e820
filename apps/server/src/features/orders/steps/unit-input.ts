// What a maker of units is given.
import type { CheckedInput, Plan, Unit } from './plan.ts';
import type { StepInput } from './step.ts';

/** What both makers of units get. */
export interface UnitInput {
  readonly step: StepInput;
  readonly plan: Plan;
  readonly unit: Unit;
  /** Inputs of the unit that were found, in order of time. */
  readonly inputs: readonly number[];
  readonly checked: ReadonlyMap<number, CheckedInput>;
  /** Empty, and only ours. */
  readonly folder: string;
  /** Inputs of this unit done so far, of all that there are to look at. */
  readonly onProgress: (done: number, total: number, file: string) => void;
}
