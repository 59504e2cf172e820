// Which failed calls mean that the session is over, and a watch over all of them.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallError } from '../../lib/call.ts';
import { PREFERENCE_SAVED } from '../../lib/preferences.ts';

/** 401 and 403 of any service; the dialog itself reports a refused sign-in (part 2 section 8). */
export const isSessionFailure = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 401 || error.status === 403) &&
  error.code !== 'invalid-credentials' &&
  error.code !== 'account-expired';

/** Runs the last change of each preference again that failed for want of a session. */
export function useKeptAgain(): () => void {
  const client = useQueryClient();
  return () => {
    const failed = client
      .getMutationCache()
      .findAll({ mutationKey: [PREFERENCE_SAVED], status: 'error' })
      .filter(({ state }) => isSessionFailure(state.error));
    const last = new Map(failed.map((one) => [JSON.stringify(one.options.mutationKey), one]));
    // the part that set it shows the failure
    for (const mutation of last.values())
      void mutation.execute(mutation.state.variables).catch(() => {});
  };
}

type CacheEvent = {
  readonly type: string;
  readonly action?: { readonly type: string; readonly error?: unknown };
  readonly query?: { readonly meta?: Readonly<Record<string, unknown>> | undefined };
};

/**
 * Calls back once for every query or mutation that fails for want of a session. A query with
 * `meta: { optional: true }` only looks whether there is more to offer, and never requests a
 * sign-in.
 */
export function useSessionFailures(onFailure: () => void): void {
  const client = useQueryClient();
  const latest = useRef(onFailure);
  latest.current = onFailure;
  useEffect(() => {
    const watch = (event: CacheEvent): void => {
      if (event.type !== 'updated' || event.action?.type !== 'error') return;
      if (event.query?.meta?.optional === true) return;
      if (isSessionFailure(event.action.error)) latest.current();
    };
    const stopQueries = client.getQueryCache().subscribe(watch);
    const stopMutations = client.getMutationCache().subscribe(watch);
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
}
