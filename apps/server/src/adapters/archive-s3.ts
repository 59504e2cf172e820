// The archive in an S3-compatible store, read only, in ranges; nothing outside its prefix is ever listed or opened.

import { basename, dirname, join } from 'node:path/posix';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Problem } from '@isobar/contract/problem.ts';
import type { ByteSource } from '@isobar/netcdf';
import { recordOf } from '../platform/unknown.ts';
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
}

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
  const endpoint =
    options.endpoint ??
    (env.ISOBAR_S3_ENDPOINT || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined);
  const client = new sdk.S3Client({
    region: options.region ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'),
    // Self-hosted stores seldom have a host name for each bucket, and do not know the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000, socketTimeout: 30_000 },
  });
  return {
    simulated: false,
    list: (onSkipped = () => undefined) => list(sdk, client, place, onSkipped),
    open: (path) => open(sdk, client, place, path, options.readAhead),
    close: async () => client.destroy(),
  };
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
  sdk: Sdk,
  client: Client,
  { bucket, prefix }: Place,
  onSkipped: (path: string, reason: string) => void,
): AsyncGenerator<ArchiveEntry> {
  let token: string | undefined;
  for (let first = true; first || token !== undefined; first = false) {
    const where = { Bucket: bucket, Prefix: prefix };
    const page = await client
      .send(new sdk.ListObjectsV2Command(token ? { ...where, ContinuationToken: token } : where))
      .catch((cause: unknown) => {
        const why = reasonOf(cause);
        throw new Problem('unavailable', `The archive ${bucket} cannot be listed: ${why}.`, {
          cause,
        });
      });
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

async function open(
  sdk: Sdk,
  client: Client,
  place: Place,
  path: string,
  kept: number | undefined,
): Promise<ByteSource> {
  if (!isArchivePath(path)) throw noSuchFile(path);
  const object = { Bucket: place.bucket, Key: `${place.prefix}${path}` };
  const get = (offset: number, length: number, same = {}) =>
    whole(path, () =>
      client.send(
        new sdk.GetObjectCommand({
          ...object,
          ...same,
          Range: `bytes=${offset}-${offset + length - 1}`,
        }),
      ),
    );
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
      beside: (name) => besideOf(path, name, (other) => open(sdk, client, place, other, kept)),
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
  get: () => Promise<GetObjectCommandOutput>,
): Promise<{ reply: GetObjectCommandOutput; bytes: Uint8Array }> {
  for (let attempt = 1; ; attempt++) {
    const reply = await get().catch((cause: unknown) => {
      throw failure(path, cause);
    });
    try {
      return { reply, bytes: await bytesOf(reply) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw failure(path, error);
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
