// Text in files: UTF-8 where it is valid, Latin-1 where it is not, and without the NULs that pad
// it.

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('latin1');
const utf8 = new TextEncoder();

/** Text of an attribute or a character row. */
export function decodeText(bytes: Uint8Array): string {
  const trimmed = withoutTrailingNuls(bytes);
  return decodeUtf8(trimmed) ?? latin1.decode(trimmed);
}

/** Text, or undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export function encodeUtf8(text: string): Uint8Array {
  return utf8.encode(text);
}

/** The texts of a `char` variable whose innermost axis has `width` characters. */
export function charRows(bytes: Uint8Array, width: number): string[] {
  if (width === 0) return [];
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += width) {
    rows.push(decodeText(bytes.subarray(at, at + width)));
  }
  return rows;
}

function withoutTrailingNuls(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}
