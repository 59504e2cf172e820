// The archive in an S3-compatible store, read only, in ranges; nothing outside its prefix is ever
// listed or opened.

import { basename, dirname, join } from 'node:path/posix';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Problem } from '@isobar/contract/problem.ts';
import type { ByteSource } from '@isobar/netcdf';
import type { ArchiveEntry, ArchiveStore } from '../ports/archive.ts';
import { isArchivePath, noSuchFile } from './archive-path.ts';
import { BLOCK_BYTES, readAhead } from './read-ahead.ts';
import { openS3, reasonOf, type S3Bucket, type S3Options, statusOf, within } from './s3-client.ts';
import { type AskPage, pagesBelow, type S3Object } from './s3-listing.ts';

export interface S3ArchiveOptions extends S3Options {
  /** Bytes kept and fetched ahead per open file. Default 4 MiB. */
  readonly readAhead?: number;
}

/**
 * `address`: s3://bucket or s3://bucket/prefix. Throws Problem 'bad-request' for another address.
 */
export async function openS3Archive(
  address: string,
  options: S3ArchiveOptions = {},
): Promise<ArchiveStore> {
  const bucket = { ...(await openS3(address, options)), kept: options.readAhead };
  return {
    simulated: false,
    list: (onSkipped = () => undefined) => list(bucket, onSkipped),
    look: (path) => look(bucket, path),
    open: (path) => open(bucket, path),
    close: async () => bucket.client.destroy(),
  };
}

export type ListedObject = Pick<S3Object, 'Key' | 'Size' | 'LastModified'> & {
  readonly StorageClass?: string | undefined;
};

/** Storage classes whose objects must be restored before they can be read. */
const OFF_LINE = new Set(['GLACIER', 'DEEP_ARCHIVE']);

/**
 * Throws when nothing is below the prefix, which means a typing error or a missing disk rather than
 * an empty archive.
 */
async function* list(
  bucket: Bucket,
  onSkipped: (path: string, reason: string) => void,
): AsyncGenerator<ArchiveEntry> {
  const { prefix } = bucket;
  let isEmpty = true;
  for await (const objects of pagesBelow(prefix, askPages(bucket))) {
    isEmpty = false;
    for (const object of objects) {
      const entry = entryOf(object, prefix, onSkipped);
      if (entry) yield entry;
    }
  }
  if (isEmpty)
    throw new Problem('not-found', `There is nothing at s3://${bucket.bucket}/${prefix}.`);
}

/**
 * A page of a listing rather than the object's own head, whose date has another precision in some
 * stores.
 */
async function look(bucket: Bucket, path: string): Promise<ArchiveEntry | null> {
  if (!isArchivePath(path)) return null;
  const key = `${bucket.prefix}${path}`;
  const { Contents = [] } = await askPages(bucket)({ prefix: key, most: 1 });
  const [object] = Contents;
  return object?.Key === key ? entryOf(object, bucket.prefix) : null;
}

function askPages({ sdk, client, bucket, patienceMs }: Bucket): AskPage {
  return ({ prefix: Prefix, startAfter, token, delimiter, most }) => {
    const asked = new sdk.ListObjectsV2Command({
      ...{ Bucket: bucket, Prefix },
      ...(startAfter === undefined ? {} : { StartAfter: startAfter }),
      ...(token === undefined ? {} : { ContinuationToken: token }),
      ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
      ...(most === undefined ? {} : { MaxKeys: most }),
    });
    return within(patienceMs, (how) => client.send(asked, how)).catch((cause: unknown) => {
      const why = reasonOf(cause);
      throw new Problem('unavailable', `The archive ${bucket} cannot be listed: ${why}.`, {
        cause,
      });
    });
  };
}

/**
 * What an object is in the archive; null: it is passed over, which is reported unless its name is
 * hidden or stands for a folder.
 */
export function entryOf(
  { Key = '', Size = 0, LastModified, StorageClass = '' }: ListedObject,
  prefix: string,
  onSkipped: (path: string, reason: string) => void = () => undefined,
): ArchiveEntry | null {
  const path = Key.slice(prefix.length);
  if (path === '' || path.endsWith('/')) return null;
  if (path.split('/').some((part) => part.startsWith('.') && part !== '..')) return null;
  if (!isArchivePath(path)) onSkipped(path, 'Its key is not a path inside the archive.');
  else if (OFF_LINE.has(StorageClass)) onSkipped(path, 'It is stored off line.');
  else return { path, size: Size, modified: Math.floor(LastModified?.getTime() ?? 0) };
  return null;
}

interface Bucket extends S3Bucket {
  readonly kept: number | undefined;
}

async function open(bucket: Bucket, path: string): Promise<ByteSource> {
  const { sdk, client, kept, patienceMs } = bucket;
  if (!isArchivePath(path)) throw noSuchFile(path);
  const object = { Bucket: bucket.bucket, Key: `${bucket.prefix}${path}` };
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
