// Port: a registry that gives lasting identifiers (DOIs) to what is citable.

export interface DoiRegistry {
  /**
   * Registers a DOI or updates its record, and returns the DOI; the same name always gets the same
   * DOI. `record` is a DataCite record, `url` the page that the DOI leads to. Throws Problem
   * 'conflict' when the registry refuses for good, 'unavailable' when it may be tried later.
   */
  register(thing: {
    /** Unique within this archive, such as `order-100123`. */
    readonly name: string;
    readonly url: string;
    readonly record: object;
  }): Promise<string>;
}
