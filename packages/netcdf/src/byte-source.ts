// Where bytes come from: a file, memory, or whatever a caller implements (an object store with
// ranges).
import { constants } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NetcdfError } from './netcdf-error.ts';
import { giveBack } from './one-memory.ts';
import { openFile } from './open-file.ts';

/**
 * `size` in bytes. `close` may be called more than once. `read` gives `length` bytes from `offset`,
 * fewer only at the end of the source; the bytes belong to the caller, who may overwrite them and,
 * where they are many, give their memory back.
 */
export interface ByteSource {
  readonly size: number;
  /** When the source was changed last, milliseconds since 1970; absent where that is not known. */
  readonly modified?: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  /**
   * `count` pieces of `length` bytes, `stride` bytes apart, one after the other: for sources that
   * can skip what lies between. Without it, whole spans are read.
   */
  readPieces?(offset: number, length: number, stride: number, count: number): Promise<Uint8Array>;
  close(): Promise<void>;
  /** What the file is called, where it has a name. */
  readonly name?: string;
  /** A file of that name in the same folder; null: there is none. */
  beside?(name: string): Promise<ByteSource | null>;
}

/** A source that knows its path lets a reader that needs a real file open it itself. */
export interface FileSource extends ByteSource {
  readonly path: string;
}

/**
 * So that opening a pipe in place of a file does not wait for its other end; it is then refused.
 */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0); // which not every system has

/** Throws `unreadable` when the file cannot be opened. */
export async function fileSource(path: string): Promise<FileSource> {
  const unreadable = (what: string) => (cause: unknown) => {
    throw new NetcdfError('unreadable', what, { cause });
  };
  const file = await openFile(path, READING).catch(
    unreadable(`The file ${path} cannot be opened.`),
  );
  const { size, isFile } = file;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= file.close();
    return closing;
  };
  if (!isFile) {
    await close();
    throw new NetcdfError('unreadable', `${path} is not a file.`);
  }
  return {
    path,
    name: basename(path),
    beside: (name) => fileBeside(path, name),
    size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = new Uint8Array(Buffer.allocUnsafeSlow(wanted).buffer);
      let filled = 0;
      while (filled < wanted) {
        const count = await file
          .read(bytes.subarray(filled), offset + filled)
          .catch(unreadable(`${path} cannot be read.`));
        if (count === 0) break; // the file became shorter since it was opened
        filled += count;
      }
      return filled === wanted ? bytes : bytes.subarray(0, filled);
    },
    close,
  };
}

/** A plain file of that name in the folder of `path`: no link, which might lead anywhere. */
async function fileBeside(path: string, name: string): Promise<FileSource | null> {
  if (name !== basename(name)) return null;
  const other = join(dirname(path), name);
  const found = await lstat(other).catch(() => null);
  return found?.isFile() ? await fileSource(other) : null;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    // not slice, which shares memory when the bytes are a Buffer
    read: (offset, length) =>
      Promise.resolve(new Uint8Array(bytes.subarray(offset, offset + length))),
    close: () => Promise.resolve(),
  };
}

/**
 * All bytes of a source, block after block, each read while the one before is used. A block is
 * valid until the next is asked for. There are fewer bytes than `size` where the source became
 * shorter. Throws what reading throws.
 */
export async function* blocksOf(source: ByteSource, blockBytes = 4 << 20) {
  const read = (offset: number) => {
    const block = source.read(offset, Math.min(blockBytes, source.size - offset));
    block.catch(() => undefined); // thrown when the block is awaited
    return block;
  };
  let next = source.size > 0 ? read(0) : undefined;
  for (let offset = 0; next; ) {
    const block = await next;
    if (block.length === 0) return;
    offset += block.length;
    next = offset < source.size ? read(offset) : undefined;
    yield block;
    giveBack([block]);
  }
}
