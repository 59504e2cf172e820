// A ZIP of stored files, every byte of which is known in advance, so that it has a length and its
// download can be resumed. (APPNOTE 6.3.x; ZIP64 where sizes or counts require it.)

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
}

/** Consecutive pieces of the archive: bytes of its own, or the content of an entry. */
export type ZipPiece =
  | { readonly offset: number; readonly length: number; readonly own: Uint8Array }
  | { readonly offset: number; readonly length: number; readonly entry: ZipEntry };

export interface ZipLayout {
  readonly length: number;
  readonly pieces: readonly ZipPiece[];
}

const LIMIT_32 = 0xffffffff;
const LIMIT_16 = 0xffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
const VERSION_64 = 45;
/** Marked as made on Unix, so that the mode below is understood: a plain file, rw-r--r--. */
const MADE_BY = (3 << 8) | VERSION_64;
const MODE = (0o100644 << 16) >>> 0;

/** `folder` is the folder in the archive, with its slash; `modified` in seconds UTC. */
export function zipLayout(
  entries: readonly ZipEntry[],
  folder: string,
  modified: number,
): ZipLayout {
  const when = dosTime(modified);
  const pieces: ZipPiece[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  const own = (bytes: Uint8Array) => {
    pieces.push({ offset, length: bytes.length, own: bytes });
    offset += bytes.length;
  };
  for (const entry of entries) {
    const name = Buffer.from(folder + entry.name, 'utf8');
    central.push(centralHeader(entry, name, offset, when));
    own(localHeader(entry, name, when));
    if (entry.bytes > 0) pieces.push({ offset, length: entry.bytes, entry });
    offset += entry.bytes;
  }
  const start = offset;
  const directory = Buffer.concat(central);
  own(directory);
  own(ending(entries.length, directory.length, start));
  return { length: offset, pieces };
}

/** The pieces that cover bytes [start, end), each with the part of it that is wanted. */
export function piecesIn(
  layout: ZipLayout,
  start: number,
  end: number,
): { readonly piece: ZipPiece; readonly from: number; readonly to: number }[] {
  return layout.pieces
    .filter((piece) => piece.offset < end && piece.offset + piece.length > start)
    .map((piece) => ({
      piece,
      from: Math.max(0, start - piece.offset),
      to: Math.min(piece.length, end - piece.offset),
    }));
}

function localHeader(entry: ZipEntry, name: Uint8Array, when: number): Uint8Array {
  const large = entry.bytes >= LIMIT_32;
  const extra = large ? zip64([entry.bytes, entry.bytes]) : new Uint8Array();
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(0x04034b50, 0);
  fixed.writeUInt16LE(large ? VERSION_64 : VERSION, 4);
  fixed.writeUInt16LE(FLAGS, 6);
  fixed.writeUInt32LE(when, 10);
  fixed.writeUInt32LE(entry.crc32, 14);
  fixed.writeUInt32LE(large ? LIMIT_32 : entry.bytes, 18);
  fixed.writeUInt32LE(large ? LIMIT_32 : entry.bytes, 22);
  fixed.writeUInt16LE(name.length, 26);
  fixed.writeUInt16LE(extra.length, 28);
  return Buffer.concat([fixed, name, extra]);
}

function centralHeader(
  entry: ZipEntry,
  name: Uint8Array,
  offset: number,
  when: number,
): Uint8Array {
  const large = entry.bytes >= LIMIT_32;
  const far = offset >= LIMIT_32;
  const extra = zip64([...(large ? [entry.bytes, entry.bytes] : []), ...(far ? [offset] : [])]);
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(0x02014b50, 0);
  fixed.writeUInt16LE(MADE_BY, 4);
  fixed.writeUInt16LE(large || far ? VERSION_64 : VERSION, 6);
  fixed.writeUInt16LE(FLAGS, 8);
  fixed.writeUInt32LE(when, 12);
  fixed.writeUInt32LE(entry.crc32, 16);
  fixed.writeUInt32LE(large ? LIMIT_32 : entry.bytes, 20);
  fixed.writeUInt32LE(large ? LIMIT_32 : entry.bytes, 24);
  fixed.writeUInt16LE(name.length, 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt32LE(MODE, 38);
  fixed.writeUInt32LE(far ? LIMIT_32 : offset, 42);
  return Buffer.concat([fixed, name, extra]);
}

function ending(count: number, directoryLength: number, start: number): Uint8Array {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 8);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 10);
  end.writeUInt32LE(Math.min(directoryLength, LIMIT_32), 12);
  end.writeUInt32LE(Math.min(start, LIMIT_32), 16);
  if (count < LIMIT_16 && directoryLength < LIMIT_32 && start < LIMIT_32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_BY, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(directoryLength), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + directoryLength), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

/** The extra field for values that do not fit into 32 bits; empty if all do. */
function zip64(values: readonly number[]): Uint8Array {
  if (values.length === 0) return new Uint8Array();
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [i, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  return field;
}

/** Time in the low, date in the high 16 bits, in steps of two seconds. */
function dosTime(seconds: number): number {
  const d = new Date(Math.max(seconds, 315_532_800) * 1000); // not before 1980
  const date = ((d.getUTCFullYear() - 1980) << 9) | ((d.getUTCMonth() + 1) << 5) | d.getUTCDate();
  const time = (d.getUTCHours() << 11) | (d.getUTCMinutes() << 5) | (d.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
