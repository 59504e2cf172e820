// The names that files give to the site and the station whose codes were made from them.
import { statedBy } from './conventions.ts';
import type { Header } from './header.ts';
import { slug } from './identity.ts';

/** Names for display, where the header has them. */
export function headerNames(
  row: { readonly site_code: string; readonly facility_code: string },
  header: Pick<Header, 'attributes'>,
): { readonly site?: string; readonly facility?: string } {
  const told = statedBy(header.attributes, '');
  // A name that is nothing but the code tells no more than the code does.
  const isSite =
    told.site !== '' && slug(told.site) === row.site_code && told.siteName !== row.site_code;
  const isFacility = told.facility !== '' && slug(told.facility) === row.facility_code;
  return {
    ...(isSite ? { site: told.siteName } : {}),
    ...(isFacility ? { facility: told.facility } : {}),
  };
}
