// Port: what the registries of DOIs know of a published work.

/** A part that they do not tell is empty. */
export interface Work {
  readonly title: string;
  readonly authors: readonly { readonly family: string; readonly given: string }[];
  readonly year: string;
  readonly journal: string;
  readonly volume: string;
  readonly pages: string;
}

export interface DoiLookup {
  /** Null: nobody registered this DOI. Throws Problem 'unavailable' when that cannot be told now. */
  find(doi: string): Promise<Work | null>;
}
