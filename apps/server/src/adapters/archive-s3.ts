// The archive in an S3-compatible store, read only, in ranges; nothing outside its prefix is ever listed or opened.

import { basename, dirname, join } from 'node:path/posix';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Problem } from '@isobar/contract/problem.ts';
import type { ByteSource } from '@isobar/netcdf';
import type { Log } from '../platform/log/log.ts';
import { recordOf } from '../platform/text/unknown.ts';
import type { ArchiveEntry, ArchiveStore } from '../ports/archive.ts';
import { isArchivePath, noSuchFile } from './archive-path.ts';
import { BLOCK_BYTES, readAhead } from './read-ahead.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
type Client = InstanceType<Sdk['S3Client']>;

interface Place {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

export interface S3ArchiveOptions {
  /**
   * The address of a store that is not Amazon's; its buckets are named in the path instead of the host name. Default:
   * ISOBAR_S3_ENDPOINT, else AWS_ENDPOINT_URL_S3, else AWS_ENDPOINT_URL.
   */
  readonly endpoint?: string;
  /** Default: AWS_REGION, else AWS_DEFAULT_REGION, else us-east-1. */
  readonly region?: string;
  /** Bytes kept and fetched ahead per open file. Default 4 MiB. */
  readonly readAhead?: number;
  /** Longest wait for a connection, for the head of an answer, and for its next bytes. Default 10 s. */
  readonly patienceMs?: number;
  /** Where the SDK reports what it noticed; by default nowhere, since it would write to the console. */
  readonly log?: Pick<Log, 'warn'>;
}

/** A store that does not answer is refused to the caller after this, all attempts included. */
const PATIENCE_MS = 10_000;

/**
 * `address`: s3://bucket or s3://bucket/prefix. Credentials, number of attempts and all else come from where the SDK
 * looks for them: AWS_ACCESS_KEY_ID … Throws Problem 'bad-request' for another address.
 */
export async function openS3Archive(
  address: string,
  options: S3ArchiveOptions = {},
): Promise<ArchiveStore> {
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
    // Self-hosted stores seldom have a host name for each bucket, and do not know the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
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
  const bucket = { sdk, client, place, kept: options.readAhead, patienceMs };
  return {
    simulated: false,
    list: (onSkipped = () => undefined) => list(bucket, onSkipped),
    open: (path) => open(bucket, path),
    close: async () => client.destroy(),
  };
}

/** What the SDK says is JSON as all of the log; requests, which it would log too, are not. */
function sdkLogger(log: Pick<Log, 'warn'> | undefined) {
  const said = (...parts: unknown[]) =>
    log?.warn({ from: 's3' }, parts.filter((part) => typeof part === 'string').join(' '));
  const none = () => undefined;
  return { trace: none, debug: none, info: none, warn: said, error: said };
}

/** What a call answers; fails when no head of an answer came in `patienceMs`, however many attempts the client makes meanwhile. */
async function within<T>(
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

function placeOf(address: string): Place {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]*)(?:\/(.*))?$/.exec(address) ?? [];
  const prefix = rest.replace(/^\/+|\/+$/g, '');
  if (!bucket || (prefix !== '' && !isArchivePath(prefix)))
    throw new Problem('bad-request', `${address} is no address like s3://bucket/prefix.`);
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** Storage classes whose objects must be restored before they can be read. */
const OFF_LINE = new Set(['GLACIER', 'DEEP_ARCHIVE']);

/** Throws when nothing is below the prefix, which means a typing error or a missing disk rather than an empty archive. */
async function* list(
  { sdk, client, place: { bucket, prefix }, patienceMs }: Bucket,
  onSkipped: (path: string, reason: string) => void,
): AsyncGenerator<ArchiveEntry> {
  let token: string | undefined;
  for (let first = true; first || token !== undefined; first = false) {
    const where = { Bucket: bucket, Prefix: prefix };
    const asked = new sdk.ListObjectsV2Command(
      token ? { ...where, ContinuationToken: token } : where,
    );
    const page = await within(patienceMs, (how) => client.send(asked, how)).catch(
      (cause: unknown) => {
        const why = reasonOf(cause);
        throw new Problem('unavailable', `The archive ${bucket} cannot be listed: ${why}.`, {
          cause,
        });
      },
    );
    const objects = page.Contents ?? [];
    if (first && objects.length === 0 && !page.IsTruncated)
      throw new Problem('not-found', `There is nothing at s3://${bucket}/${prefix}.`);
    for (const { Key = '', Size = 0, LastModified, StorageClass = '' } of objects) {
      const path = Key.slice(prefix.length);
      if (path === '' || path.endsWith('/')) continue; // stands for a folder
      if (path.split('/').some((part) => part.startsWith('.') && part !== '..')) continue;
      if (!isArchivePath(path)) onSkipped(path, 'Its key is no path inside the archive.');
      else if (OFF_LINE.has(StorageClass)) onSkipped(path, 'It is stored off line.');
      else yield { path, size: Size, modified: Math.floor(LastModified?.getTime() ?? 0) };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  }
}

interface Bucket {
  readonly sdk: Sdk;
  readonly client: Client;
  readonly place: Place;
  readonly kept: number | undefined;
  readonly patienceMs: number;
}

async function open(bucket: Bucket, path: string): Promise<ByteSource> {
  const { sdk, client, place, kept, patienceMs } = bucket;
  if (!isArchivePath(path)) throw noSuchFile(path);
  const object = { Bucket: place.bucket, Key: `${place.prefix}${path}` };
  const get = (offset: number, length: number, same = {}) =>
    whole(path, patienceMs, () => {
      const Range = `bytes=${offset}-${offset + length - 1}`;
      const asked = new sdk.GetObjectCommand({ ...object, ...same, Range });
      return within(patienceMs, (how) => client.send(asked, how));
    });
  try {
    const { reply, bytes: head } = await get(0, BLOCK_BYTES);
    const size = Number(/\/(\d+)$/.exec(reply.ContentRange ?? '')?.[1] ?? head.length);
    const same = reply.ETag ? { IfMatch: reply.ETag } : {};
    const fetch = async (offset: number, length: number): Promise<Uint8Array> => {
      const { bytes } = await get(offset, length, same);
      if (bytes.length !== length) throw failure(path, new Error('the reply has another length'));
      return bytes;
    };
    return {
      ...readAhead({ size, head, fetch, ...(kept === undefined ? {} : { kept }) }),
      ...(reply.LastModified ? { modified: reply.LastModified.getTime() } : {}),
      name: basename(path),
      beside: (name) => besideOf(path, name, (other) => open(bucket, other)),
    };
  } catch (error) {
    if (error instanceof Problem && statusOf(error.cause) === 416) return EMPTY;
    throw error;
  }
}

/** The object of that name in the same folder of keys; null: there is none. */
async function besideOf(
  path: string,
  name: string,
  opened: (path: string) => Promise<ByteSource>,
): Promise<ByteSource | null> {
  if (name !== basename(name)) return null;
  try {
    return await opened(join(dirname(path), name));
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return null;
    throw error;
  }
}

/** Stands for an empty object, of which a store refuses every range. */
const EMPTY: ByteSource = {
  size: 0,
  read: () => Promise.resolve(new Uint8Array(0)),
  close: () => Promise.resolve(),
};

/** Attempts at an object whose bytes stop on the way; the SDK itself repeats what is refused. */
const ATTEMPTS = 4;
const PAUSE_MS = 100;

/** A reply with all of its bytes. Throws Problem 'not-found' or 'unavailable'. */
async function whole(
  path: string,
  patienceMs: number,
  get: () => Promise<GetObjectCommandOutput>,
): Promise<{ reply: GetObjectCommandOutput; bytes: Uint8Array }> {
  const end = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    const reply = await get().catch((cause: unknown) => {
      throw failure(path, cause);
    });
    try {
      return { reply, bytes: await bytesOf(reply) };
    } catch (error) {
      if (attempt === ATTEMPTS || Date.now() >= end) throw failure(path, error);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (attempt - 1)));
  }
}

async function bytesOf(reply: GetObjectCommandOutput): Promise<Uint8Array> {
  const bytes = (await reply.Body?.transformToByteArray()) ?? new Uint8Array(0);
  const length = reply.ContentLength ?? bytes.length;
  if (bytes.length !== length) throw new Error(`${bytes.length} of ${length} bytes came`);
  return bytes;
}

function failure(path: string, cause: unknown): Problem {
  const status = statusOf(cause);
  if (status === 404) return noSuchFile(path, cause);
  const why = status === 412 ? 'it was exchanged while it was read' : reasonOf(cause);
  return new Problem('unavailable', `The file ${path} cannot be read: ${why}.`, { cause });
}

/** The HTTP status of an error of the SDK. */
function statusOf(error: unknown): number | undefined {
  const { httpStatusCode: status } = recordOf(recordOf(error).$metadata);
  return typeof status === 'number' ? status : undefined;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
