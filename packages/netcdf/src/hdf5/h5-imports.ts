// What the HDF5 module is given beside its own code: a limit to its memory, and functions that its
// plugins lack.
import { inflateSync } from 'node:zlib';

/** Functions that the compiled library calls. */
type Imports = Record<string, unknown>;

/** The part of WebAssembly that is used here; Node's types leave it to those of browsers. */
interface Compiler {
  instantiate(
    source: unknown,
    imports?: Record<string, Imports>,
  ): Promise<{ instance: { exports: Exports } }>;
}

interface Exports {
  readonly memory?: { buffer: ArrayBuffer };
  readonly emscripten_stack_get_current?: () => number;
  readonly _emscripten_stack_restore?: (at: number) => void;
}
const compiler = (globalThis as unknown as { WebAssembly: Compiler }).WebAssembly;

/**
 * The library never holds more than this, so that a hostile file fails by itself and does not
 * exhaust the machine.
 */
const LARGEST_HEAP = 1 << 30;

const Z_OK = 0;
const Z_DATA_ERROR = -3;
const Z_BUF_ERROR = -5;

/** The stack of the compiled library. */
export interface Stack {
  current(): number;
  restore(at: number): void;
}

/** Runs `load`, changing the imports of the module that it compiles. */
export async function withOwnImports<T>(
  load: () => Promise<T>,
): Promise<{ readonly loaded: T; readonly stack: Stack }> {
  const original = compiler.instantiate;
  let stack: Stack | undefined;
  let memory: (() => Uint8Array) | undefined;
  compiler.instantiate = async (source, imports) => {
    const env = imports?.env;
    if (env) {
      limitMemory(env);
      env.uncompress = uncompressWith(() => memory?.() ?? new Uint8Array(0));
    }
    const made = await original.call(compiler, source, imports);
    const {
      memory: exported,
      emscripten_stack_get_current: current,
      _emscripten_stack_restore: restore,
    } = made.instance.exports;
    if (exported) memory = () => new Uint8Array(exported.buffer);
    if (current && restore) stack ??= { current, restore };
    return made;
  };
  try {
    const loaded = await load();
    if (!stack) throw new Error('The HDF5 library does not export its stack.');
    return { loaded, stack };
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
