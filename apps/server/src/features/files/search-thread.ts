// The thread of a search lane: reads the store through a connection of its own and answers in UTF-8 JSON.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { filterPath } from '@isobar/contract/search/filter-path.ts';
import { Refusal } from '../../engine/language/refusal.ts';
import { giveWay } from '../../platform/give-way.ts';
import { knownProblem } from '../../platform/problem-reply.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { StoreAddress } from '../../store/open.ts';
import { openReader, type StoreReader } from '../../store/reader.ts';
import { searchFiles } from './search.ts';
import type { LaneAnswer, LaneRequest } from './search-lane.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
giveWay(3);
let deadline = Number.POSITIVE_INFINITY;

/** One after the other, so that there is one deadline at a time. */
let last: Promise<void> = open().then(
  () => {},
  () => {}, // the first search tries again, and tells why it cannot
);
let reader: StoreReader | undefined;
/** When the connection was there, in milliseconds since 1970. */
let opened = 0;

async function open(): Promise<StoreReader> {
  const address = workerData as StoreAddress; // given by the lane
  reader = await openReader(address, () => Date.now() > deadline);
  opened = Date.now();
  return reader;
}

port.on('message', (request: LaneRequest) => {
  last = last.then(() => answer(request));
});

async function answer(request: LaneRequest): Promise<void> {
  const { id } = request;
  try {
    const reply = new TextEncoder().encode(JSON.stringify(await replyTo(request)));
    port.postMessage({ id, reply } satisfies LaneAnswer, [reply.buffer]);
  } catch (error) {
    port.postMessage({ id, ...told(error) } satisfies LaneAnswer);
  }
}

async function replyTo({ body, filterPath: paths, now, deadline: until }: LaneRequest) {
  const { db, kind: dialect, stop } = reader ?? (await open());
  deadline = Math.max(until, opened + until - now); // who began the thread does not pay for its start
  if (Date.now() > deadline) throw tooLong();
  return filterPath(await searchFiles({ db, dialect, stop }, body, now), paths);
}

function told(error: unknown) {
  const known = reader?.isStopped(error) ? tooLong() : error;
  if (known instanceof SearchRefused || known instanceof Refusal) {
    const { status, type, message: reason } = known;
    return { refused: { status, type, reason } };
  }
  const away = knownProblem(error);
  if (away) return { refused: { status: away.status, type: away.code, reason: away.message } };
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

const tooLong = (): SearchRefused =>
  new SearchRefused(
    408,
    'search_timeout_exception',
    'the search took too long and was stopped; name a datastream or the beginning of the file names',
  );
