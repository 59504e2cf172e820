// What the makers of tables read and return.
import type { Row } from '../../csv.ts';

export interface Facts {
  /** Rows of a table of facts by its name without ending. */
  read(name: string): Row[];
}

/** Rows by table name; names that begin with 'demo/' are the demo's own. The keys of the first row are the columns. */
export type Tables = Readonly<Record<string, readonly Row[]>>;
