// Port: blobs, where finished deliveries lie. Keys are relative paths with forward slashes.
import type { Readable } from 'node:stream';

export interface BlobInfo {
  readonly key: string;
  readonly bytes: number;
}

/**
 * Throws Problem 'bad-request' for a key that is absolute, empty or holds '..' or other trickery.
 */
export interface Blobs {
  /**
   * Stores a local file that was flushed to its disk and is not changed later; the file stays where
   * it is. The blob is there whole or absent, and durable once this resolves. Several calls at once
   * are faster than one after the other.
   */
  putFile(key: string, localPath: string): Promise<void>;
  /** Stores a small content. */
  put(key: string, content: string | Uint8Array): Promise<void>;
  /** Null when there is none. */
  stat(key: string): Promise<BlobInfo | null>;
  /** Bytes [start, end) of a blob, all by default. Throws Problem 'not-found'. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Blobs whose keys begin with `prefix` and a slash, in no particular order. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** The first part of each key that has several parts. */
  folders(): Promise<string[]>;
  /** Bytes that may be stored now; null: not known. */
  room(): Promise<number | null>;
  /**
   * Durably removes all blobs whose keys begin with `prefix` and a slash; it is no error if there
   * are none.
   */
  removeAll(prefix: string): Promise<void>;
  /**
   * A path on this machine through which users reach the folder `prefix` directly; null where there
   * is none.
   */
  localFolder(prefix: string): string | null;
}
