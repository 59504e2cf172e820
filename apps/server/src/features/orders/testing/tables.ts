// Curated tables with a few rows.
import { type CuratedTables, curatedTables } from '../../../core/tables/curated-tables.ts';
import { TABLE_SCHEMAS, type TableFile } from '../../../core/tables/schemas.ts';

/** Rows of curated tables by file name; columns that are left out are empty. */
export type SomeTables = { readonly [F in TableFile]?: readonly Record<string, string>[] };

export function tablesOf(some: SomeTables): CuratedTables {
  const rows = Object.fromEntries(
    (Object.keys(TABLE_SCHEMAS) as TableFile[]).map((file) => {
      const schema = TABLE_SCHEMAS[file];
      const columns = Object.keys(schema.shape);
      const parsed = (some[file] ?? []).map((row) =>
        schema.parse(Object.fromEntries(columns.map((column) => [column, row[column] ?? '']))),
      );
      return [file, parsed];
    }),
  );
  // each parsed by its own schema
  return curatedTables(rows as unknown as Parameters<typeof curatedTables>[0]);
}
