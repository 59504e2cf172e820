// Serves the files of a folder as they are: the built portal, the page on which calls can be tried.
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface ServedFolder {
  readonly root: string;
  /** Ends with a slash. */
  readonly prefix: string;
  /** The Cache-Control of a file by its path. */
  readonly caching: (path: string) => string;
  /**
   * Files beside it that are compressed already are sent instead, and `reply.sendFile` is there for
   * its pages. Only one folder may have them.
   */
  readonly pages?: true;
  /** Absent: every file. */
  readonly allowed?: ReadonlySet<string>;
}

/** A folder has no page of its own: its own address is that of a call. */
export async function serveFolder(app: FastifyInstance, folder: ServedFolder): Promise<void> {
  const { root, prefix, caching, pages = false, allowed } = folder;
  const options: FastifyStaticOptions = {
    root,
    prefix,
    decorateReply: pages,
    preCompressed: pages,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', caching(path)),
    ...(allowed ? { allowedPath: (path) => allowed.has(path) } : {}),
  };
  await app.register(fastifyStatic, options);
}
