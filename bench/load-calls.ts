// What users and a crawler request from a running server, each from addresses of their own: sent by
// a thread, at a steady rate.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { addFilter, EMPTY_SEARCH, setPage } from '../packages/contract/src/search/filter.ts';
import { mainSearch } from '../packages/contract/src/search/plan.ts';
import { dice } from './search-catalogue.ts';

export type Sending = {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly addresses: number;
  readonly who: 'people' | 'crawler' | 'probe';
  readonly seed: number;
};

/**
 * Milliseconds of each call that was answered, or refused with 503; `codes`: how often each status
 * or error came back.
 */
export type Heard = {
  readonly answered: readonly number[];
  readonly refused: readonly number[];
  readonly codes: Readonly<Record<string, number>>;
  /** Calls that were due while as many as this client can hold were under way: never sent. */
  readonly heldBack: number;
};

type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };

const WORDS = ['ozone', 'wind', 'cloud', 'aerosol', 'radar', 'temperature', 'flux', 'lidar'];
const SITES = ['sgp', 'nsa', 'ena', 'twp', 'acx', 'hou'];

/**
 * Mostly searches, each a little different; now and then the configuration, the maintenance message
 * or a listing of files.
 */
function ofPeople(next: (below: number) => number): Call {
  const post = (index: string, body: object): Call => ({
    method: 'POST',
    path: `/services/${index}/_search`,
    body: JSON.stringify(body),
  });
  const of = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const kind = next(10);
  if (kind === 0) return { method: 'GET', path: '/discovery/config.json' };
  if (kind === 1) return { method: 'GET', path: '/services/maintenance/discovery' };
  if (kind === 2)
    return post('file_info', {
      size: 20,
      query: { term: { datastream: `${of(SITES)}metE13.b1` } },
    });
  const text = addFilter(EMPTY_SEARCH, 's', `${of(WORDS)}${next(3) ? '' : ` ${of(WORDS)}`}`);
  const search = next(2) ? addFilter(text, 'site_code', of(SITES)) : text;
  return post('metadata', mainSearch(setPage(search, 1 + next(4)), next(2) === 0));
}

const ofCrawler = (next: (below: number) => number): Call => ({
  method: 'GET',
  path: `/services/metadata/_search?q=description:*${'abcdefghijklmnopqrstuvwxyz'[next(26)]}*&size=10&from=${next(900)}`,
});

/** Calls of one thread that are under way: more would measure this client, and not the server. */
const MOST_UNDER_WAY = 2000;

const PROBE: Call = { method: 'GET', path: '/healthz' };

/**
 * Sends calls for `seconds`; resolves to what came back. A call that is not answered within a
 * minute counts as hanging.
 */
export async function send(sending: Sending): Promise<Heard> {
  const { below: next } = dice(sending.seed);
  const agents = Array.from(
    { length: sending.addresses },
    () => new Agent({ keepAlive: true, maxSockets: 64 }),
  );
  const answered: number[] = [];
  const refused: number[] = [];
  const codes: Record<string, number> = {};
  const waiting = new Set<Promise<void>>();
  const start = performance.now();
  let sent = 0;
  let heldBack = 0;
  const group = { people: 1, crawler: 2, probe: 3 }[sending.who];
  const one = (call: Call, place: number): Promise<void> =>
    new Promise((resolve) => {
      const begun = performance.now();
      const note = (code: string) => {
        codes[code] = (codes[code] ?? 0) + 1;
        resolve();
      };
      const calling = request(
        new URL(call.path, sending.url),
        {
          method: call.method,
          agent: agents[place] as Agent,
          localAddress: `127.${group}.${place >> 8}.${1 + ((place & 0xff) % 254)}`,
          headers: call.body ? { 'content-type': 'application/json' } : {},
          timeout: 60_000,
        },
        (reply) => {
          reply.resume();
          reply.once('error', () => note('cut'));
          reply.once('end', () => {
            const status = reply.statusCode ?? 0;
            (status === 503 ? refused : answered).push(performance.now() - begun);
            note(String(status));
          });
        },
      );
      calling.once('timeout', () => calling.destroy(new Error('hangs')));
      calling.once('error', (error: NodeJS.ErrnoException) => note(error.code ?? error.message));
      calling.end(call.body);
    });
  while (performance.now() - start < sending.seconds * 1000) {
    const due = ((performance.now() - start) / 1000) * sending.perSecond;
    for (; sent < due; sent++) {
      if (waiting.size >= MOST_UNDER_WAY) {
        heldBack++;
        continue;
      }
      const call =
        sending.who === 'people'
          ? ofPeople(next)
          : sending.who === 'crawler'
            ? ofCrawler(next)
            : PROBE;
      const asked = one(call, next(sending.addresses)).finally(() => waiting.delete(asked));
      waiting.add(asked);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(waiting);
  for (const agent of agents) agent.destroy();
  return { answered, refused, codes, heldBack };
}

if (parentPort && workerData) parentPort.postMessage(await send(workerData as Sending));
