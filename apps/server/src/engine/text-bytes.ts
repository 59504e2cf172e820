// Texts one behind the other, as dictionaries hold them.

/** UTF-8 bytes of all texts and where each begins. */
export function encodeTexts(texts: readonly string[]) {
  const starts = new Int32Array(texts.length + 1);
  let total = 0;
  for (let i = 0; i < texts.length; i++) {
    total += Buffer.byteLength(texts[i] as string);
    starts[i + 1] = total;
  }
  const bytes = Buffer.allocUnsafe(total);
  for (let i = 0; i < texts.length; i++) bytes.write(texts[i] as string, starts[i] as number);
  return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), starts };
}
