// What a maker of units is given: no more than decides the bytes, so that a recipe can be made
// again with it.
import type { ByteSource, ConcatenateJob, SeriesFile } from '@isobar/netcdf';
import type { CheckedInput, Plan, Unit } from './plan.ts';

export interface UnitInput {
  /** Throws Problem 'not-found' when it is gone. */
  readonly open: (input: number) => Promise<ByteSource>;
  readonly signal: AbortSignal;
  /**
   * For the history of files: number and date (seconds UTC) of the order, version of this software.
   */
  readonly orderId: number;
  readonly orderDate: number;
  readonly version: string;
  /** Times that this step failed before. */
  readonly failures: number;
  readonly plan: Plan;
  readonly unit: Unit;
  /** Inputs of the unit that were found, in order of time. */
  readonly inputs: readonly number[];
  readonly checked: ReadonlyMap<number, CheckedInput>;
  /**
   * Why an output of so many bytes must not be made; undefined: it may be made. Throws if there is
   * no room at the moment.
   */
  readonly roomFor?: NonNullable<ConcatenateJob['roomFor']>;
  /**
   * What is known of inputs before they are opened, as opening them would tell it; of others
   * nothing. Reading one that has changed since throws NetcdfError `changed`.
   */
  readonly known?: (inputs: readonly number[]) => Promise<ReadonlyMap<number, SeriesFile>>;
  /** Bytes of values that one input may give. */
  readonly maximumClaim?: number;
  /** Called for an input whose reading never ended. */
  readonly onGivenUp?: (input: number, reason: string) => Promise<void>;
  /** Empty, and only ours. */
  readonly folder: string;
  /** How many inputs of this unit are done, of how many. */
  readonly onProgress: (done: number, total: number, file: string) => void;
}
