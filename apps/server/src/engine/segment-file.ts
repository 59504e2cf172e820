// The file that holds an index: what is read rarely lies in front, what is searched in one block behind it, a header at the end.
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

export type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;
const ARRAYS = {
  Uint8Array,
  Uint16Array,
  Int32Array,
  Float64Array,
} as const;
type ArrayName = keyof typeof ARRAYS;
type MakeArray = new (block: SharedArrayBuffer, offset: number, length: number) => Numbers;

type Section = {
  readonly name: string;
  readonly type: ArrayName;
  /** Bytes from the beginning of the hot block. */
  readonly offset: number;
  readonly length: number;
};
type Header = {
  readonly hotOffset: number;
  readonly hotLength: number;
  readonly hotChecksum: number;
  /** Of what lies before the hot block. */
  readonly coldChecksum: number;
  readonly sections: readonly Section[];
  readonly content: unknown;
};

const MAGIC = Buffer.from('isobar04');
/** Header offset, header length, header checksum, magic. */
const TRAILER_BYTES = 8 + 8 + 8 + MAGIC.length;
const CHUNK = 1 << 26;

/** What is read is not what was written: the index has to be built anew. */
export class SegmentDamaged extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SegmentDamaged';
  }
}

/** Writes a segment file; nothing of it counts before `finish`. Blocks: for worker threads. */
export class SegmentWriter {
  private readonly file: number;
  private position = 0;
  private readonly buffer = Buffer.allocUnsafe(1 << 20);
  private buffered = 0;
  /** Of what is written. */
  private checksum = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
    this.append(MAGIC);
  }

  /** Adds bytes that are read on demand; returns their offset in the file. */
  append(bytes: Uint8Array): number {
    const offset = this.position + this.buffered;
    if (bytes.length > this.buffer.length - this.buffered) this.flush();
    if (bytes.length > this.buffer.length) this.write(bytes);
    else {
      this.buffer.set(bytes, this.buffered);
      this.buffered += bytes.length;
    }
    return offset;
  }

  /** Writes what is searched and the header, and sees that all of it is on the disk. `content`: any JSON. */
  finish(hot: ReadonlyMap<string, Numbers>, content: unknown): void {
    this.pad();
    this.flush();
    const hotOffset = this.position;
    const coldChecksum = this.checksum;
    const sections: Section[] = [];
    let hotChecksum = 0;
    let offset = 0;
    for (const [name, numbers] of hot) {
      const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      sections.push({
        name,
        type: numbers.constructor.name as ArrayName,
        offset,
        length: numbers.length,
      });
      hotChecksum = crc32(bytes, hotChecksum);
      this.append(bytes);
      const padding = Buffer.alloc((8 - (bytes.length % 8)) % 8);
      hotChecksum = crc32(padding, hotChecksum);
      this.append(padding);
      offset += bytes.length + padding.length;
    }
    const header: Header = {
      hotOffset,
      hotLength: offset,
      hotChecksum,
      coldChecksum,
      sections,
      content,
    };
    const text = Buffer.from(JSON.stringify(header));
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeDoubleLE(this.append(text), 0);
    trailer.writeDoubleLE(text.length, 8);
    trailer.writeUInt32LE(crc32(text), 16);
    MAGIC.copy(trailer, 24);
    this.append(trailer);
    this.flush();
    fsyncSync(this.file);
    closeSync(this.file);
  }

  /** Gives up: the caller removes the file. */
  abandon(): void {
    closeSync(this.file);
  }

  private pad(): void {
    const rest = (this.position + this.buffered) % 8;
    if (rest > 0) this.append(Buffer.alloc(8 - rest));
  }

  private flush(): void {
    this.write(this.buffer.subarray(0, this.buffered));
    this.buffered = 0;
  }

  private write(bytes: Uint8Array): void {
    this.checksum = crc32(bytes, this.checksum);
    for (let from = 0; from < bytes.length; ) {
      const length = Math.min(CHUNK, bytes.length - from);
      const written = writeSync(this.file, bytes, from, length, this.position);
      from += written;
      this.position += written;
    }
  }
}

/** What the threads share of an open segment: what is searched, the file for the rest, and the header. */
export type SegmentData = {
  /** In shared memory, by name. */
  readonly arrays: ReadonlyMap<string, Numbers>;
  readonly file: number;
  /** What is read on demand: the first bytes of the file, and their checksum. */
  readonly cold: { readonly length: number; readonly checksum: number };
  readonly content: unknown;
};

/** Reads a segment file into shared memory. Throws when it is broken, half-written or of another version. Blocks. */
export function readSegment(path: string): SegmentData {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size < TRAILER_BYTES) throw new SegmentDamaged('the segment file is cut short');
    const trailer = readAt(file, size - TRAILER_BYTES, TRAILER_BYTES);
    const magic = trailer.subarray(24);
    if (!magic.equals(MAGIC))
      throw new Error(
        magic.subarray(0, 6).equals(MAGIC.subarray(0, 6))
          ? 'the segment file was written by another version'
          : 'the segment file has no proper end',
      );
    const offset = trailer.readDoubleLE(0);
    const length = trailer.readDoubleLE(8);
    if (!(offset >= 0 && length > 0 && offset + length <= size - TRAILER_BYTES))
      throw new Error('the segment file has no proper header');
    const text = readAt(file, offset, length);
    if (crc32(text) !== trailer.readUInt32LE(16))
      throw new Error('the header of the segment file is damaged');
    const header = JSON.parse(text.toString()) as Header; // written by `finish`, checked by its checksum
    return {
      arrays: readArrays(file, header),
      file,
      cold: { length: header.hotOffset, checksum: header.coldChecksum },
      content: header.content,
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Each has memory of its own, so that a changed segment can keep what did not change and let go of the rest. */
function readArrays(file: number, header: Header): ReadonlyMap<string, Numbers> {
  const arrays = new Map<string, Numbers>();
  let checksum = 0;
  for (const { name, type, offset, length } of header.sections) {
    const size = length * ARRAYS[type].BYTES_PER_ELEMENT;
    const block = new SharedArrayBuffer(Math.ceil(size / 8) * 8); // with the padding
    const bytes = Buffer.from(block);
    fill(file, bytes, header.hotOffset + offset);
    checksum = crc32(bytes, checksum);
    arrays.set(name, new (ARRAYS[type] as MakeArray)(block, 0, length));
  }
  if (checksum !== header.hotChecksum)
    throw new Error('the content of the segment file is damaged');
  return arrays;
}

/** Blocks of memory smaller than this are not worth keeping for later. */
const SMALL = 1 << 16;

/**
 * The same arrays where other threads can read them; those that are there already are not copied. Empties `hot`. `spare`:
 * blocks that nobody reads any more and that are used again; a garbage collector would not know how large they are.
 */
export function inSharedMemory(
  hot: Map<string, Numbers>,
  spare: readonly SharedArrayBuffer[],
): ReadonlyMap<string, Numbers> {
  const free = spare.filter(({ byteLength }) => byteLength >= SMALL);
  free.sort((a, b) => a.byteLength - b.byteLength);
  const arrays = new Map<string, Numbers>();
  for (const [name, numbers] of hot) {
    hot.delete(name); // lets go of it
    if (numbers.buffer instanceof SharedArrayBuffer) arrays.set(name, numbers);
    else {
      const type = ARRAYS[numbers.constructor.name as ArrayName]; // one of the kinds of Numbers
      const block = blockFor(numbers.byteLength, free);
      const shared = new (type as MakeArray)(block, 0, numbers.length);
      shared.set(numbers);
      arrays.set(name, shared);
    }
  }
  return arrays;
}

/** A free one that is not much larger, or a new one with room to grow. `free`: by size. */
function blockFor(bytes: number, free: SharedArrayBuffer[]): SharedArrayBuffer {
  if (bytes < SMALL) return new SharedArrayBuffer(bytes);
  const at = free.findIndex(({ byteLength }) => byteLength >= bytes);
  const found = free[at];
  if (!found || found.byteLength > bytes * 1.2) return new SharedArrayBuffer(roomy(bytes));
  free.splice(at, 1);
  return found;
}

const roomy = (bytes: number): number => Math.ceil((bytes * 1.02) / 8) * 8;

/** Bytes of an open file from `offset` on. */
export function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  fill(file, bytes, offset);
  return bytes;
}

function fill(file: number, bytes: Buffer, offset: number): void {
  for (let from = 0; from < bytes.length; ) {
    const read = readSync(file, bytes, from, Math.min(CHUNK, bytes.length - from), offset + from);
    if (read === 0) throw new SegmentDamaged('the segment file is cut short');
    from += read;
  }
}
