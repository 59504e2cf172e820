// GET {live}/saveData: the bytes of one file as the archive has them, from disk or through its
// store, in bounded memory.
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentType } from '../../core/catalogue/media-type.ts';
import { sendBytes } from '../../platform/replies/send-bytes.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { LiveFile } from './find-files.ts';

/** Throws Problem 'not-found' if the file is in the catalogue but no longer in the archive. */
export async function sendFile(
  archive: ArchiveStore,
  file: LiveFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const content = await contentOf(archive, file);
  const { size, modified } = content;
  // The checksum is that of the harvested file; if the file changed since, its checksum is unknown.
  const digest =
    file.sha256 !== null && size === file.size && modified === file.modified
      ? `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`
      : null;
  reply
    .type(contentType(file.fileName))
    .header('content-disposition', disposition(file.fileName))
    .headers(digest ? { 'repr-digest': digest } : {});
  return await sendBytes(request, reply, {
    size,
    etag: `"${size.toString(36)}-${modified.toString(36)}-${Buffer.from(file.path).toString('base64url').slice(-40)}"`,
    modified: Math.floor(modified / 1000),
    read: (start, end) => content.read(start, end),
    ...(digest ? { whole: { 'content-digest': digest } } : {}),
  });
}

interface Content {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  read(start: number, end: number): Promise<Readable | string>;
}

async function contentOf(archive: ArchiveStore, file: LiveFile): Promise<Content> {
  const path = archive.localPath?.(file.path);
  if (path === null) {
    // which says whether the file is gone or the whole archive is away
    await (await archive.open(file.path)).close();
    throw new Problem('not-found', 'The file is no longer in the archive.');
  }
  if (path !== undefined) {
    const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
      throw new Problem('not-found', 'The file is no longer in the archive.', { cause });
    });
    return {
      size,
      modified: Math.floor(mtimeMs),
      read: async () => path,
    };
  }
  return {
    size: file.size,
    modified: file.modified,
    read: async (start, end) => Readable.from(pieces(archive, file.path, start, end)),
  };
}

/**
 * Pieces of a file that is not on a local disk; closes what it opened, even when it is left early.
 */
async function* pieces(archive: ArchiveStore, path: string, start: number, end: number) {
  const source = await archive.open(path);
  try {
    for (let at = start; at < end; ) {
      const piece = await source.read(at, Math.min(FAR_PIECE, end - at));
      if (piece.length === 0) throw new Error('the file became shorter while it was sent');
      at += piece.length;
      yield piece;
    }
  } finally {
    await source.close();
  }
}

const FAR_PIECE = 256 << 10;

/** A plain name, for scripts that take what follows `filename=`. */
export const disposition = (name: string): string =>
  /^[\w.+-]+$/.test(name)
    ? `attachment; filename=${name}`
    : `attachment; filename*=UTF-8''${encodeURIComponent(name)}; filename="${name.replace(/[^\w.+ -]/g, '_')}"`;
