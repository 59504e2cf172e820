// Bytes as text that JSON can hold (RFC 4648), without the help of a browser or of Node. Pure.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let i = 0; i < LETTERS.length; i++) VALUES[LETTERS.charCodeAt(i)] = i;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const all = (a << 16) | (b << 8) | c;
    const left = bytes.length - at;
    parts.push(
      LETTERS.charAt(all >> 18) +
        LETTERS.charAt((all >> 12) & 63) +
        (left > 1 ? LETTERS.charAt((all >> 6) & 63) : '=') +
        (left > 2 ? LETTERS.charAt(all & 63) : '='),
    );
  }
  return parts.join('');
}

/** As many bytes as are asked for; those that the text lacks, or that are not base64, are 0. */
export function fromBase64(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const letter = (at: number): number => VALUES[text.charCodeAt(at) & 127] ?? 0;
  for (let at = 0, out = 0; out < length; at += 4, out += 3) {
    const all =
      (letter(at) << 18) | (letter(at + 1) << 12) | (letter(at + 2) << 6) | letter(at + 3);
    bytes[out] = all >> 16;
    // What is beyond the last byte is not kept.
    bytes[out + 1] = (all >> 8) & 255;
    bytes[out + 2] = all & 255;
  }
  return bytes;
}
