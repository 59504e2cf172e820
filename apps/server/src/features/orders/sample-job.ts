// A small part of what an order would make of one file, made to find out how large the whole would
// be.
import type { OutputFormat } from '@isobar/netcdf';
import type { Sampled } from './forecast.ts';

export type SampleJob = {
  readonly path: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Empty: all. */
  readonly variables: readonly string[];
  readonly make: OutputFormat;
};

/** Makes samples away from the loop that answers calls. */
export interface Sampler {
  /**
   * Throws Problem 'unavailable' when too many wait, 'timeout', or 'unexpected' if nothing can be
   * made of the file.
   */
  sample(job: SampleJob): Promise<Sampled>;
}
