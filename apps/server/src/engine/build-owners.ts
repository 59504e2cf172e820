// Which documents the values of a field belong to, as they come in.
import { GrowingInts } from './growing.ts';

/** Keeps no list where the first documents have one value each: so it is with most fields. */
export class Owners {
  length = 0;
  /** Whether a document has several values. */
  several = false;
  private list: GrowingInts | null = null;
  private last = -1;

  /** Documents come in their order. */
  push(document: number): void {
    if (document === this.last) this.several = true;
    this.last = document;
    if (this.list) this.list.push(document);
    else if (document !== this.length) {
      this.list = new GrowingInts();
      for (let i = 0; i < this.length; i++) this.list.push(i);
      this.list.push(document);
    }
    this.length++;
  }

  /** By value; null where value i belongs to document i. */
  all(): Int32Array | null {
    return this.list?.all() ?? null;
  }
}
