// Entry of the thread that writes months of values as CSV: one after the other.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MonthJob } from '../features/pages/month-data.ts';
import { writeMonth } from '../features/pages/write-month.ts';
import { openAdapters } from '../main.ts';
import { answerQuestions, threadData } from '../platform/answering-thread.ts';
import type { Configuration } from '../platform/config.ts';
import { giveWay } from '../platform/give-way.ts';
import { createLog } from '../platform/log.ts';
import { failureOf, type MonthAnswer } from './month-threads.ts';

giveWay(5);
const configuration = threadData<Configuration>();
const opening = openAdapters(configuration, createLog(configuration.logLevel));

answerQuestions<MonthJob, MonthAnswer>(
  async (job) => {
    try {
      const { archive } = await opening;
      const output = join(tmpdir(), `isobar-month-${randomUUID()}.csv`);
      return await writeMonth(archive, job, output);
    } catch (error) {
      return { failed: failureOf(error) };
    }
  },
  { given: (answer) => ('csv' in answer ? answer.csv.buffer : undefined) },
);
