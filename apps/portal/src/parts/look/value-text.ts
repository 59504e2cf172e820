// How a value and what its check says are written.
import type { SampleCheck } from '@isobar/contract/calls/look.ts';

export const CHECK_WORDS: Readonly<Record<SampleCheck, string>> = {
  passed: 'passed',
  doubtful: 'indeterminate',
  bad: 'bad',
  missing: 'no value',
};

/** Seven digits: as many as a number of single precision has. */
export const valueText = (value: number | null): string =>
  value === null ? 'no value' : String(Number(value.toPrecision(7)));
