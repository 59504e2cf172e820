// Finds out whether the values of a dataset are in other files ("external raw data"). The library
// tells it by nothing but a read that fails, so that the messages of the dataset's object header
// are looked at here.
import type { H5 } from './h5.ts';

/** Bytes of the file from `offset` on, fewer where it ends. */
export type ReadBytes = (offset: number, length: number) => Uint8Array;

/** Types of messages. */
const EXTERNAL_FILES = 7;
const CONTINUATION = 16;
/** Longest beginning of an object header, up to its first message. */
const LONGEST_PREFIX = 34;
/**
 * A header with more bytes in all its parts is damaged: a damaged one may lead from each of its
 * parts to many others.
 */
const LONGEST_HEADER = 2 ** 20;
/** The first bytes of HDF5, at 0 or at a power of two from 512 on. */
const SIGNATURE = [0x89, 0x48, 0x44, 0x46];
const LARGEST_USER_BLOCK = 2 ** 26;
const OBJECT_HEADER = [0x4f, 0x48, 0x44, 0x52]; // OHDR

type References = Pick<H5, 'create_object_reference'>;

interface Part {
  readonly view: DataView;
  /** Where its first message begins. */
  readonly first: number;
}

/**
 * How messages begin: in version 1 type and size have two bytes each, in version 2 the type has
 * one.
 */
interface Layout {
  readonly isFirst: boolean;
  readonly prefix: number;
}

/**
 * Whether the dataset at a path has them; false also where a header is not understood, so that the
 * library has the last word.
 */
export function externalStorage(
  h5: References,
  file: bigint,
  read: ReadBytes,
): (path: string) => boolean {
  let base: number | undefined;
  return (path) => {
    const reference = Uint8Array.from(h5.create_object_reference(file, path));
    base ??= userBlock(read);
    try {
      return messagesTell(read, base, base + addressAt(viewOf(reference), 0));
    } catch (error) {
      if (error instanceof RangeError) return false; // a message that ends behind its part
      throw error;
    }
  };
}

function messagesTell(read: ReadBytes, base: number, at: number): boolean {
  const start = viewOf(read(at, LONGEST_PREFIX));
  const isFirst = !startsWith(start, OBJECT_HEADER);
  if (isFirst && start.getUint8(0) !== 1) return false;
  const flags = isFirst ? 0 : start.getUint8(5);
  const layout: Layout = { isFirst, prefix: isFirst ? 8 : flags & 4 ? 6 : 4 };
  const sizeAt = isFirst ? 8 : 6 + (flags & 32 ? 16 : 0) + (flags & 16 ? 4 : 0);
  const width = isFirst ? 4 : 1 << (flags & 3);
  const length = unsigned(start, sizeAt, width);
  const first = isFirst ? 16 : sizeAt + width;
  let left = LONGEST_HEADER;
  const partAt = (begin: number, lead: number, end: number): Part => {
    left -= Math.max(end, 1);
    if (left < 0) throw new RangeError('The header is too long.');
    return { view: viewOf(read(begin, end)), first: lead };
  };
  const parts: Part[] = [partAt(at, first, first + length)];
  for (const part of parts) {
    for (const { type, data } of messagesOf(part, layout)) {
      if (type === EXTERNAL_FILES) return true;
      if (type !== CONTINUATION) continue;
      const size = addressAt(data, 8);
      // A part of version 2 has a signature before its messages and a checksum behind them.
      const [lead, tail] = isFirst ? [0, 0] : [4, 4];
      parts.push(partAt(base + addressAt(data, 0), lead, size - tail));
    }
  }
  return false;
}

function* messagesOf({ view, first }: Part, { isFirst, prefix }: Layout) {
  // What is left behind the last message may be too short for another one.
  for (let at = first; at + prefix <= view.byteLength; ) {
    const type = isFirst ? view.getUint16(at, true) : view.getUint8(at);
    const size = view.getUint16(at + (isFirst ? 2 : 1), true);
    const data = new DataView(view.buffer, view.byteOffset + at + prefix, size);
    yield { type, data };
    at += prefix + size;
  }
}

/** Bytes before the file proper, from which addresses are counted. */
function userBlock(read: ReadBytes): number {
  for (let at = 0; at <= LARGEST_USER_BLOCK; at = at === 0 ? 512 : at * 2)
    if (startsWith(viewOf(read(at, SIGNATURE.length)), SIGNATURE)) return at;
  return 0;
}

const startsWith = (view: DataView, bytes: readonly number[]): boolean =>
  view.byteLength >= bytes.length && bytes.every((byte, at) => view.getUint8(at) === byte);

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, length);

/** Offsets and lengths have eight bytes wherever this century wrote a file. */
const addressAt = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

const unsigned = (view: DataView, at: number, width: number): number => {
  if (width === 8) return addressAt(view, at);
  if (width === 4) return view.getUint32(at, true);
  return width === 2 ? view.getUint16(at, true) : view.getUint8(at);
};
