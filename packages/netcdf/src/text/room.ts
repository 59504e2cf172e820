// Bytes that grow as text is put into them.

export class Room {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the next byte goes, after reserve. */
  length = 0;

  constructor(firstBytes: number) {
    this.bytes = new Uint8Array(firstBytes);
  }

  /** Makes sure that `count` more bytes fit. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
