// Many texts in one block of bytes, as dictionaries hold them.

export type EncodedTexts = {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each text begins, and at the end where the last one ends. */
  readonly starts: Int32Array;
};

export function textsOf({ bytes, starts }: EncodedTexts): string[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: starts.length - 1 }, (_, i) =>
    all.toString('utf8', starts[i], starts[i + 1]),
  );
}

/**
 * Texts up to this length are copied byte by byte, which is quicker than a call into the runtime.
 */
export const SHORT_TEXT_BYTES = 48;

/**
 * Copies the bytes of `from` between `start` and `end` (exclusive) to `to` at `at`; returns where
 * they end there.
 */
export function copyText(
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  at: number,
): number {
  if (end - start > SHORT_TEXT_BYTES) to.set(from.subarray(start, end), at);
  else for (let i = start, k = at; i < end; i++, k++) to[k] = from[i] ?? 0;
  return at + end - start;
}

/** Whether the bytes of `one` between `start` and `end` (exclusive) are also in `other` at `at`. */
export function isCopy(
  one: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array,
  at: number,
): boolean {
  for (let i = start, k = at; i < end; i++, k++) if (one[i] !== other[k]) return false;
  return true;
}

/** Some of the texts, by their places. */
export function pickTexts(
  { bytes, starts }: EncodedTexts,
  isWanted: (place: number) => boolean,
): EncodedTexts {
  const picked = new Uint8Array(bytes.length);
  const ends = [0];
  let length = 0;
  for (let place = 0; place + 1 < starts.length; place++) {
    if (!isWanted(place)) continue;
    const text = bytes.subarray(starts[place], starts[place + 1]);
    picked.set(text, length);
    length += text.length;
    ends.push(length);
  }
  return { bytes: picked.slice(0, length), starts: Int32Array.from(ends) };
}

/** Decodes UTF-8. */
export const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();
