// The DOI of data: one answer for rows, pages, citations and what is delivered. Pure.
import { doiName } from '@isobar/contract/doi.ts';
import type { CuratedTables } from './curated-tables.ts';

export interface DataOfDoi {
  /** Empty: data of all sites. */
  readonly siteCode: string;
  readonly productCode: string;
  readonly instrumentClass: string | undefined;
}

/**
 * What the tables name; else `stated`, which is what the files say of themselves. Null: neither
 * knows one.
 */
export function dataDoi(
  tables: CuratedTables,
  { siteCode, productCode, instrumentClass }: DataOfDoi,
  stated: string | undefined,
): string | null {
  // The tables' DOIs belong to this archive's classes, not to an instrument of that name in files
  // of another archive.
  const isOurs = siteCode === '' || tables.site(siteCode) !== undefined;
  const tabled = isOurs ? tables.doiOf(productCode, instrumentClass) : undefined;
  return tabled ?? doiName(stated ?? '');
}
