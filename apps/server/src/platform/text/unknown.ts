// For values from elsewhere, which may be anything: members of objects, codes of errors, the bytes
// of a body.
import { isRecord } from '@isobar/contract/json-record.ts';

/** The members of an object; anything else has none. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The same with each value as a text, for the parts of an address. */
export const textsOf = (all: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));

/** Such as 'ENOENT'; undefined: it has none. */
export function codeOf(error: unknown): string | undefined {
  const code = isObject(error) ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The HTTP status that an error of the server's own libraries asks for. */
export function statusOf(error: unknown): number | undefined {
  const status = isObject(error) ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** All bytes of a body; `tooLong` is thrown as soon as they are more than `most`. */
export async function bytesOf(
  body: AsyncIterable<Uint8Array>,
  most: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > most) throw tooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
