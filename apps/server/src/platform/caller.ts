// Who made the request that is being answered, for code far below the route: pools and searches charge their time to it.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Caller {
  /** The network of the client (network.ts). */
  readonly address: string;
}

const storage = new AsyncLocalStorage<Caller>();

/** Work that no request asked for, such as plots that are drawn ahead. */
export const SERVER_ITSELF = '';

/** Runs `act`, and everything that it starts, on behalf of a caller. */
export const onBehalfOf = <T>(caller: Caller, act: () => T): T => storage.run(caller, act);

/** The address of the caller, or SERVER_ITSELF outside of requests. */
export const callerAddress = (): string => storage.getStore()?.address ?? SERVER_ITSELF;
