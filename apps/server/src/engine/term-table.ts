// Numbers terms as they come in: an index has tens of millions of words, too many to make a string of each.

export class TermTable {
  /** Number + 1 of a term by its hash, 0 where none is; a power of two long. */
  private slots = new Int32Array(1 << 12);
  private hashes = new Int32Array(1 << 11);
  private readonly terms: string[] = [];

  /** The number of `text` from `start` up to but without `end`: how many different terms came before it. */
  number(text: string, start: number, end: number): number {
    let hash = 0;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] as number) - 1;
      if (number < 0) return this.add(slot, hash, text.slice(start, end));
      if (this.hashes[number] === hash && this.isTerm(number, text, start, end)) return number;
    }
  }

  /** All terms by number. */
  all(): readonly string[] {
    return this.terms;
  }

  private isTerm(number: number, text: string, start: number, end: number): boolean {
    const term = this.terms[number] as string;
    if (term.length !== end - start) return false;
    for (let i = start, k = 0; i < end; i++, k++)
      if (text.charCodeAt(i) !== term.charCodeAt(k)) return false;
    return true;
  }

  private add(slot: number, hash: number, term: string): number {
    const number = this.terms.length;
    this.terms.push(term);
    this.hashes[number] = hash;
    this.slots[slot] = number + 1;
    if (this.terms.length === this.hashes.length) this.grow();
    return number;
  }

  /** Half of the slots stay free. */
  private grow(): void {
    const hashes = new Int32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    this.hashes = hashes;
    this.slots = new Int32Array(hashes.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.terms.length; number++) {
      let slot = (hashes[number] as number) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}
