// The thread of a search lane: reads the store through a connection of its own and answers in UTF-8
// JSON.
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import { Refusal } from '@isobar/search-engine/language/refusal.ts';
import { knownProblem } from '../../platform/replies/problem-reply.ts';
import { answerQuestions, threadData } from '../../platform/threads/answering-thread.ts';
import { giveWay } from '../../platform/threads/give-way.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { openReader, type StoreReader } from '../../store/reader.ts';
import type { StoreAddress } from '../../store/store-address.ts';
import { searchFiles } from './search.ts';
import type { LaneAnswer, LaneQuestion } from './search-lane.ts';

giveWay(3);
let deadline = Number.POSITIVE_INFINITY;

let reader: StoreReader | undefined;
/** When the connection was there, in milliseconds since 1970. */
let opened = 0;

async function open(): Promise<StoreReader> {
  reader = await openReader(threadData<StoreAddress>(), () => Date.now() > deadline);
  opened = Date.now();
  return reader;
}

/**
 * Connects before the first search comes. If that fails, the first search tries again and reports
 * the error.
 */
const warming = open().catch(() => undefined);

// One after the other, so that there is one deadline at a time.
answerQuestions<LaneQuestion, LaneAnswer>(
  async (question) => {
    await warming;
    try {
      return { reply: new TextEncoder().encode(JSON.stringify(await replyTo(question))) };
    } catch (error) {
      return { refused: refusalOf(error) };
    }
  },
  { given: (answer) => ('reply' in answer ? answer.reply.buffer : undefined) },
);

async function replyTo({ body, filterPath: paths, now, deadline: until }: LaneQuestion) {
  const { db, kind: dialect, stop, check } = reader ?? (await open());
  // the search that started the thread does not lose time to the start
  deadline = Math.max(until, opened + until - now);
  if (Date.now() > deadline) throw tooLong();
  return filterPath(await searchFiles({ db, dialect, stop, check }, body, now), paths);
}

/** Throws again whatever is not a refusal. */
function refusalOf(error: unknown) {
  const known = reader?.isStopped(error) ? tooLong() : error;
  if (known instanceof SearchRefused || known instanceof Refusal) {
    const { status, type, message: reason } = known;
    return { status, type, reason };
  }
  const away = knownProblem(error);
  if (!away) throw error;
  return { status: away.status, type: away.code, reason: away.message };
}

const tooLong = (): SearchRefused =>
  new SearchRefused(
    408,
    'search_timeout_exception',
    'the search took too long and was stopped; name a datastream or the beginning of the file names',
  );
