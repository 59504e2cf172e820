// Sends an extract while it is being made: reads back what has been written and passes it on; the
// file is deleted once it is open.

import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply } from 'fastify';
import { contentType } from '../../core/catalogue/media-type.ts';
import { sendNotes } from '../../platform/replies/send-notes.ts';
import type { ExtractJob, Extractor, Growing } from './extract-job.ts';
import { disposition } from './send-file.ts';

/** Bytes that are passed on at a time. */
const PIECE = 256 << 10;
/** Bytes kept free on the disk for everything else. */
const RESERVE = 512e6;
/** A file left behind by a server that was killed. */
const LEFT_MS = 86_400_000;

export interface Scratch {
  /** Throws 'unavailable' if `bytes` of input would fill the disk. */
  path(bytes: number): Promise<string>;
}

/** A folder for extracts in the making; what an earlier server left there is removed. */
export async function openScratch(folder: string): Promise<Scratch> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const left = await stat(join(folder, name)).catch(() => null);
    if (left && Date.now() - left.mtimeMs > LEFT_MS) await rm(join(folder, name), { force: true });
  }
  return {
    async path(bytes) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < bytes + RESERVE)
        throw new Problem('unavailable', 'There is no room on the disk for extracts now.');
      return join(folder, randomUUID());
    },
  };
}

/** Throws what `begin` throws, or the reason of the signal, which stops the work. */
export async function sendExtract(
  extractor: Extractor,
  job: ExtractJob,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<unknown> {
  let file: FileHandle | undefined;
  try {
    const growing = await extractor.begin(job, signal);
    file = await open(job.output, 'r');
    signal.throwIfAborted(); // by then the reply may be that of the deadline
    reply.type(contentType(growing.name)).header('content-disposition', disposition(growing.name));
    sendNotes(reply, growing.notes);
    if (growing.bytes !== undefined) reply.header('content-length', growing.bytes);
    return reply.send(Readable.from(pieces(growing, file)));
  } catch (error) {
    await file?.close();
    throw error;
  } finally {
    // The reader has the file open already, and no other process needs it.
    await rm(job.output, { force: true });
  }
}

/** The writer may run ahead; the reader never sees bytes that are not there yet. */
async function* pieces(growing: Growing, file: FileHandle): AsyncGenerator<Buffer> {
  try {
    let sent = 0;
    for (;;) {
      const { written, whole } = await growing.more(sent);
      while (sent < written) {
        const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, written - sent));
        const { bytesRead } = await file.read(piece, 0, piece.length, sent);
        if (bytesRead === 0) throw new Error('an extract is shorter than its announced size');
        sent += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
      if (whole) return;
    }
  } finally {
    await file.close();
  }
}
