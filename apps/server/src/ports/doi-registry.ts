// Port: a registry that gives lasting identifiers (DOIs) to what is citable.

export interface DoiRegistry {
  /**
   * Registers or brings up to date, and answers the DOI; the same name always gets the same. `record` is a DataCite record,
   * `url` the page it leads to. Throws Problem 'conflict' when the registry refuses it for good, 'unavailable' when it may
   * be tried later.
   */
  register(thing: {
    /** Unlike any other of this archive, such as `order-100123`. */
    readonly name: string;
    readonly url: string;
    readonly record: object;
  }): Promise<string>;
}
