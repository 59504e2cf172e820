// Which documents the values of a field belong to, in the order in which they are added.

import { GrowingInts } from '../memory/growing.ts';
import { intAt } from '../memory/numbers.ts';

export type Owned = {
  /** By value; null as long as value i belongs to document i. */
  readonly documents: Int32Array | null;
  /** Whether a document has several values. */
  readonly several: boolean;
};

/** The document that value `i` belongs to. */
export const ownerOf = (documents: Owned['documents'], i: number): number =>
  documents ? intAt(documents, i) : i;

/** Keeps no list as long as every document has exactly one value, as in most fields. */
export class Owners {
  private count = 0;
  private several = false;
  private list: GrowingInts | null = null;
  private last = -1;

  /** Documents come in ascending order. */
  push(document: number): void {
    if (document === this.last) this.several = true;
    this.last = document;
    if (!this.list && document !== this.count) {
      this.list = new GrowingInts();
      for (let i = 0; i < this.count; i++) this.list.push(i);
    }
    this.list?.push(document);
    this.count++;
  }

  all(): Owned {
    return { documents: this.list?.all() ?? null, several: this.several };
  }
}
