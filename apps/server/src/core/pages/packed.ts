// A page as it goes over the wire: packing costs more than all the rest of an answer, and packed
// pages take a tenth of the memory.
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';
/** The body of a page, plain or compressed. */
export interface Body {
  readonly bytes: Buffer;
  readonly encoding: Encoding | null;
}

/** Shorter texts go as they are. */
const LEAST_PACKED = 1024;

const PACKERS: Readonly<
  Record<
    Encoding,
    { pack(plain: Buffer): Promise<Buffer>; unpack(packed: Buffer): Promise<Buffer> }
  >
> = {
  br: {
    pack: (plain) =>
      promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    unpack: promisify(brotliDecompress),
  },
  gzip: { pack: promisify(gzip), unpack: promisify(gunzip) },
};

/** The same in another encoding; a short text stays as it is. */
export async function inEncoding(body: Body, encoding: Encoding | null): Promise<Body> {
  if (body.encoding === encoding) return body;
  const bytes = body.encoding ? await PACKERS[body.encoding].unpack(body.bytes) : body.bytes;
  if (!encoding || bytes.length < LEAST_PACKED) return { bytes, encoding: null };
  return { bytes: await PACKERS[encoding].pack(bytes), encoding };
}

/** Null: as it is. */
export function encodingFor(accept: string | undefined): Encoding | null {
  if (!accept) return null;
  const [best] = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([
    'br',
    'gzip',
    'identity',
  ]);
  return best === 'br' || best === 'gzip' ? best : null;
}
