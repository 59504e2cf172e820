// Blobs in an S3-compatible store: durable once the store has acknowledged them; large files go in
// parts, and parts that a killed process left behind are aborted.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import { Problem } from '@isobar/contract/problem.ts';
import type { BlobInfo, Blobs } from '../ports/blobs.ts';
import { partsOfKey } from './blob-key.ts';
import { openS3, reasonOf, type S3Bucket, type S3Options, statusOf, within } from './s3-client.ts';

export interface S3Blobs extends Blobs {
  /**
   * Aborts uploads in parts that began before `before` (milliseconds since 1970) and never ended;
   * resolves their number.
   */
  abortUnfinished(before: number): Promise<number>;
  close(): void;
}

/** Bytes of one part; two of them are in memory for each file that is put. */
const PART_BYTES = 8 << 20;
const MOST_PARTS = 9000;
const PARTS_AT_ONCE = 2;
/**
 * A part of a file takes longer than a question; a store that takes nothing for so long is taken
 * for gone.
 */
const PATIENCE_MS = 30_000;
/** Longest wait for the answer to a question, for which a person may wait too. */
const QUESTION_MS = 10_000;
/** Keys that one request removes, as the protocol allows. */
const REMOVED_AT_ONCE = 1000;

/**
 * `address`: s3://bucket or s3://bucket/prefix. Keys are those of the port below the prefix. Throws
 * Problem 'bad-request' for another address; calls throw 'unavailable' while the store does not
 * answer.
 */
export async function openS3Blobs(address: string, options: S3Options = {}): Promise<S3Blobs> {
  const bucket = await openS3(address, { patienceMs: PATIENCE_MS, ...options });
  const objectOf = (key: string) => ({ Bucket: bucket.bucket, Key: keyIn(bucket, key) });
  return {
    putFile: async (key, localPath) => putFile(bucket, objectOf(key), localPath),
    async put(key, content) {
      const { sdk, client } = bucket;
      const put = new sdk.PutObjectCommand({ ...objectOf(key), Body: content });
      await within(bucket.patienceMs, (how) => client.send(put, how)).catch((cause: unknown) => {
        throw failure(key, cause);
      });
    },
    async stat(key) {
      const { sdk, client } = bucket;
      const head = new sdk.HeadObjectCommand(objectOf(key));
      const found = await asked(bucket, key, (how) => client.send(head, how)).catch(ifAbsent);
      return found && { key, bytes: found.ContentLength ?? 0 };
    },
    async read(key, range) {
      const { sdk, client } = bucket;
      const object = objectOf(key);
      if (range && range.end <= range.start) return Readable.from([]);
      const Range = range && `bytes=${range.start}-${range.end - 1}`;
      const get = new sdk.GetObjectCommand({ ...object, ...(Range ? { Range } : {}) });
      const { Body } = await asked(bucket, key, (how) => client.send(get, how));
      return Body instanceof Readable ? Body : Readable.from([]);
    },
    list: (prefix) => list(bucket, `${keyIn(bucket, prefix)}/`),
    folders: () => folders(bucket),
    room: async () => null,
    removeAll: (prefix) => removeAll(bucket, `${keyIn(bucket, prefix)}/`),
    localFolder: () => null,
    abortUnfinished: (before) => abortUnfinished(bucket, before),
    close: () => bucket.client.destroy(),
  };
}

const keyIn = ({ prefix }: S3Bucket, key: string): string =>
  `${prefix}${partsOfKey(key).join('/')}`;

type ObjectName = { readonly Bucket: string; readonly Key: string };

/**
 * A file of any length: in one request if it fits into a part, else in parts, of which two are
 * under way at a time.
 */
async function putFile(bucket: S3Bucket, object: ObjectName, localPath: string): Promise<void> {
  const { size } = await stat(localPath);
  const { Upload } = await import('@aws-sdk/lib-storage');
  const upload = new Upload({
    client: bucket.client,
    params: { ...object, Body: createReadStream(localPath) },
    partSize: Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)),
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  await upload.done().catch((cause: unknown) => {
    throw failure(object.Key, cause);
  });
}

async function* list(bucket: S3Bucket, prefix: string): AsyncGenerator<BlobInfo> {
  for await (const { Contents = [] } of pages(bucket, { Prefix: prefix }))
    for (const { Key = '', Size = 0 } of Contents)
      if (!Key.endsWith('/')) yield { key: Key.slice(bucket.prefix.length), bytes: Size };
}

async function folders(bucket: S3Bucket): Promise<string[]> {
  const found: string[] = [];
  const asked = { Prefix: bucket.prefix, Delimiter: '/' };
  for await (const { CommonPrefixes = [] } of pages(bucket, asked))
    for (const { Prefix = '' } of CommonPrefixes)
      found.push(Prefix.slice(bucket.prefix.length, -1));
  return found;
}

/** Pages of a listing; the next one is asked for when it is wanted. */
async function* pages(
  bucket: S3Bucket,
  where: { readonly Prefix: string; readonly Delimiter?: string },
) {
  const { sdk, client } = bucket;
  let token: string | undefined;
  do {
    const next = token === undefined ? {} : { ContinuationToken: token };
    const command = new sdk.ListObjectsV2Command({ Bucket: bucket.bucket, ...where, ...next });
    const page = await asked(bucket, where.Prefix, (how) => client.send(command, how));
    yield page;
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

async function removeAll(bucket: S3Bucket, prefix: string): Promise<void> {
  const { sdk, client } = bucket;
  let keys: string[] = [];
  const remove = async (): Promise<void> => {
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    keys = [];
    const command = new sdk.DeleteObjectsCommand({
      Bucket: bucket.bucket,
      Delete: { Objects, Quiet: true },
    });
    const { Errors = [] } = await asked(bucket, prefix, (how) => client.send(command, how));
    const [first] = Errors;
    if (first)
      throw failure(first.Key ?? prefix, new Error(first.Message ?? first.Code ?? 'not removed'));
  };
  for await (const { Contents = [] } of pages(bucket, { Prefix: prefix }))
    for (const { Key = '' } of Contents) {
      keys.push(Key);
      if (keys.length === REMOVED_AT_ONCE) await remove();
    }
  await remove();
}

async function abortUnfinished(bucket: S3Bucket, before: number): Promise<number> {
  const { sdk, client, prefix } = bucket;
  const wanted = { Bucket: bucket.bucket, Prefix: prefix };
  let count = 0;
  let after: Pick<ListMultipartUploadsCommandOutput, 'KeyMarker' | 'UploadIdMarker'> | null = {};
  while (after) {
    const command = new sdk.ListMultipartUploadsCommand({ ...wanted, ...after });
    const page: ListMultipartUploadsCommandOutput = await asked(bucket, prefix, (how) =>
      client.send(command, how),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !UploadId || !Initiated || Initiated.getTime() >= before) continue;
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket: bucket.bucket, Key, UploadId });
      await asked(bucket, Key, (how) => client.send(abort, how)).catch(ifAbsent);
      count++;
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    after = page.IsTruncated ? { KeyMarker, UploadIdMarker } : null;
  }
  return count;
}

/** What the store answers. Throws Problem 'not-found' or 'unavailable'. */
async function asked<T>(
  { patienceMs }: S3Bucket,
  key: string,
  act: Parameters<typeof within<T>>[1],
): Promise<T> {
  try {
    return await within(Math.min(patienceMs, QUESTION_MS), act);
  } catch (cause) {
    throw failure(key, cause);
  }
}

function failure(key: string, cause: unknown): Problem {
  if (statusOf(cause) === 404) return new Problem('not-found', `There is no ${key}.`, { cause });
  const why = reasonOf(cause);
  return new Problem('unavailable', `The store of deliveries does not take ${key}: ${why}.`, {
    cause,
  });
}

function ifAbsent(error: unknown): null {
  if (error instanceof Problem && error.code === 'not-found') return null;
  throw error;
}
