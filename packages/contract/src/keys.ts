// The keys of a table all of whose keys are known.

/**
 * Own keys, typed as the type names them: for tables that are written in one place and have no
 * other keys.
 */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  // TypeScript allows for keys of subtypes, which such a table does not have
  Object.keys(table) as (keyof T & string)[];
