// Walks over the bytes of a classic header that may not have been read completely yet, and trusts
// no number in it.
import { NetcdfError } from '../netcdf-error.ts';
import { decodeUtf8 } from '../text-bytes.ts';

/** The bytes at hand end before the header does; `upTo` says how many are needed to go on. */
export class HeaderIncomplete extends Error {
  readonly upTo: number;

  constructor(upTo: number) {
    super('more of the header is needed');
    this.upTo = upTo;
  }
}

/**
 * Longer names and attributes than any real file has are refused before anything is allocated for
 * them.
 */
const LONGEST_NAME = 4096;
const LONGEST_ATTRIBUTE = 64 * 2 ** 20;
/**
 * A count above this in a file that could not hold so many is nonsense rather than a cut-off file.
 */
const PLAUSIBLE_COUNT = 1_000_000;

export class HeaderCursor {
  position = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly fileSize: number;
  /** Counts and lengths take 8 bytes in CDF-5, offsets 8 bytes in CDF-2 and CDF-5. */
  private wideCounts = false;
  private wideOffsets = false;

  constructor(bytes: Uint8Array, fileSize: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.fileSize = fileSize;
  }

  setVersion(version: 1 | 2 | 5): void {
    this.wideCounts = version === 5;
    this.wideOffsets = version !== 1;
  }

  take(length: number): Uint8Array {
    const at = this.pass(length);
    return this.bytes.subarray(at, this.position);
  }

  uint32(): number {
    return this.view.getUint32(this.pass(4));
  }

  /** A count, length or dimension id. */
  count(): number {
    return this.wideCounts ? this.uint64('count') : this.uint32();
  }

  /** undefined while a writer is still adding records ("streaming"). */
  recordCount(): number | undefined {
    const at = this.position;
    const bytes = this.take(this.wideCounts ? 8 : 4);
    if (bytes.every((byte) => byte === 0xff)) return undefined;
    this.position = at;
    return this.count();
  }

  offset(): number {
    if (this.wideOffsets) return this.uint64('offset');
    const value = this.uint32();
    if (value > 0x7fffffff) throw new NetcdfError('corrupt', 'A variable begins before the file.');
    return value;
  }

  /**
   * The count of a list whose entries take at least `entryBytes`; a list is absent as two zeros.
   */
  listCount(tag: number, entryBytes: number): number {
    const found = this.uint32();
    const count = this.count();
    if (found === 0 && count === 0) return 0;
    if (found !== tag) {
      throw new NetcdfError('corrupt', `A list in the header has tag ${found} instead of ${tag}.`);
    }
    this.checkFits(count, entryBytes, 'entries of a list');
    return count;
  }

  name(): string {
    const length = this.count();
    if (length === 0 || length > LONGEST_NAME) {
      throw new NetcdfError('corrupt', `A name in the header has ${length} bytes.`);
    }
    const bytes = this.take(length);
    this.pass(padding(length));
    const name = decodeUtf8(bytes);
    if (name === undefined || name.includes('\0') || name.includes('/')) {
      throw new NetcdfError('corrupt', 'A name in the header is not valid text.');
    }
    return name;
  }

  /** The bytes of an attribute, without their padding. */
  attributeBytes(count: number, elementBytes: number): Uint8Array {
    this.checkFits(count, elementBytes, 'values of an attribute');
    const length = count * elementBytes;
    if (length > LONGEST_ATTRIBUTE) {
      throw new NetcdfError('unsupported', `An attribute of ${length} bytes is too long to read.`);
    }
    const bytes = this.take(length);
    this.pass(padding(length));
    return bytes;
  }

  checkFits(count: number, entryBytes: number, what: string): void {
    if (count * entryBytes <= this.fileSize - this.position) return;
    if (count > PLAUSIBLE_COUNT) {
      throw new NetcdfError('corrupt', `The header claims ${count} ${what}.`);
    }
    throw new NetcdfError('truncated', `The file ends inside its header, at ${this.fileSize} B.`);
  }

  /**
   * Moves on by `length` bytes and returns where they begin. Most of a header is numbers, for which
   * no view has to be made.
   */
  private pass(length: number): number {
    const at = this.position;
    const end = at + length;
    if (end > this.fileSize) {
      throw new NetcdfError('truncated', `The file ends inside its header, at ${this.fileSize} B.`);
    }
    if (end > this.bytes.length) throw new HeaderIncomplete(end);
    this.position = end;
    return at;
  }

  private uint64(what: string): number {
    const value = this.view.getBigUint64(this.pass(8));
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new NetcdfError('corrupt', `The header claims ${what} ${value}.`);
    }
    return Number(value);
  }
}

/** Bytes that fill up to the next multiple of four. */
export function padding(length: number): number {
  return (4 - (length % 4)) % 4;
}
