// Entry of the thread that makes samples of orders: opens the archive for itself, makes one after the other.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sampled } from '../features/orders/forecast.ts';
import { makeSample } from '../features/orders/make-sample.ts';
import type { SampleJob } from '../features/orders/sample-job.ts';
import { openArchive } from '../main.ts';
import { answerQuestions, threadData } from '../platform/answering-thread.ts';
import type { Configuration } from '../platform/config.ts';

const opening = openArchive(threadData<Configuration>().archive);

answerQuestions<SampleJob, Sampled>(async (job) =>
  makeSample(await opening, job, join(tmpdir(), `isobar-sample-${randomUUID()}`)),
);
