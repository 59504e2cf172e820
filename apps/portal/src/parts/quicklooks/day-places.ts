// Addresses of the pages of one day: everything at a facility, and one product at all its
// facilities. Pure.
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';

/** '#/day/sgp/C1?date=20240601' */
export const dayAtHref = (site: string, facility: string, date: string): string =>
  `#/day/${encodeURIComponent(site)}/${encodeURIComponent(facility)}?date=${date}`;

/** '#/across/met.b1/temp_mean?date=20240601' */
export const acrossHref = (product: string, vn: string, date: string): string =>
  `#/across/${encodeURIComponent(product)}/${encodeURIComponent(vn)}?date=${date}`;

/**
 * The pages that the day of a datastream leads to; null for names that say nothing of their place.
 */
export function dayLinks(ds: string, vn: string, date: string) {
  const parts = parseDatastream(ds);
  if (!parts) return null;
  const { siteCode, facilityCode, classCode, dataLevel } = parts;
  return {
    place: `${siteCode.toUpperCase()} ${facilityCode}`,
    dayAt: dayAtHref(siteCode, facilityCode, date),
    product: `${classCode}.${dataLevel}`,
    across: acrossHref(`${classCode}.${dataLevel}`, vn, date),
  };
}
