// The present array of a datastream; asked again by itself while the server reads the files for the
// first time.
import { describeArrays } from '@isobar/contract/calls/array-calls.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import type { Services } from '../../lib/service-address.ts';

const AGAIN_MS = 3000;

/**
 * The server cannot answer yet: it reads the files of the datastream for the first time, and says
 * how far it is.
 */
export const isPreparing = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'unavailable';

/**
 * While the array is prepared the query is pending and its failureReason is the last answer. Access
 * to some data is limited for everyone, so that a refusal is no request to sign in.
 */
export const arrayQuery = (config: Services, datastream: string) =>
  queryOptions({
    queryKey: ['array', datastream],
    queryFn: ({ signal }) => ask(config, describeArrays, { params: { datastream }, signal }),
    meta: { optional: true },
    retry: (_, error) => isPreparing(error),
    retryDelay: AGAIN_MS,
  });
