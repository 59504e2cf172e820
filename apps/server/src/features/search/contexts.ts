// Scrolls and points in time: the request is kept for a while, so that its pages follow one
// another. Few, small, and forgotten.
import { randomBytes } from 'node:crypto';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { SearchRefused } from '../../ports/search-index.ts';

/** `body` of a scroll asks for its next page; a point in time has none. */
export interface Context {
  readonly index: string;
  readonly body: SearchBody | null;
  readonly client: string;
  /** When the context expires, in milliseconds of the clock of all contexts. */
  expires: number;
}

const MOST = 500;
const MOST_OF_A_CLIENT = 50;
const MOST_BODY_BYTES = 64 << 10;
const LONGEST_MS = 3_600_000;

export class Contexts {
  private readonly kept = new Map<string, Context>();
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Answers its id. Throws SearchRefused: too many (429), too long a body or a time (400). */
  open(index: string, body: SearchBody | null, keepAlive: unknown, client: string): string {
    const expires = this.now() + lifetime(keepAlive);
    this.forget();
    const own = [...this.kept.values()].filter((context) => context.client === client).length;
    if (this.kept.size >= MOST || own >= MOST_OF_A_CLIENT)
      throw new SearchRefused(
        429,
        'too_many_scroll_contexts_exception',
        `Trying to create too many scroll contexts. Must be less than or equal to: [${own >= MOST_OF_A_CLIENT ? MOST_OF_A_CLIENT : MOST}].`,
      );
    if (body && JSON.stringify(body).length > MOST_BODY_BYTES)
      throw new SearchRefused(400, 'illegal_argument_exception', 'the body is too long to be kept');
    const id = randomBytes(24).toString('base64url');
    this.kept.set(id, { index, body, client, expires });
    return id;
  }

  /**
   * Throws SearchRefused 404 for an id that is unknown, cleared or has run out. `keepAlive`: from
   * now on.
   */
  find(id: unknown, keepAlive?: unknown): Context {
    const context = typeof id === 'string' ? this.kept.get(id) : undefined;
    if (!context || context.expires <= this.now())
      throw new SearchRefused(
        404,
        'search_context_missing_exception',
        `No search context found for id [${String(id).slice(0, 80)}]`,
      );
    if (keepAlive !== undefined) context.expires = this.now() + lifetime(keepAlive);
    return context;
  }

  /** The next page of a scroll begins after these sort values. */
  advance(id: string, after: SearchBody['search_after']): void {
    const context = this.kept.get(id);
    if (!context?.body || !after) return;
    this.kept.set(id, { ...context, body: { ...context.body, search_after: after } });
  }

  /** Closes these contexts; returns how many of them existed. */
  close(ids: readonly string[]): number {
    return ids.filter((id) => this.kept.delete(id)).length;
  }

  closeAll(client: string): number {
    return this.close([...this.kept].filter(([, c]) => c.client === client).map(([id]) => id));
  }

  private forget(): void {
    for (const [id, { expires }] of this.kept) if (expires <= this.now()) this.kept.delete(id);
  }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** '30s', '5m': milliseconds. Throws SearchRefused for no time, and for more than an hour. */
function lifetime(text: unknown): number {
  const [, number = '', unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(String(text)) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= LONGEST_MS) return milliseconds;
  const reason =
    milliseconds > LONGEST_MS
      ? `Keep alive for request (${text}) is too large. It must be less than (1h).`
      : `failed to parse setting [keep_alive] with value [${String(text).slice(0, 40)}] as a time value`;
  throw new SearchRefused(400, 'illegal_argument_exception', reason);
}
