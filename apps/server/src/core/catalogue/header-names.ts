// What files call the site and the station that their codes were made of.
import { toldBy } from './conventions.ts';
import type { Header } from './header.ts';
import { NO_SITE, slug } from './identity.ts';

/** Names for people, where the header has them. */
export function headerNames(
  row: { readonly site_code: string; readonly facility_code: string },
  header: Pick<Header, 'attributes'>,
): { readonly site?: string; readonly facility?: string } {
  const told = toldBy(header.attributes, '');
  // A name that is nothing but the code tells no more than the code does.
  const isSite =
    told.site !== '' && slug(told.site) === row.site_code && told.siteName !== row.site_code;
  const isFacility = told.facility !== '' && slug(told.facility) === row.facility_code;
  return {
    ...(isSite ? { site: told.siteName } : {}),
    ...(isFacility ? { facility: told.facility } : {}),
  };
}

/** For a site that nothing names: a code of a few letters is a short name, any other is made of words. */
export const siteNameOf = (code: string): string => {
  if (code === NO_SITE) return 'Site not told';
  return code.length <= 4 ? code.toUpperCase() : code.replaceAll('-', ' ');
};
