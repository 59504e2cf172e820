// The changes of an index since its segment file was written: one line each, on the disk before the
// change is acknowledged.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { removeFile, writeTail } from '../../platform/files/disk.ts';
import { CHANGES } from './folder.ts';

/** Documents as JSON to add or exchange, and ids to remove. */
export type Change = { readonly upsert: readonly string[]; readonly remove: readonly string[] };

/**
 * The changes since one segment file of an index; the file's version identifies the journal. Any
 * process may read it, but only one at a time may append.
 */
export class Journal {
  private readonly path: string;
  /** The version of the segment file that the journal belongs to. */
  readonly version: string;
  /** Complete lines so far. */
  lines = 0;
  bytes = 0;

  constructor(folder: string, index: string, version: string) {
    this.version = version;
    this.path = join(folder, `${index}.${version}${CHANGES}`);
  }

  /**
   * The changes that came since the last call. A last line without its end is left alone: it is
   * being written, or it was cut short by a crash and never acknowledged. Throws when a line is not
   * as it was written.
   */
  async read(): Promise<readonly Change[]> {
    const text = await this.from(this.bytes);
    const changes: Change[] = [];
    let end = 0;
    for (let next = text.indexOf(10); next >= 0; next = text.indexOf(10, end)) {
      changes.push(readLine(text.toString('utf8', end, next)));
      end = next + 1;
    }
    this.lines += changes.length;
    this.bytes += end;
    return changes;
  }

  /**
   * Resolves when the change is on the disk. Only to be called when everything was read and no
   * other process writes.
   */
  async append(change: Change): Promise<void> {
    const line = Buffer.from(lineOf(change));
    await writeTail(this.path, this.bytes, line); // overwrites what a crash cut short
    this.lines++;
    this.bytes += line.length;
  }

  private async from(start: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of createReadStream(this.path, { start })) pieces.push(piece);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    return Buffer.concat(pieces);
  }
}

/** Removes the journals of an index except that of one version. */
export async function removeJournals(folder: string, index: string, but: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const own = name.startsWith(`${index}.`) && name.includes(CHANGES);
    if (own && name !== `${index}.${but}${CHANGES}`) await removeFile(join(folder, name));
  }
}

/** Several changes as one: for each document the last one counts. */
export function summed(changes: readonly Change[]): Change {
  const upsert = new Map<string, string>();
  const remove = new Set<string>();
  for (const change of changes) {
    for (const id of change.remove) {
      remove.add(id);
      upsert.delete(id);
    }
    for (const json of change.upsert) {
      const { id } = JSON.parse(json) as { id: string }; // written by `apply`
      upsert.delete(id);
      upsert.set(id, json);
    }
  }
  return { upsert: [...upsert.values()], remove: [...remove] };
}

function lineOf(change: Change): string {
  const json = JSON.stringify(change);
  return `${checksum(json)} ${json}\n`;
}

function readLine(line: string): Change {
  const json = line.slice(9);
  if (line.slice(0, 8) !== checksum(json)) throw new Error('the journal of changes is damaged');
  return JSON.parse(json) as Change; // written by `append`, checked by its checksum
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');
