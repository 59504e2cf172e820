// Which scan of a scanning instrument a file holds: part of the class in older products, stored in
// the file in newer ones.
import type { FileName } from '../../core/catalogue/file-name.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';

/** A name from the table of scan names if one fits, else what the file says; null: not a scan. */
export function scanNameOf(
  of: {
    readonly name: FileName | null;
    readonly classCode: string;
    readonly attributes: Readonly<Record<string, string>>;
  },
  tables: CuratedTables,
): string | null {
  const told = (of.attributes.scan_name ?? of.attributes.scan_mode ?? '').trim().toLowerCase();
  if (told !== '' && /^[a-z0-9_-]+$/.test(told)) return told;
  const infix = of.name?.infixes.find((part) => tables.scanName(part));
  if (infix) return infix;
  const instrument = tables.instrumentClassOf(of.classCode);
  const fitting = tables.rows['scan-names.csv'].filter(
    (row) =>
      instrument !== undefined &&
      row.instrument_class_codes.includes(instrument) &&
      of.classCode.endsWith(row.scan_name),
  );
  return fitting.sort((a, b) => b.scan_name.length - a.scan_name.length)[0]?.scan_name ?? null;
}
