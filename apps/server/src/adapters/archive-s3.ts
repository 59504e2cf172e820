// The archive in an S3-compatible store, read only, in ranges.
import { Problem } from '@isobar/contract/problem.ts';
import type { ByteSource } from '@isobar/netcdf';
import type { ArchiveEntry, ArchiveStore } from '../ports/archive.ts';
import { isArchivePath, noSuchFile } from './archive-path.ts';
import { readAhead } from './read-ahead.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
type Client = InstanceType<Sdk['S3Client']>;

interface Place {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

/**
 * `address`: s3://bucket or s3://bucket/prefix. Region, credentials and another endpoint come from where the SDK looks
 * for them: AWS_REGION, AWS_ACCESS_KEY_ID …, AWS_ENDPOINT_URL. Throws Problem 'bad-request' for another address.
 */
export async function openS3Archive(address: string): Promise<ArchiveStore> {
  const place = placeOf(address);
  const sdk = await import('@aws-sdk/client-s3'); // only who uses it pays for it
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const client = new sdk.S3Client({
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    // Stores of one's own seldom have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  return {
    simulated: false,
    list: (onSkipped = () => undefined) => list(sdk, client, place, onSkipped),
    open: (path) => open(sdk, client, place, path),
    close: async () => client.destroy(),
  };
}

function placeOf(address: string): Place {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]*)(?:\/(.*))?$/.exec(address) ?? [];
  if (!bucket)
    throw new Problem('bad-request', `${address} is no address like s3://bucket/prefix.`);
  const prefix = rest.replace(/^\/+|\/+$/g, '');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

async function* list(
  sdk: Sdk,
  client: Client,
  { bucket, prefix }: Place,
  onSkipped: (path: string, reason: string) => void,
): AsyncGenerator<ArchiveEntry> {
  for (let token: string | undefined, more = true; more; ) {
    const page = await client
      .send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(token ? { ContinuationToken: token } : {}),
        }),
      )
      .catch((cause: unknown) => {
        throw new Problem('unavailable', `The archive ${bucket} cannot be listed.`, { cause });
      });
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const path = Key.slice(prefix.length);
      if (path === '' || path.endsWith('/')) continue; // stands for a folder
      if (path.split('/').some((part) => part.startsWith('.') && part !== '..')) continue;
      if (isArchivePath(path))
        yield { path, size: Size, modified: Math.floor(LastModified?.getTime() ?? 0) };
      else onSkipped(path, 'Its key is no path inside the archive.');
    }
    token = page.NextContinuationToken;
    more = page.IsTruncated === true && token !== undefined;
  }
}

/** Of the first request, which also tells how long the file is: most headers are shorter. */
const HEAD_BYTES = 64 << 10;

async function open(sdk: Sdk, client: Client, place: Place, path: string): Promise<ByteSource> {
  if (!isArchivePath(path)) throw noSuchFile(path);
  const object = { Bucket: place.bucket, Key: `${place.prefix}${path}` };
  try {
    const first = await client.send(
      new sdk.GetObjectCommand({ ...object, Range: `bytes=0-${HEAD_BYTES - 1}` }),
    );
    const head = (await first.Body?.transformToByteArray()) ?? new Uint8Array(0);
    const size = Number(/\/(\d+)$/.exec(first.ContentRange ?? '')?.[1] ?? head.length);
    const same = first.ETag ? { IfMatch: first.ETag } : {};
    const fetch = async (offset: number, length: number): Promise<Uint8Array> => {
      const range = { Range: `bytes=${offset}-${offset + length - 1}` };
      const reply = await client
        .send(new sdk.GetObjectCommand({ ...object, ...same, ...range }))
        .catch((cause: unknown) => {
          throw failure(path, cause);
        });
      const bytes = (await reply.Body?.transformToByteArray()) ?? new Uint8Array(0);
      if (bytes.length !== length) throw failure(path, new Error('The reply was too short.'));
      return bytes;
    };
    return readAhead(size, head, fetch, () => Promise.resolve());
  } catch (error) {
    if (statusOf(error) === 416) return emptySource;
    throw failure(path, error);
  }
}

/** A range of an empty object is refused. */
const emptySource: ByteSource = {
  size: 0,
  read: () => Promise.resolve(new Uint8Array(0)),
  close: () => Promise.resolve(),
};

function failure(path: string, cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const status = statusOf(cause);
  if (status === 404) return noSuchFile(path, cause);
  const why = status === 412 ? 'it was exchanged while it was read' : reasonOf(cause);
  return new Problem('unavailable', `The file ${path} cannot be read: ${why}.`, { cause });
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode; // the SDK's errors carry it

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
