// What the HDF5 module is given beside its own code: a limit to its memory, and functions that its plugins lack.
import { inflateSync } from 'node:zlib';

/** Functions that the compiled library calls. */
type Imports = Record<string, unknown>;

/** The part of WebAssembly that is used here; Node's types leave it to those of browsers. */
interface Compiler {
  instantiate(
    source: unknown,
    imports?: Record<string, Imports>,
  ): Promise<{ instance: { exports: { memory?: { buffer: ArrayBuffer } } } }>;
}
const compiler = (globalThis as unknown as { WebAssembly: Compiler }).WebAssembly;

/** The library never holds more than this, so that a hostile file fails by itself and does not exhaust the machine. */
const LARGEST_HEAP = 1 << 30;

const Z_OK = 0;
const Z_DATA_ERROR = -3;
const Z_BUF_ERROR = -5;

/** Runs `load`, changing the imports of the module that it compiles. */
export async function withOwnImports<T>(load: () => Promise<T>): Promise<T> {
  const original = compiler.instantiate;
  let memory: (() => Uint8Array) | undefined;
  compiler.instantiate = async (source, imports) => {
    const env = imports?.env;
    if (env) {
      limitMemory(env);
      env.uncompress = uncompressWith(() => memory?.() ?? new Uint8Array(0));
    }
    const made = await original.call(compiler, source, imports);
    const exported = made.instance.exports.memory;
    if (exported) memory = () => new Uint8Array(exported.buffer);
    return made;
  };
  try {
    return await load();
  } finally {
    compiler.instantiate = original;
  }
}

/** The library then reports that there is no memory. */
function limitMemory(env: Imports): void {
  const grow = env.emscripten_resize_heap;
  if (typeof grow !== 'function') return;
  env.emscripten_resize_heap = (bytes: number) =>
    bytes >>> 0 > LARGEST_HEAP ? false : (grow(bytes) as unknown);
}

/** zlib's function of that name, which the Blosc plugin needs and the module lacks. */
function uncompressWith(memory: () => Uint8Array) {
  return (into: number, lengthAt: number, from: number, length: number): number => {
    const heap = memory();
    const view = new DataView(heap.buffer);
    const room = view.getUint32(lengthAt, true);
    try {
      const bytes = inflateSync(heap.subarray(from, from + length), { maxOutputLength: room });
      heap.set(bytes, into);
      view.setUint32(lengthAt, bytes.length, true);
      return Z_OK;
    } catch (error) {
      const isLong = error instanceof RangeError;
      return isLong ? Z_BUF_ERROR : Z_DATA_ERROR;
    }
  };
}
