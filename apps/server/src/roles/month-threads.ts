// Writes months of values in a thread, so that no writing holds up the loop that answers calls: bounded in number and time.
import { Problem, type ProblemCode } from '@isobar/contract/problem.ts';
import type { MonthJob, MonthTable, MonthWriter } from '../features/pages/month-data.ts';
import { AskedThread } from '../platform/asked-thread.ts';
import type { Configuration } from '../platform/config.ts';

export type MonthAnswer = MonthTable | { readonly failed: MonthFailure };

/** A failure on its way between threads, where errors lose their kind. */
export type MonthFailure = { readonly code: ProblemCode; readonly message: string };

/** Errors with a code keep it; any other error is about the file, and its message is passed on. */
export const failureOf = (error: unknown): MonthFailure =>
  error instanceof Problem
    ? { code: error.code, message: error.message }
    : {
        code: 'bad-request',
        message: `No table can be made of it. ${error instanceof Error ? error.message : String(error)}`,
      };

export function openMonthThread(configuration: Configuration): MonthWriter {
  const thread = new AskedThread<MonthJob, MonthAnswer>({
    entry: new URL('./month-thread.ts', import.meta.url),
    name: 'months',
    data: configuration,
    heapMb: 384,
    mostWaiting: 8,
    longest: { ms: 120_000, from: 'question' },
    errors: {
      full: () => new Problem('unavailable', 'Many tables are being made. Try again in a moment.'),
      slow: () => new Problem('timeout', 'The table took too long to make.'),
      ended: (cause) =>
        new Problem('unavailable', 'Tables cannot be made at the moment.', { cause }),
      failed: (cause) =>
        new Problem('unavailable', 'Tables cannot be made at the moment.', { cause }),
    },
  });
  return {
    async write(job) {
      const answer = await thread.ask(job);
      if ('csv' in answer) return answer;
      throw new Problem(answer.failed.code, answer.failed.message);
    },
    close: () => thread.close(),
  };
}
