// Entry of the thread that reads tracks: opens the archive for itself, reads one after the other.
import { readTrack, type TrackJob, type TrackRead } from '../features/places/read-track.ts';
import { openArchive } from '../main.ts';
import { answerQuestions, threadData } from '../platform/answering-thread.ts';
import type { Configuration } from '../platform/config.ts';

const opening = openArchive(threadData<Configuration>().archive);

answerQuestions<TrackJob, TrackRead>(async (job) => readTrack(await opening, job));
