// Which files of an archive a line of changes names: a path, an s3:// address, or a notification of
// a bucket as queues deliver it.
import { isAbsolute, relative, sep } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { recordOf } from '../../platform/text/unknown.ts';

/** Where the archive is: a folder, or a bucket with a prefix that is empty or ends with a slash. */
export type ArchivePlace =
  | { readonly folder: string }
  | { readonly bucket: string; readonly prefix: string };

/** Messages of a queue hold the one of a topic, which holds the notification. */
const MOST_WRAPPED = 5;

/**
 * Paths inside the archive, none if the line is empty or tells of another place. A notification is
 * one of Amazon S3 or MinIO (`Records`) or of EventBridge (`detail`), alone or wrapped by SNS
 * (`Message`) and SQS (`Body`, `Messages`). It only says where to look: what happened there, and in
 * which order, is not taken from it. Throws Problem 'bad-request' for what is neither.
 */
export function changedPaths(line: string, place: ArchivePlace): string[] {
  const text = line.trim();
  if (text === '') return [];
  if (!/^[[{]/.test(text)) return pathsOf(text, place);
  return keysIn(parsed(text), 0).flatMap(({ bucket, key }) =>
    'bucket' in place && bucket === place.bucket ? below(place.prefix, key) : [],
  );
}

function pathsOf(text: string, place: ArchivePlace): string[] {
  const address = /^s3:\/\/([^/]+)\/(.+)$/.exec(text);
  if (address) {
    const [, bucket, key = ''] = address;
    return 'bucket' in place && bucket === place.bucket ? below(place.prefix, key) : [];
  }
  if ('folder' in place && isAbsolute(text)) {
    const path = relative(place.folder, text).split(sep).join('/');
    return path === '' || path === '..' || path.startsWith('../') ? [] : [path];
  }
  return [text];
}

const below = (prefix: string, key: string): string[] =>
  key.startsWith(prefix) && key.length > prefix.length ? [key.slice(prefix.length)] : [];

interface Key {
  readonly bucket: string;
  readonly key: string;
}

function keysIn(value: unknown, depth: number): Key[] {
  if (depth > MOST_WRAPPED) throw notRead();
  if (Array.isArray(value)) return value.flatMap((one) => keysIn(one, depth + 1));
  const { Records, Messages, Message, Body, detail, Event } = recordOf(value);
  if (Array.isArray(Records)) return Records.flatMap((one) => keysIn(one, depth + 1));
  if (Array.isArray(Messages)) return Messages.flatMap((one) => keysIn(one, depth + 1));
  for (const inner of [Message, Body])
    if (typeof inner === 'string') return keysIn(parsed(inner), depth + 1);
  // a bucket sends it once, when its notifications are set up
  if (Event === 's3:TestEvent') return [];
  const s3 = recordOf(recordOf(value).s3);
  const notified = keyOf(s3, (key) => decodeURIComponent(key.replaceAll('+', ' ')));
  const told = notified ?? keyOf(recordOf(detail), (key) => key);
  if (!told) throw notRead();
  return [told];
}

function keyOf(
  place: Readonly<Record<string, unknown>>,
  decoded: (key: string) => string,
): Key | null {
  const { name } = recordOf(place.bucket);
  const { key } = recordOf(place.object);
  if (typeof name !== 'string' || typeof key !== 'string') return null;
  try {
    return { bucket: name, key: decoded(key) };
  } catch {
    throw notRead();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notRead();
  }
}

const notRead = (): Problem =>
  new Problem('bad-request', 'It is neither a path nor a notification of a bucket.');
