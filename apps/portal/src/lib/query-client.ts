// The cache of server answers: fresh for a minute, one retry, and only where a retry can help.
import { QueryClient } from '@tanstack/react-query';
import { CallError, type CallFailure } from './call.ts';

const WORTH_RETRYING: readonly CallFailure[] = ['offline', 'unavailable', 'timeout', 'unexpected'];

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // Without a network a call fails at once with an error, instead of waiting while old
        // content is shown.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (count, error) =>
          count < 1 && error instanceof CallError && WORTH_RETRYING.includes(error.code),
        retryDelay: 400,
      },
      mutations: { networkMode: 'always' },
    },
  });
