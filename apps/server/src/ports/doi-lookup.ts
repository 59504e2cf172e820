// Port: what the registries of DOIs know of a published work.

/** A part that the registry does not give is empty. */
export interface Work {
  readonly title: string;
  readonly authors: readonly { readonly family: string; readonly given: string }[];
  readonly year: string;
  readonly journal: string;
  readonly volume: string;
  readonly pages: string;
}

export interface DoiLookup {
  /**
   * The work of a DOI; null if the DOI is not registered. Throws Problem 'unavailable' when no
   * answer can be had now.
   */
  find(doi: string): Promise<Work | null>;
}
