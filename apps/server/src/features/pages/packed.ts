// A page as it goes over the wire, packed once however often it is read: packing costs more than all the rest of an answer.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip';

const pack: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => promisify(gzip)(text),
};

/** Packs `text` when it is asked for first. */
export function packer(text: string): (encoding: Encoding) => Promise<Buffer> {
  const made = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = made.get(encoding) ?? pack[encoding](text);
    made.set(encoding, known);
    return known;
  };
}

/** Undefined: as it is. */
export function encodingFor(accept: string | undefined): Encoding | undefined {
  if (!accept) return undefined;
  const [best] = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([
    'br',
    'gzip',
    'identity',
  ]);
  return best === 'br' || best === 'gzip' ? best : undefined;
}
