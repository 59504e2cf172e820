// The file of an index: pieces that are read on demand, arrays that are loaded for searching, and a
// header at the end. Several threads may write it, each its own part.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { memberOf } from '../memory/members.ts';
import type { SegmentContent } from './segment-content.ts';

/** The kinds of arrays that a segment holds. */
export type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;
const ARRAYS = {
  Uint8Array,
  Uint16Array,
  Int32Array,
  Float64Array,
} as const;
type ArrayName = keyof typeof ARRAYS;

const kindOf = (numbers: Numbers): ArrayName => {
  if (numbers instanceof Uint8Array) return 'Uint8Array';
  if (numbers instanceof Uint16Array) return 'Uint16Array';
  return numbers instanceof Int32Array ? 'Int32Array' : 'Float64Array';
};

/** The first `length` numbers of a block. */
function numbersIn(block: SharedArrayBuffer, kind: ArrayName, length: number): Numbers {
  switch (kind) {
    case 'Uint8Array':
      return new Uint8Array(block, 0, length);
    case 'Uint16Array':
      return new Uint16Array(block, 0, length);
    case 'Int32Array':
      return new Int32Array(block, 0, length);
    case 'Float64Array':
      return new Float64Array(block, 0, length);
  }
}

/** Bytes of the file, and their checksum. */
export type Piece = {
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
};
/** An array. `length`: of its bytes. */
type Section = Piece & { readonly name: string; readonly type: ArrayName };
/** What one thread wrote. */
export type WrittenPart = {
  /** What is read on demand. */
  readonly cold: Piece;
  readonly sections: readonly Section[];
  /** Where the part ends in the file. */
  readonly end: number;
};
type Header = {
  readonly cold: readonly Piece[];
  readonly sections: readonly Section[];
  readonly content: SegmentContent;
};

const MAGIC = Buffer.from('isobar05');
/** Offset, length and checksum of the header, then the magic. */
const TRAILER_BYTES = 8 + 8 + 8 + MAGIC.length;
const CHUNK = 1 << 26;

/** The file is not as it was written: the index has to be rebuilt. */
export class SegmentDamaged extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SegmentDamaged';
  }
}

/**
 * Writes a part of a segment file: first what is read on demand, then arrays. Blocking, so only for
 * worker threads.
 */
export class PartWriter {
  private readonly file: number;
  private position: number;
  private readonly buffer = Buffer.allocUnsafe(1 << 20);
  private buffered = 0;
  private cold: Piece;
  private readonly sections: Section[] = [];

  /** Writes to an open file from `offset` on. */
  constructor(file: number, offset: number) {
    this.file = file;
    this.position = offset;
    this.cold = { offset, length: 0, checksum: 0 };
  }

  /**
   * Adds bytes that are read on demand; returns their offset in the file. Only before the first
   * array.
   */
  append(bytes: Uint8Array): number {
    const offset = this.position + this.buffered;
    if (bytes.length > this.buffer.length - this.buffered) this.flush();
    if (bytes.length > this.buffer.length) this.writeCold(bytes);
    else {
      this.buffer.set(bytes, this.buffered);
      this.buffered += bytes.length;
    }
    return offset;
  }

  /** Adds an array under its name, with its checksum. */
  array(name: string, numbers: Numbers): void {
    this.flush();
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const type = kindOf(numbers);
    const { position: offset } = this;
    this.sections.push({ name, type, offset, length: bytes.length, checksum: crc32(bytes) });
    this.write(bytes);
  }

  /** Writes what is left in the buffer. Nothing can be added afterwards. */
  done(): WrittenPart {
    this.flush();
    const { cold, sections, position: end } = this;
    return { cold, sections, end };
  }

  private flush(): void {
    if (this.buffered === 0) return;
    this.writeCold(this.buffer.subarray(0, this.buffered));
    this.buffered = 0;
  }

  private writeCold(bytes: Uint8Array): void {
    const { offset, length, checksum } = this.cold;
    this.cold = { offset, length: length + bytes.length, checksum: crc32(bytes, checksum) };
    this.write(bytes);
  }

  private write(bytes: Uint8Array): void {
    writeAt(this.file, bytes, this.position);
    this.position += bytes.length;
  }
}

/**
 * Completes a file whose parts are written: header and trailer, without which it cannot be read.
 * Blocking.
 */
export function endSegment(
  file: number,
  parts: readonly WrittenPart[],
  content: SegmentContent,
): void {
  const header: Header = {
    cold: parts.map(({ cold }) => cold),
    sections: parts.flatMap(({ sections }) => sections),
    content,
  };
  const text = Buffer.from(JSON.stringify(header));
  const offset = Math.max(...parts.map(({ end }) => end));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeDoubleLE(offset, 0);
  trailer.writeDoubleLE(text.length, 8);
  trailer.writeUInt32LE(crc32(text), 16);
  MAGIC.copy(trailer, 24);
  writeAt(file, Buffer.concat([text, trailer]), offset);
}

function writeAt(file: number, bytes: Uint8Array, offset: number): void {
  for (let from = 0; from < bytes.length; ) {
    const length = Math.min(CHUNK, bytes.length - from);
    from += writeSync(file, bytes, from, length, offset + from);
  }
}

/**
 * What threads share of an open segment: the arrays, the file for everything else, and the header.
 */
export type SegmentData = {
  /** The columns in shared memory, keyed by name. */
  readonly arrays: ReadonlyMap<string, Numbers>;
  /** The descriptor of the open file. */
  readonly file: number;
  /** What is read on demand. */
  readonly cold: readonly Piece[];
  readonly content: SegmentContent;
};

/**
 * Reads a segment file into shared memory; the file stays open for what is read on demand, and the
 * last that uses it closes `file`. Throws `SegmentDamaged` where a checksum is wrong, an `Error`
 * where its version is different or its end is missing, and as `openSync` does. Blocking.
 */
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
    // as `endSegment` wrote it, by its checksum
    const { cold, sections, content }: Header = JSON.parse(text.toString());
    return { arrays: readArrays(file, sections), file, cold, content };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

export type Arrays = SegmentData['arrays'];

/** An array of a segment by its name, checked to be of the kind that it is read as. */
export const intsOf = (arrays: Arrays, name: string): Int32Array => {
  const numbers = memberOf(arrays, name);
  if (!(numbers instanceof Int32Array)) throw ofOtherKind(name);
  return numbers;
};
export const floatsOf = (arrays: Arrays, name: string): Float64Array => {
  const numbers = memberOf(arrays, name);
  if (!(numbers instanceof Float64Array)) throw ofOtherKind(name);
  return numbers;
};
export const bytesOf = (arrays: Arrays, name: string): Uint8Array => {
  const numbers = memberOf(arrays, name);
  if (!(numbers instanceof Uint8Array)) throw ofOtherKind(name);
  return numbers;
};
/** Offsets in a block of texts, which may be too large for 32 bits. */
export const offsetsOf = (arrays: Arrays, name: string): Int32Array | Float64Array => {
  const numbers = memberOf(arrays, name);
  if (numbers instanceof Uint8Array || numbers instanceof Uint16Array) throw ofOtherKind(name);
  return numbers;
};
export const ordinalsOf = (arrays: Arrays, name: string): Exclude<Numbers, Float64Array> => {
  const numbers = memberOf(arrays, name);
  if (numbers instanceof Float64Array) throw ofOtherKind(name);
  return numbers;
};

const ofOtherKind = (name: string) =>
  new SegmentDamaged(`the numbers ${name} of the segment file are of a different kind`);

/**
 * Each array has memory of its own, so that a changed segment can keep those that stayed the same
 * and release the others.
 */
function readArrays(file: number, sections: readonly Section[]): ReadonlyMap<string, Numbers> {
  const arrays = new Map<string, Numbers>();
  for (const { name, type, offset, length, checksum } of sections) {
    const block = new SharedArrayBuffer(length);
    const bytes = Buffer.from(block);
    fill(file, bytes, offset);
    if (crc32(bytes) !== checksum) throw new Error('the content of the segment file is damaged');
    const count = length / ARRAYS[type].BYTES_PER_ELEMENT;
    arrays.set(name, numbersIn(block, type, count));
  }
  return arrays;
}

/** Smaller blocks of memory are not worth reusing. */
const SMALL = 1 << 16;

/**
 * The same arrays in shared memory; those that are there already are not copied. Empties `hot`.
 * `spare`: blocks that no segment reads any more. They are reused, because the garbage collector
 * does not see their size and would free them late.
 */
export function inSharedMemory(
  hot: Map<string, Numbers>,
  spare: readonly SharedArrayBuffer[] = [],
): ReadonlyMap<string, Numbers> {
  const free = spare.filter(({ byteLength }) => byteLength >= SMALL);
  free.sort((a, b) => a.byteLength - b.byteLength);
  const arrays = new Map<string, Numbers>();
  for (const [name, numbers] of hot) {
    hot.delete(name); // lets go of it
    if (numbers.buffer instanceof SharedArrayBuffer) arrays.set(name, numbers);
    else {
      const block = blockFor(numbers.byteLength, free);
      const shared = numbersIn(block, kindOf(numbers), numbers.length);
      shared.set(numbers);
      arrays.set(name, shared);
    }
  }
  return arrays;
}

/**
 * A free block that is not much larger, or a new one with room to grow. `free`: in ascending size.
 */
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
