// What sites and facilities are called: as the tables say, else by what their codes say.
import { NO_FACILITY, NO_SITE } from '@isobar/contract/places/not-stated.ts';
import type { CuratedTables } from './curated-tables.ts';

/**
 * A name for a site that has none: a code of a few letters is an abbreviation, any other consists
 * of words.
 */
export function siteNameOf(code: string): string {
  if (code === NO_SITE) return 'Site not stated';
  return code.length <= 4 ? code.toUpperCase() : code.replaceAll('-', ' ');
}

export const siteName = (tables: Pick<CuratedTables, 'site'>, code: string): string =>
  tables.site(code)?.site_name || siteNameOf(code);

/**
 * Whether files that name no station are filed under this facility, and no table has one of that
 * code.
 */
export const isNotStated = (
  tables: Pick<CuratedTables, 'facility'>,
  site: string,
  facility: string,
): boolean => facility === NO_FACILITY && !tables.facility(site, facility);

/**
 * 'Southern Great Plains E13'; without a facility where the files name none, empty where they name
 * no site either.
 */
export function placeName(tables: CuratedTables, site: string, facility: string): string {
  const parts = [
    ...(site === NO_SITE ? [] : [siteName(tables, site)]),
    ...(isNotStated(tables, site, facility) ? [] : [facility]),
  ];
  return parts.join(' ');
}
