// Puts together the bytes of a classic header.
import { encodeUtf8 } from '../text-bytes.ts';
import { padding } from './header-cursor.ts';

export function paddedLength(length: number): number {
  return length + padding(length);
}

export class HeaderBuilder {
  private readonly version: 2 | 5;
  private buffer = new Uint8Array(4096);
  private view = new DataView(this.buffer.buffer);
  private length = 0;

  constructor(version: 2 | 5) {
    this.version = version;
  }

  magic(): void {
    this.padded(Uint8Array.of(0x43, 0x44, 0x46, this.version));
  }

  uint32(value: number): void {
    const at = this.grow(4);
    this.view.setUint32(at, value);
  }

  /** Counts take 8 bytes in CDF-5. */
  count(value: number): void {
    if (this.version === 5) this.offset(value);
    else this.uint32(value);
  }

  /** Gives where it stands, for setOffset. */
  offset(value: number): number {
    const at = this.grow(8);
    this.setOffset(at, value);
    return at;
  }

  setOffset(at: number, value: number): void {
    this.view.setUint32(at, Math.floor(value / 2 ** 32));
    this.view.setUint32(at + 4, value % 2 ** 32);
  }

  /** An empty list is written as two zeros. */
  listHead(tag: number, count: number): void {
    this.uint32(count === 0 ? 0 : tag);
    this.count(count);
  }

  name(text: string): void {
    const bytes = encodeUtf8(text);
    this.count(bytes.length);
    this.padded(bytes);
  }

  padded(bytes: Uint8Array): void {
    const at = this.grow(paddedLength(bytes.length));
    this.buffer.set(bytes, at);
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private grow(by: number): number {
    const at = this.length;
    this.length += by;
    if (this.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.length, this.buffer.length * 2));
      larger.set(this.buffer);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}
