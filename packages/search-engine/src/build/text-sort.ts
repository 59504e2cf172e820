// Sorts many different texts by their bytes without making strings: by a few bytes, then, where
// these are equal, by the next ones.
import { byteAt, floatAt, intAt } from '../memory/numbers.ts';
import { copyText, type EncodedTexts } from '../memory/text-bytes.ts';

/**
 * Some bytes of a text are the digits of one number, and these numbers are sorted. Digit 0 is the
 * end of the text.
 */
const BASE = 257;
/** Up to this many texts are sorted by comparing them. */
const MAX_COMPARED_TEXTS = 12;

/** `given`: no two are equal. `ordinals`: by place among the given texts. */
export function sortedTexts(given: EncodedTexts): {
  readonly texts: EncodedTexts;
  readonly ordinals: Int32Array;
} {
  const order = orderOf(given);
  const ordinals = new Int32Array(order.length);
  const starts = new Int32Array(order.length + 1);
  const bytes = new Uint8Array(intAt(given.starts, order.length));
  let at = 0;
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const text = intAt(order, ordinal);
    ordinals[text] = ordinal;
    const from = intAt(given.starts, text);
    const to = intAt(given.starts, text + 1);
    at = copyText(given.bytes, from, to, bytes, at);
    starts[ordinal + 1] = at;
  }
  return { texts: { bytes, starts }, ordinals };
}

/** Texts whose first `alike` bytes are equal, by their place in the order. */
type Run = { readonly from: number; readonly to: number; readonly alike: number };

/** Places of the texts in the order of their bytes. */
function orderOf(texts: EncodedTexts): Int32Array {
  const size = texts.starts.length - 1;
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) order[i] = i;
  const keys = new Float64Array(size);
  const before = new Int32Array(size);
  const runs: Run[] = [{ from: 0, to: size, alike: 0 }];
  for (let run = runs.pop(); run; run = runs.pop()) {
    const { from, to, alike } = run;
    const count = to - from;
    if (count <= MAX_COMPARED_TEXTS) {
      sortFew(texts, order, from, to, alike);
      continue;
    }
    const depth = alike + commonBytes(texts, order, from, to, alike);
    const digits = Math.floor(Math.log(2 ** 52 / count) / Math.log(BASE));
    for (let i = 0; i < count; i++) {
      const text = intAt(order, from + i);
      before[i] = text;
      keys[i] = keyOf(texts, text, depth, digits) * count + i;
    }
    keys.subarray(0, count).sort();
    let start = from;
    let last = -1;
    for (let i = 0; i < count; i++) {
      const key = Math.floor(floatAt(keys, i) / count);
      order[from + i] = intAt(before, floatAt(keys, i) - key * count);
      if (key === last) continue;
      if (from + i - start > 1) runs.push({ from: start, to: from + i, alike: depth + digits });
      start = from + i;
      last = key;
    }
    if (to - start > 1) runs.push({ from: start, to, alike: depth + digits });
  }
  return order;
}

/** How many more bytes all texts of a run share. */
function commonBytes(
  { bytes, starts }: EncodedTexts,
  order: Int32Array,
  from: number,
  to: number,
  depth: number,
): number {
  const first = intAt(order, from);
  const start = intAt(starts, first) + depth;
  let common = intAt(starts, first + 1) - start;
  for (let i = from + 1; i < to && common > 0; i++) {
    const text = intAt(order, i);
    const other = intAt(starts, text) + depth;
    common = Math.min(common, intAt(starts, text + 1) - other);
    for (let k = 0; k < common; k++) if (bytes[start + k] !== bytes[other + k]) common = k;
  }
  return common;
}

/** The next `digits` bytes of a text from `depth` on, as one number. */
function keyOf({ bytes, starts }: EncodedTexts, text: number, depth: number, digits: number) {
  const end = intAt(starts, text + 1);
  const from = intAt(starts, text) + depth;
  let key = 0;
  for (let at = from; at < from + digits; at++)
    key = key * BASE + (at < end ? byteAt(bytes, at) + 1 : 0);
  return key;
}

function sortFew(texts: EncodedTexts, order: Int32Array, from: number, to: number, depth: number) {
  for (let i = from + 1; i < to; i++) {
    const text = intAt(order, i);
    let at = i;
    for (; at > from && isBefore(texts, text, intAt(order, at - 1), depth); at--)
      order[at] = intAt(order, at - 1);
    order[at] = text;
  }
}

function isBefore({ bytes, starts }: EncodedTexts, a: number, b: number, depth: number): boolean {
  const endA = intAt(starts, a + 1);
  const endB = intAt(starts, b + 1);
  let atA = intAt(starts, a) + depth;
  let atB = intAt(starts, b) + depth;
  for (; atA < endA && atB < endB; atA++, atB++)
    if (bytes[atA] !== bytes[atB]) return byteAt(bytes, atA) < byteAt(bytes, atB);
  return atB < endB;
}
