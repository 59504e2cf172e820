// A client of an S3-compatible store: where it is, how long it may take, what its failures mean.
import { Problem } from '@isobar/contract/problem.ts';
import type { Log } from '../platform/log/log.ts';
import { traced, tracing } from '../platform/log/tracing.ts';
import { recordOf } from '../platform/text/unknown.ts';
import { isArchivePath } from './archive-path.ts';

export type Sdk = typeof import('@aws-sdk/client-s3');
export type S3Client = InstanceType<Sdk['S3Client']>;

export interface S3Place {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

export interface S3Options {
  /**
   * The address of a store that is not Amazon's; its buckets are named in the path instead of the
   * host name. Default: ISOBAR_S3_ENDPOINT, else AWS_ENDPOINT_URL_S3, else AWS_ENDPOINT_URL.
   */
  readonly endpoint?: string;
  /** Default: AWS_REGION, else AWS_DEFAULT_REGION, else us-east-1. */
  readonly region?: string;
  /**
   * Longest wait for a connection, for the head of an answer, and for its next bytes. Default 10 s.
   */
  readonly patienceMs?: number;
  /**
   * Where the SDK reports what it noticed; by default nowhere, since it would write to the console.
   */
  readonly log?: Pick<Log, 'warn'>;
}

export interface S3Bucket extends S3Place {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly patienceMs: number;
}

/** A store that does not answer is refused to the caller after this, all attempts included. */
const PATIENCE_MS = 10_000;

/**
 * `address`: s3://bucket or s3://bucket/prefix. Credentials, number of attempts and all else come
 * from where the SDK looks for them: AWS_ACCESS_KEY_ID … Throws Problem 'bad-request' for another
 * address.
 */
export async function openS3(address: string, options: S3Options = {}): Promise<S3Bucket> {
  const place = placeOf(address);
  const sdk = await import('@aws-sdk/client-s3'); // only who uses it pays for it
  const { env } = process;
  const { patienceMs = PATIENCE_MS } = options;
  const logger = sdkLogger(options.log);
  const endpoint =
    options.endpoint ??
    (env.ISOBAR_S3_ENDPOINT || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined);
  const client = new sdk.S3Client({
    region: options.region ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'),
    // Self-hosted stores seldom have a host name for each bucket, and do not know the newer
    // checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger,
    requestHandler: {
      connectionTimeout: Math.min(5000, patienceMs),
      requestTimeout: patienceMs,
      throwOnRequestTimeout: true,
      socketTimeout: patienceMs,
      logger,
    },
  });
  if (tracing()) traceCommands(client, place.bucket);
  return { sdk, client, ...place, patienceMs };
}

/**
 * Each command, with all its attempts, is a part of the trace; keys of objects, which may be
 * secret, are left out.
 */
function traceCommands(client: S3Client, bucket: string): void {
  const attributes = { 'rpc.system': 'aws-api', 'aws.s3.bucket': bucket };
  client.middlewareStack.add(
    (next, { commandName = 'command' }) =>
      (args) =>
        traced(`S3 ${commandName}`, { kind: 'client', attributes }, () => next(args)),
    { step: 'initialize', name: 'isobarTrace' },
  );
}

/** What the SDK says is JSON as all of the log; requests, which it would log too, are not. */
function sdkLogger(log: Pick<Log, 'warn'> | undefined) {
  const said = (...parts: unknown[]) => {
    const text = parts.map(textOf).filter(Boolean).join(' ');
    if (text !== '') log?.warn({ from: 's3' }, text);
  };
  const none = () => undefined;
  return { trace: none, debug: none, info: none, warn: said, error: said };
}

const textOf = (part: unknown): string =>
  typeof part === 'string' ? part : part instanceof Error ? reasonOf(part) : '';

/**
 * What a call answers; fails when no head of an answer came in `patienceMs`, however many attempts
 * the client makes meanwhile.
 */
export async function within<T>(
  patienceMs: number,
  act: (how: { readonly abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patienceMs);
  try {
    return await act({ abortSignal: stop.signal });
  } catch (cause) {
    if (!stop.signal.aborted) throw cause;
    throw Object.assign(new Error(`no answer in ${patienceMs / 1000} s`, { cause }), {
      name: 'TimeoutError',
    });
  } finally {
    clearTimeout(timer); // the bytes of the answer have the socket's own patience
  }
}

/** Throws Problem 'bad-request' for what is no address of a bucket. */
export function placeOf(address: string): S3Place {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]*)(?:\/(.*))?$/.exec(address) ?? [];
  const prefix = rest.replace(/^\/+|\/+$/g, '');
  if (!bucket || (prefix !== '' && !isArchivePath(prefix)))
    throw new Problem('bad-request', `${address} is no address like s3://bucket/prefix.`);
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** The HTTP status of an error of the SDK. */
export function statusOf(error: unknown): number | undefined {
  const { httpStatusCode: status } = recordOf(recordOf(error).$metadata);
  return typeof status === 'number' ? status : undefined;
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
