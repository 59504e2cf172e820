// The keys of a table that is known as a whole.

/** Own keys, as the type names them: for tables that are written in one place and have no others. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[]; // TypeScript leaves room for keys of subtypes, which a table has none of
