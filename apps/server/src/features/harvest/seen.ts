// Which rows of the file index a listing has come across: one bit per row.

/** A set of small whole numbers that grows as needed; ten million take 1.25 MB. */
export class Seen {
  #bits = new Uint8Array(1 << 16);

  add(id: number): void {
    const at = Math.floor(id / 8);
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (id % 8));
  }

  has(id: number): boolean {
    return ((this.#bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0;
  }
}
