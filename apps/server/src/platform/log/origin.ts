// Which request the present work goes back to, for log lines and jobs far below the route: also in
// a worker that runs a job of it later.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Origin {
  /**
   * Of the request that is answered, or that a job was queued by; undefined: the server does it by
   * itself.
   */
  readonly requestId?: string | undefined;
}

const storage = new AsyncLocalStorage<Origin>();

/** Runs `act`, and everything that it starts, as work that goes back to `origin`. */
export const withOrigin = <T>(origin: Origin, act: () => T): T => storage.run(origin, act);

/** Undefined outside of requests and jobs. */
export const currentOrigin = (): Origin | undefined => storage.getStore();

/**
 * What may be a request id of a proxy: as letters, digits and some signs, which fit into a header
 * and a log line.
 */
const REQUEST_ID = /^[\w.:+/=-]{8,128}$/;

/** The id that a proxy gave to a request; undefined: it gave none that can be used. */
export const givenRequestId = (header: unknown): string | undefined =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined;
