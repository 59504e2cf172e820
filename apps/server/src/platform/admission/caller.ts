// Who made the request that is being answered, for code far below the route: pools, searches and
// slices charge their time to them.
import { currentOrigin, type Origin, withOrigin } from '../log/origin.ts';

export interface Caller extends Origin {
  /** The network of the client (network.ts). */
  readonly address: string;
  /** Once the session is known. */
  person?: string;
}

/** Work that no request asked for, such as plots that are drawn ahead. */
export const SERVER_ITSELF = '';

/** Runs `act`, and everything that it starts, on behalf of a caller. */
export const onBehalfOf = <T>(caller: Caller, act: () => T): T => withOrigin(caller, act);

/** The caller of the current request; undefined outside of requests. */
export function currentCaller(): Caller | undefined {
  const origin = currentOrigin();
  return origin && isCaller(origin) ? origin : undefined;
}

/** Jobs have an origin too, but no caller. */
const isCaller = (origin: Origin): origin is Caller => 'address' in origin;

/** The address of the caller, or SERVER_ITSELF outside of requests. */
export const callerAddress = (): string => currentCaller()?.address ?? SERVER_ITSELF;

/**
 * The names under which the time of a caller is counted: the address, and the person from whatever
 * address.
 */
export const ownersOf = ({ address, person }: Caller): readonly string[] =>
  person === undefined ? [address] : [address, `person ${person}`];
