// Entry of a thread that reads days for plots: opens the archive for itself, does one after the other.
import type { PlotJob } from '../features/quicklooks/plot-job.ts';
import { readDay } from '../features/quicklooks/read-day.ts';
import { openArchive } from '../main.ts';
import { answerQuestions, threadData } from '../platform/answering-thread.ts';
import type { Configuration } from '../platform/config.ts';
import { giveWay } from '../platform/give-way.ts';

giveWay(5);
const opening = openArchive(threadData<Configuration>().archive);

answerQuestions<PlotJob, string>(async (job) => JSON.stringify(await readDay(await opening, job)));
