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
  readonly sections: readonly Section[];
  readonly content: unknown;
};

const MAGIC = Buffer.from('isobar03');
/** Header offset, header length, header checksum, magic. */
const TRAILER_BYTES = 8 + 8 + 8 + MAGIC.length;
const CHUNK = 1 << 26;

/** Writes a segment file; nothing of it counts before `finish`. Blocks: for worker threads. */
export class SegmentWriter {
  private readonly file: number;
  private position = 0;
  private readonly buffer = Buffer.allocUnsafe(1 << 20);
  private buffered = 0;

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
    const hotOffset = this.position + this.buffered;
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
    const header: Header = { hotOffset, hotLength: offset, hotChecksum, sections, content };
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
    for (let from = 0; from < bytes.length; ) {
      const length = Math.min(CHUNK, bytes.length - from);
      const written = writeSync(this.file, bytes, from, length, this.position);
      from += written;
      this.position += written;
    }
  }
}

/** What the threads share of an open segment: the searched block, the file for the rest, and the header. */
export type SegmentData = {
  readonly hot: SharedArrayBuffer;
  readonly file: number;
  readonly sections: readonly Section[];
  readonly content: unknown;
};

/** The same without a file of its own: `file` holds what is read on demand. */
export function sharedSegment(
  hot: ReadonlyMap<string, Numbers>,
  content: unknown,
  file: number,
): SegmentData {
  let length = 0;
  for (const numbers of hot.values()) length += Math.ceil(numbers.byteLength / 8) * 8;
  const block = new SharedArrayBuffer(length);
  const bytes = new Uint8Array(block);
  const sections: Section[] = [];
  let offset = 0;
  for (const [name, numbers] of hot) {
    const type = numbers.constructor.name as ArrayName; // one of the kinds of Numbers
    bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), offset);
    sections.push({ name, type, offset, length: numbers.length });
    offset += Math.ceil(numbers.byteLength / 8) * 8;
  }
  return { hot: block, file, sections, content };
}

/** Reads a segment file into shared memory. Throws when it is broken, half-written or of another version. Blocks. */
export function readSegment(path: string): SegmentData {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size < TRAILER_BYTES) throw new Error('the segment file is cut short');
    const trailer = readAt(file, size - TRAILER_BYTES, TRAILER_BYTES);
    if (!trailer.subarray(24).equals(MAGIC)) throw new Error('the segment file has no proper end');
    const offset = trailer.readDoubleLE(0);
    const length = trailer.readDoubleLE(8);
    if (!(offset >= 0 && length > 0 && offset + length <= size - TRAILER_BYTES))
      throw new Error('the segment file has no proper header');
    const text = readAt(file, offset, length);
    if (crc32(text) !== trailer.readUInt32LE(16))
      throw new Error('the header of the segment file is damaged');
    const header = JSON.parse(text.toString()) as Header; // written by `finish`, checked by its checksum
    const hot = new SharedArrayBuffer(header.hotLength);
    const bytes = Buffer.from(hot);
    fill(file, bytes, header.hotOffset);
    if (crc32(bytes) !== header.hotChecksum)
      throw new Error('the content of the segment file is damaged');
    return { hot, file, sections: header.sections, content: header.content };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The arrays of the searched block, by name. */
export function sectionArrays(data: SegmentData): ReadonlyMap<string, Numbers> {
  return new Map(
    data.sections.map(({ name, type, offset, length }) => [
      name,
      new (ARRAYS[type] as new (b: SharedArrayBuffer, o: number, l: number) => Numbers)(
        data.hot,
        offset,
        length,
      ),
    ]),
  );
}

/** Bytes of an open file from `offset` on. */
export function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  fill(file, bytes, offset);
  return bytes;
}

function fill(file: number, bytes: Buffer, offset: number): void {
  for (let from = 0; from < bytes.length; ) {
    const read = readSync(file, bytes, from, Math.min(CHUNK, bytes.length - from), offset + from);
    if (read === 0) throw new Error('the segment file is cut short');
    from += read;
  }
}
