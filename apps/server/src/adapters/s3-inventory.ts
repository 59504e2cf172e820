// An inventory of a bucket, as Amazon S3 writes it every day: what stands for a listing of the
// archive, at a fraction of its requests.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '@isobar/contract/problem.ts';
import { parse } from 'csv-parse';
import * as z from 'zod';
import type { ArchiveEntry, ArchiveStore } from '../ports/archive.ts';
import { entryOf } from './archive-s3.ts';
import { openS3, reasonOf, type S3Options, type S3Place, within } from './s3-client.ts';

const manifestForm = z.object({
  sourceBucket: z.string(),
  fileFormat: z.string(),
  fileSchema: z.string(),
  files: z.array(z.object({ key: z.string(), MD5checksum: z.string().optional() })).max(100_000),
});

export interface Inventory extends Pick<ArchiveStore, 'list'> {
  close(): Promise<void>;
}

/** What a manifest and the files that it names are read from. */
interface Source {
  manifest(): Promise<string>;
  file(key: string): Promise<Readable>;
  close(): void;
}

/** Characters of a line: a key has 1024 bytes at most, and each is written as three at most. */
const LONGEST_LINE = 64 * 1024;
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024;

/**
 * `address`: of the manifest.json of an inventory, in a bucket or a folder; `archive`: what it is
 * an inventory of. Throws Problem 'bad-request' for an inventory of another bucket, one that is no
 * CSV, or one without keys, sizes and dates; 'unavailable' when a file cannot be read or is not the
 * one that the manifest means.
 */
export async function openInventory(
  address: string,
  archive: S3Place,
  options: S3Options = {},
): Promise<Inventory> {
  const source = address.startsWith('s3://')
    ? await inBucket(address, options)
    : inFolder(resolve(address));
  const wrong = (why: string) => new Problem('bad-request', `The inventory ${address} ${why}`);
  const read = manifestForm.safeParse(json(await source.manifest()));
  if (!read.success) throw wrong('is no manifest.json of an inventory of a bucket.');
  const { sourceBucket, fileFormat, fileSchema, files } = read.data;
  if (sourceBucket !== archive.bucket)
    throw wrong(`is one of the bucket ${sourceBucket}, and the archive is in ${archive.bucket}.`);
  if (fileFormat.toUpperCase() !== 'CSV')
    throw wrong(`is in the format ${fileFormat}: only CSV is read.`);
  const columns = fileSchema.split(',').map((name) => name.trim());
  for (const name of ['Key', 'Size', 'LastModifiedDate'])
    if (!columns.includes(name)) throw wrong(`has no column ${name}.`);
  return {
    async *list(onSkipped = () => undefined) {
      for (const { key, MD5checksum } of files) {
        const rows = rowsOf(await source.file(key), MD5checksum, columns, `${address}: ${key}`);
        for await (const row of rows) {
          const entry = entryIn(row, archive.prefix, onSkipped);
          if (entry) yield entry;
        }
      }
    },
    close: async () => source.close(),
  };
}

type Row = Readonly<Record<string, string>>;

/** Only present versions below the prefix; keys are written as in addresses. */
function entryIn(
  row: Row,
  prefix: string,
  onSkipped: (path: string, reason: string) => void,
): ArchiveEntry | null {
  if (row.IsLatest === 'false' || row.IsDeleteMarker === 'true') return null;
  const Key = decoded(row.Key ?? '');
  if (!Key.startsWith(prefix)) return null;
  const Size = row.Size ? Number(row.Size) : Number.NaN;
  const LastModified = new Date(row.LastModifiedDate ?? '');
  if (!Number.isSafeInteger(Size) || Size < 0 || Number.isNaN(LastModified.getTime())) {
    onSkipped(Key.slice(prefix.length), 'The inventory tells no size or date of it.');
    return null;
  }
  const object = { Key, Size, LastModified, StorageClass: row.StorageClass };
  return entryOf(object, prefix, onSkipped);
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

/**
 * Throws after its rows when the file is damaged: a harvest forgets nothing before the end of its
 * listing.
 */
async function* rowsOf(
  stored: Readable,
  checksum: string | undefined,
  columns: readonly string[],
  name: string,
): AsyncGenerator<Row> {
  const digest = createHash('md5');
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      const found = digest.digest('hex');
      const isSame = checksum === undefined || checksum.toLowerCase() === found;
      done(isSame ? null : new Error('it is not the file that the manifest means'));
    },
  });
  const parser = parse({
    columns: [...columns],
    relax_column_count_more: true,
    max_record_size: LONGEST_LINE,
  });
  const unpacked = name.endsWith('.gz') ? [createGunzip()] : [];
  const flowing = pipeline([stored, counted, ...unpacked, parser]);
  flowing.catch(() => {}); // reported below
  try {
    for await (const row of parser) yield row;
    await flowing;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Problem('unavailable', `The inventory ${name} cannot be read: ${why}.`, { cause });
  }
}

async function inBucket(address: string, options: S3Options): Promise<Source> {
  const { sdk, client, bucket, prefix, patienceMs } = await openS3(address, options);
  const get = async (Key: string) => {
    const asked = new sdk.GetObjectCommand({ Bucket: bucket, Key });
    const reply = await within(patienceMs, (how) => client.send(asked, how)).catch(
      (cause: unknown) => {
        const text = `The inventory s3://${bucket}/${Key} cannot be read: ${reasonOf(cause)}.`;
        throw new Problem('unavailable', text, { cause });
      },
    );
    return reply;
  };
  return {
    async manifest() {
      const reply = await get(prefix.replace(/\/$/, ''));
      if ((reply.ContentLength ?? 0) > MOST_MANIFEST_BYTES)
        throw new Problem('too-large', `The inventory ${address} is no manifest.json.`);
      return (await reply.Body?.transformToString()) ?? '';
    },
    async file(key) {
      const { Body } = await get(key);
      if (!(Body instanceof Readable)) throw new Problem('unavailable', `${key} has no content.`);
      return Body;
    },
    close: () => client.destroy(),
  };
}

/** A copy of the bucket's folder `…/data` beside that of the manifest, or all files together. */
function inFolder(path: string): Source {
  const folder = dirname(path);
  return {
    manifest: () =>
      readFile(path, 'utf8').catch((cause: unknown) => {
        throw new Problem('not-found', `There is no file ${path}.`, { cause });
      }),
    async file(key) {
      const name = key.slice(key.lastIndexOf('/') + 1);
      for (const beside of [join(folder, name), join(folder, '..', 'data', name)]) {
        const stream = createReadStream(beside);
        const isThere = await new Promise<boolean>((done) => {
          stream.once('open', () => done(true));
          stream.once('error', () => done(false));
        });
        if (isThere) return stream;
      }
      throw new Problem('not-found', `The inventory's file ${name} is not beside its manifest.`);
    },
    close: () => undefined,
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
