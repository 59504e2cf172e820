// The container of Blosc 1 with one block: bytes shuffled by the size of an element, then zlib (RFC
// 1950). Written and read.
import { promisify } from 'node:util';
import { deflate, deflateSync, inflate } from 'node:zlib';
import { shuffle, unshuffle } from '@isobar/netcdf';

const deflated = promisify(deflate);
const inflated = promisify(inflate);

/** Version of the format and of its use of zlib, as bytes 0 and 1. */
const [VERSION, ZLIB_VERSION] = [2, 1];
const [SHUFFLED, STORED, ONE_STREAM, ZLIB] = [0x01, 0x02, 0x10, 3 << 5];
const HEADER = 16;
/** Behind the header: where the one block begins, and its length. */
const BLOCK_HEAD = 8;
const FASTEST = 1;
/**
 * What zlib may use besides the level: the most memory, and room for most chunks in one piece. Both
 * save a tenth of its time.
 */
const ROOM = { memLevel: 9, chunkSize: 1 << 16 };
/**
 * Bytes that are compressed in place, which takes a fifth less processor time; more would keep the
 * thread from its messages.
 */
const IN_PLACE = 1 << 20;
/** Bytes; zlib takes no smaller pieces. */
const LEAST_PIECE = 64;

/**
 * `size`: bytes of an element. `level` of zlib. `memory` for as many bytes as `raw` has, which may
 * be used again afterwards.
 */
export async function toBlosc(
  raw: Uint8Array,
  size: number,
  level = FASTEST,
  memory?: Uint8Array,
): Promise<Uint8Array> {
  const shuffled = shuffle(raw, size, memory);
  const options = { ...ROOM, level };
  const packed =
    raw.length <= IN_PLACE ? deflateSync(shuffled, options) : await deflated(shuffled, options);
  const isStored = HEADER + BLOCK_HEAD + packed.length >= HEADER + raw.length;
  const made = Buffer.alloc(HEADER + (isStored ? raw.length : BLOCK_HEAD + packed.length));
  made[0] = VERSION;
  made[1] = ZLIB_VERSION;
  made[2] = (isStored ? STORED : SHUFFLED) | ONE_STREAM | ZLIB;
  made[3] = size;
  made.writeUInt32LE(raw.length, 4);
  made.writeUInt32LE(raw.length, 8); // the size of a block, of which there is one
  made.writeUInt32LE(made.length, 12);
  if (isStored) made.set(raw, HEADER);
  else {
    made.writeUInt32LE(HEADER + 4, HEADER);
    made.writeUInt32LE(packed.length, HEADER + 4);
    made.set(packed, HEADER + BLOCK_HEAD);
  }
  return made;
}

/** What toBlosc was given. */
export async function fromBlosc(made: Uint8Array): Promise<Uint8Array> {
  const view = Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  const length = view.readUInt32LE(4);
  if (((made[2] ?? 0) & STORED) !== 0) return made.slice(HEADER, HEADER + length);
  const packed = made.subarray(HEADER + BLOCK_HEAD);
  // In one piece: in many small ones it takes ten times as long.
  const sizes = { maxOutputLength: Math.max(1, length), chunkSize: Math.max(LEAST_PIECE, length) };
  return unshuffle(await inflated(packed, sizes), made[3] ?? 1);
}
