// Starts the HDF5 library of this worker and keeps it from opening any file that it was not given.

import { dirname } from 'node:path';
import { PLUGIN_FOLDER } from './filters.ts';
import type { H5 } from './h5.ts';
import { type Stack, withOwnImports } from './h5-imports.ts';

/**
 * A file whose bytes come from elsewhere than the disk; `read` fills `into` and says how many bytes
 * it got.
 */
export interface VirtualFile {
  readonly size: number;
  read(into: Uint8Array, offset: number): number;
}

/** The parts of Emscripten's file system that are replaced; its own types do not know them. */
interface Stream {
  position: number;
  readonly stream_ops?: StreamOperations;
  readonly file?: MutableFile;
}

interface StreamOperations {
  read(s: Stream, heap: Int8Array, offset: number, length: number, position: number): number;
  write(s: Stream, heap: Int8Array, offset: number, length: number, position: number): number;
  llseek(stream: Stream, offset: number, whence: number): number;
}

interface FileSystem {
  open(path: string, flags: number, mode?: number): Stream;
  createStream(stream: object): Stream;
  getStreamChecked(fd: number): Stream;
  stat(path: string, dontFollow?: boolean): unknown;
  fstat(fd: number): object;
  unlink(path: string): void;
  ErrnoError: new (errno: number) => Error;
}

interface MutableFile {
  readonly inode: number;
  size(): number;
  read(into: Uint8Array, offset: number): number;
  write(from: Uint8Array, offset: number): void;
}

const ENOENT = 44;
const EIO = 29;
const EROFS = 69;
/**
 * The C library's name for the scratch file into which HDF5 prints its errors; it is kept in
 * memory.
 */
const SCRATCH = '/tmp/tmpfile_';

export interface Hdf5Library {
  readonly h5: H5;
  /** `path` can be opened only while `open` runs: as the file itself, or as the bytes of `file`. */
  whileAllowed<T>(path: string, file: VirtualFile | undefined, open: () => T): T;
  /**
   * Why a virtual file could not be read, which the library reports only as a read error; forgotten
   * once taken.
   */
  takeReadFailure(): unknown;
}

export async function startHdf5(): Promise<Hdf5Library> {
  const { loaded: h5, stack } = await withOwnImports(
    async () => await (await import('h5wasm/node')).ready,
  );
  restoreStack(h5, stack);
  while (h5.get_plugin_search_paths().length > 0) h5.remove_plugin_search_path(0);
  h5.insert_plugin_search_path(PLUGIN_FOLDER, 0);
  // Without this, a corrupt chunk comes back as if it were good data.
  h5.activate_throwing_error_handler();
  // The library writes the time into every object; without a clock, the same data give the same
  // bytes.
  Date.now = () => 0;
  const allowed = new Map<string, VirtualFile | undefined>();
  let failure: unknown;
  guardFileSystem(h5.FS as unknown as FileSystem, allowed, (error) => {
    failure = error;
  });
  return {
    h5,
    whileAllowed: (path, file, open) => {
      allowed.set(path, file);
      try {
        return open();
      } finally {
        allowed.delete(path);
      }
    },
    takeReadFailure: () => {
      const taken = failure;
      failure = undefined;
      return taken;
    },
  };
}

/**
 * What the library throws leaves its stack where it was: some thousands of errors that are caught,
 * such as those of a missing name, would fill it and then overwrite the memory below it.
 */
function restoreStack(h5: H5, stack: Stack): void {
  for (const [name, act] of Object.entries<unknown>({ ...h5 })) {
    if (typeof act !== 'function' || !/^[a-z]+_/.test(name)) continue;
    Reflect.set(h5, name, (...input: unknown[]): unknown => {
      const at = stack.current();
      try {
        return act(...input);
      } catch (error) {
        stack.restore(at);
        throw error;
      }
    });
  }
}

/** A file can name other files (external links and raw data); only those given to us are opened. */
function guardFileSystem(
  fs: FileSystem,
  allowed: ReadonlyMap<string, VirtualFile | undefined>,
  onReadFailure: (error: unknown) => void,
): void {
  const original = { open: fs.open, stat: fs.stat, fstat: fs.fstat, unlink: fs.unlink };
  const inodes = new Map<string, number>();
  const ownInodes = new WeakMap<Stream, number>();
  let nextInode = 1;
  const inodeOf = (path: string) => {
    const known = inodes.get(path);
    if (known !== undefined) return known;
    inodes.set(path, nextInode);
    return nextInode++;
  };
  fs.open = (path, flags, mode) => {
    if (path.startsWith(SCRATCH)) return openStream(fs, path, flags, scratchFile(inodeOf(path)));
    if (isPlugin(path)) return original.open(path, flags, mode);
    if (!allowed.has(path)) throw new fs.ErrnoError(ENOENT);
    const file = allowed.get(path);
    if (!file) {
      // The library takes two open files with one inode for the same file: one that was rewritten
      // since, or that it failed to close, would be shown from memory as it was.
      const stream = original.open(path, flags, mode);
      ownInodes.set(stream, nextInode++);
      return stream;
    }
    return openStream(fs, path, flags, readOnly(fs, inodeOf(path), file, onReadFailure));
  };
  fs.stat = (path, dontFollow) => {
    const file = allowed.get(path);
    return file ? statOf(inodeOf(path), file.size) : original.stat(path, dontFollow);
  };
  fs.fstat = (fd) => {
    const stream = fs.getStreamChecked(fd);
    if (stream.file) return statOf(stream.file.inode, stream.file.size());
    const inode = ownInodes.get(stream);
    const status = original.fstat(fd);
    return inode === undefined ? status : Object.assign(status, { ino: inode, dev: 0 });
  };
  fs.unlink = (path) => {
    if (!path.startsWith(SCRATCH)) original.unlink(path);
  };
}

const isPlugin = (path: string): boolean =>
  path === PLUGIN_FOLDER || dirname(path) === PLUGIN_FOLDER;

function openStream(fs: FileSystem, path: string, flags: number, file: MutableFile): Stream {
  const operations: StreamOperations = {
    read: (_stream, heap, offset, length, position) =>
      file.read(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position),
    write: (_stream, heap, offset, length, position) => {
      file.write(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position);
      return length;
    },
    llseek: (stream, offset, whence) =>
      offset + (whence === 1 ? stream.position : whence === 2 ? file.size() : 0),
  };
  const node = { id: file.inode, mode: 0o100644, node_ops: {}, path };
  const stream = { path, flags, position: 0, node, seekable: true, stream_ops: operations, file };
  return fs.createStream(stream);
}

function readOnly(
  fs: FileSystem,
  inode: number,
  file: VirtualFile,
  onFailure: (error: unknown) => void,
): MutableFile {
  return {
    inode,
    size: () => file.size,
    read: (into, offset) => {
      try {
        return file.read(into, offset);
      } catch (error) {
        onFailure(error);
        throw new fs.ErrnoError(EIO); // anything else would tear through the library
      }
    },
    write: () => {
      throw new fs.ErrnoError(EROFS);
    },
  };
}

function scratchFile(inode: number): MutableFile {
  let content = new Uint8Array(0);
  return {
    inode,
    size: () => content.length,
    read: (into, offset) => {
      const bytes = content.subarray(offset, offset + into.length);
      into.set(bytes);
      return bytes.length;
    },
    write: (from, offset) => {
      const grown = new Uint8Array(Math.max(content.length, offset + from.length));
      grown.set(content);
      grown.set(from, offset);
      content = grown;
    },
  };
}

/** Device 0 is no real device, so that a virtual file is never taken for one on the disk. */
function statOf(inode: number, size: number): object {
  const never = new Date(0);
  const owner = { nlink: 1, uid: 0, gid: 0, rdev: 0 };
  const times = { atime: never, mtime: never, ctime: never };
  return {
    dev: 0,
    ino: inode,
    mode: 0o100644,
    size,
    blocks: Math.ceil(size / 512),
    ...owner,
    ...times,
  };
}
