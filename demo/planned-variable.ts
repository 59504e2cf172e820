// A variable as a plan has it: what it is called, how large it is, and the function of its values.
import type { ElementType, VariableDesign } from './design.ts';
import type { ReportSpan } from './quality.ts';
import type { Signal } from './sample.ts';

/**
 * What a variable of a file is, in the order of the file. `check` is the qc_ variable of the one
 * before it.
 */
export type PlannedKind = 'base-time' | 'time-offset' | 'time' | 'time-bounds' | 'data' | 'check';

export interface PlannedVariable {
  readonly kind: PlannedKind;
  readonly name: string;
  readonly type: ElementType;
  readonly perSample: boolean;
  readonly dimensions: readonly string[];
  /** Values in a record, or in the file when it is not per sample. */
  readonly elements: number;
  readonly design: VariableDesign | null;
  readonly signal: Signal;
  /** Own noise of this variable of this stream. */
  readonly salt: number;
  /** Values are rounded to 1 / this; 0: not rounded. */
  readonly resolution: number;
  /** Reports that touch this variable. */
  readonly reports: readonly ReportSpan[];
}
