// Reads blocks of variables inside a worker, in slices that keep the library's memory small.
import type { Values } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { arrayOf, elementBytes, isFixedType } from '../element.ts';
import { aligned } from '../one-memory.ts';
import { fixedTexts, textsAt } from './attribute-reader.ts';
import type { H5 } from './h5.ts';
import type { Slab } from './protocol.ts';
import { storedType } from './stored-type.ts';

const LARGEST_SLICE = 64 * 2 ** 20;
const POINTER_BYTES = 4;

/**
 * The values of each slab, the numeric ones in `memory`. The slabs must lie inside what is stored.
 */
export function readSlabs(h5: H5, file: bigint, slabs: readonly Slab[]) {
  const memory = new ArrayBuffer(slabs.reduce((sum, slab) => sum + aligned(bytesOf(slab)), 0));
  let at = 0;
  const values = slabs.map((slab): Values => {
    if (!isFixedType(slab.type)) return readTexts(h5, file, slab);
    const out = new Uint8Array(memory, at, bytesOf(slab));
    at += aligned(out.length);
    readNumbers(h5, file, slab, out);
    return new (arrayOf(slab.type))(memory, out.byteOffset, elementCount(slab.count));
  });
  return { values, memory };
}

/** Texts lie elsewhere. */
const itemBytesOf = ({ type }: Slab): number => (isFixedType(type) ? elementBytes(type) : 0);
const bytesOf = (slab: Slab): number => elementCount(slab.count) * itemBytesOf(slab);

function readNumbers(h5: H5, file: bigint, slab: Slab, out: Uint8Array): void {
  let filled = 0;
  for (const slice of slices(slab, itemBytesOf(slab))) {
    const bytes = bytesOf(slice);
    withSlice(h5, file, slice, bytes, (pointer) => {
      out.set(h5.HEAPU8.subarray(pointer, pointer + bytes), filled);
    });
    filled += bytes;
  }
}

function readTexts(h5: H5, file: bigint, slab: Slab): string[] {
  const stored = storedType(h5.get_dataset_metadata(file, slab.path));
  const size = stored.type === 'string' ? (stored.fixedText ?? POINTER_BYTES) : POINTER_BYTES;
  const isFixed = stored.type === 'string' && stored.fixedText !== undefined;
  const texts: string[] = [];
  for (const slice of slices(slab, size)) {
    const count = elementCount(slice.count);
    withSlice(h5, file, slice, count * size, (pointer) => {
      if (isFixed) {
        for (const text of fixedTexts(h5.HEAPU8.slice(pointer, pointer + count * size), size)) {
          texts.push(text);
        }
        return;
      }
      for (const text of textsAt(h5, pointer, count)) texts.push(text);
      const shape = slice.count.map(BigInt);
      if (shape.length === 0) h5.reclaim_vlen_memory(file, slab.path, '', BigInt(pointer));
      else h5.reclaim_vlen_memory_count(file, slab.path, '', BigInt(pointer), shape);
    });
  }
  return texts;
}

function withSlice(
  h5: H5,
  file: bigint,
  slice: Slab,
  bytes: number,
  use: (pointer: number) => void,
): void {
  if (bytes === 0) return;
  const pointer = h5._malloc(bytes);
  if (pointer === 0) throw new Error(`out of memory for ${bytes} bytes`);
  try {
    const address = BigInt(pointer);
    if (slice.count.length === 0) {
      h5.get_dataset_data(file, slice.path, null, null, null, address);
    } else {
      const count = slice.count.map(BigInt);
      const start = slice.start.map(BigInt);
      const step = slice.count.map((_, axis) => BigInt(axis === 0 ? (slice.every ?? 1) : 1));
      h5.get_dataset_data(file, slice.path, count, start, step, address);
    }
    use(pointer);
  } finally {
    h5._free(pointer);
  }
}

/** The slab in slices of at most 64 MB, cut along the first axis that has more than one element. */
function slices(slab: Slab, itemBytes: number): Slab[] {
  const bytes = elementCount(slab.count) * itemBytes;
  const axis = slab.count.findIndex((count) => count > 1);
  if (bytes <= LARGEST_SLICE || axis < 0) return [slab];
  const whole = slab.count[axis] ?? 1;
  const perSlice = Math.max(1, Math.floor(LARGEST_SLICE / (bytes / whole)));
  const parts: Slab[] = [];
  for (let from = 0; from < whole; from += perSlice) {
    const start = [...slab.start];
    const count = [...slab.count];
    start[axis] = (start[axis] ?? 0) + from * (axis === 0 ? (slab.every ?? 1) : 1);
    count[axis] = Math.min(perSlice, whole - from);
    parts.push({ ...slab, start, count });
  }
  return parts.flatMap((part) => slices(part, itemBytes));
}
