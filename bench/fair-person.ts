// The person of bench `fair`: rounds of a search, a list of files, details and the health of the
// server, from an address of its own.
import { Agent, request } from 'node:http';
import type { Holdings } from '../e2e/largest-input.ts';
import { addFilter, EMPTY_SEARCH } from '../packages/contract/src/search/filter.ts';
import { mainSearch } from '../packages/contract/src/search/plan.ts';

export interface Rounds {
  readonly perSecond: number;
  /**
   * Calls that were answered with 503 or 429, or never: 'POST metadata/_search 503 {"message": …'.
   */
  readonly refused: readonly string[];
  readonly healthP95: number;
  /** Mean milliseconds of each of the calls of a round, by its address. */
  readonly meanMs: Readonly<Record<string, number>>;
}

const ADDRESS = '127.0.2.1';
const WORDS = [
  'ozone',
  'wind',
  'cloud',
  'aerosol',
  'radar',
  'temperature',
  'flux',
  'lidar',
  'rain',
];
const SITES = ['sgp', 'nsa', 'ena', 'twp', 'acx', 'hou'];

/** What the archive has, for calls that find something. */
export async function holdingsOf(url: string): Promise<Holdings> {
  for (let tries = 0; tries < 20; tries++) {
    const reply = await fetch(`${url}/services/file_info/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        size: 0,
        aggs: { names: { terms: { field: 'datastream', size: 1000 } } },
      }),
    });
    if (reply.ok) {
      const { aggregations } = (await reply.json()) as {
        aggregations: { names: { buckets: { key: string }[] } };
      };
      return { datastreams: aggregations.names.buckets.map(({ key }) => key) };
    }
    // a busy machine has stopped it: the next one finds more of the store in memory
    await reply.text();
  }
  throw new Error('The datastreams cannot be listed.');
}

export class Person {
  readonly #url: string;
  readonly #holdings: Holdings;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  #round = 0;

  constructor(url: string, holdings: Holdings) {
    this.#url = url;
    this.#holdings = holdings;
  }

  /**
   * Round after round for so many milliseconds; the last one is counted by the part of it that
   * fits.
   */
  async rounds(milliseconds: number): Promise<Rounds> {
    const began = performance.now();
    const health: number[] = [];
    const sums: Record<string, number> = {};
    const refused: string[] = [];
    let rounds = 0;
    while (performance.now() - began < milliseconds) {
      for (const [method, path, body] of this.#calls()) {
        const asked = performance.now();
        const [status, text] = await this.#ask(method, path, body);
        const name = path.split(/[/?]/).slice(2, 4).join('/');
        sums[name] = (sums[name] ?? 0) + performance.now() - asked;
        if (path === '/healthz') health.push(performance.now() - asked);
        if (status === 503 || status === 429 || status === 0)
          refused.push(`${method} ${name} ${status} ${text.slice(0, 200)}`);
      }
      rounds++;
    }
    const sorted = health.toSorted((a, b) => a - b);
    return {
      perSecond: (rounds * 1000) / (performance.now() - began),
      refused,
      healthP95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      meanMs: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / rounds])),
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Each round asks for something else, so that no reply is remembered from the last one. */
  #calls(): readonly (readonly [string, string, object?])[] {
    const n = this.#round++;
    const word = WORDS[n % WORDS.length] ?? 'wind';
    const more = WORDS[(n >> 3) % WORDS.length] ?? 'rain';
    const text = addFilter(EMPTY_SEARCH, 's', `${word} ${more} ${n}`);
    const search = addFilter(text, 'site_code', SITES[n % SITES.length] ?? 'sgp');
    const { datastreams } = this.#holdings;
    const datastream = datastreams[n % datastreams.length] ?? '';
    return [
      ['POST', '/services/metadata/_search', mainSearch(search, n % 2 === 0)],
      ['POST', '/services/file_info/_search', { size: 50, query: { term: { datastream } } }],
      [
        'POST',
        '/services/metadata/_search',
        { size: 100, query: { term: { 'datastream.keyword': datastream } } },
      ],
      ['GET', `/services/dqr/reports?datastream=${datastream}`],
      ['GET', '/healthz'],
    ];
  }

  #ask(
    method: string,
    path: string,
    body?: object,
  ): Promise<readonly [status: number, text: string]> {
    return new Promise((resolve) => {
      const asking = request(
        new URL(path, this.#url),
        {
          method,
          agent: this.#agent,
          localAddress: ADDRESS,
          headers: body ? { 'content-type': 'application/json' } : {},
          timeout: 60_000,
        },
        (reply) => {
          const isGood = reply.statusCode === 200;
          let text = '';
          reply.on('data', (bytes: Buffer) => {
            if (!isGood) text += bytes.toString();
          });
          reply.once('error', (error) => resolve([0, String(error)]));
          reply.once('end', () => resolve([reply.statusCode ?? 0, text]));
        },
      );
      asking.once('timeout', () => asking.destroy(new Error('hangs')));
      asking.once('error', (error) => resolve([0, String(error)]));
      asking.end(body && JSON.stringify(body));
    });
  }
}
