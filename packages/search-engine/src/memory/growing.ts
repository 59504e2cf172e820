// Lists of numbers that grow while an index is built.
import { offsetAt } from './numbers.ts';

abstract class Growing<T extends Int32Array | Float64Array> {
  protected numbers: T;
  length = 0;
  constructor(numbers: T) {
    this.numbers = numbers;
  }
  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = this.make(this.length * 2);
      larger.set(this.numbers as never); // of the same kind
      this.numbers = larger;
    }
    this.numbers[this.length++] = value;
  }
  at(place: number): number {
    return offsetAt(this.numbers, place);
  }
  /** The numbers so far: a view, not a copy. */
  all(): T {
    return this.numbers.subarray(0, this.length) as T;
  }
  protected abstract make(length: number): T;
}

export class GrowingInts extends Growing<Int32Array> {
  constructor() {
    super(new Int32Array(1024));
  }
  protected make(length: number): Int32Array {
    return new Int32Array(length);
  }
}

export class GrowingFloats extends Growing<Float64Array> {
  constructor() {
    super(new Float64Array(1024));
  }
  protected make(length: number): Float64Array {
    return new Float64Array(length);
  }
}

/** Bytes that grow by appending. */
export class GrowingBytes {
  private bytes = Buffer.alloc(1024);
  length = 0;
  append(more: Uint8Array): void {
    if (this.length + more.length > this.bytes.length) {
      const larger = Buffer.alloc(Math.ceil((this.length + more.length) * 1.6));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(more, this.length);
    this.length += more.length;
  }
  /** A copy of the bytes so far. */
  all(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.length));
  }
}
