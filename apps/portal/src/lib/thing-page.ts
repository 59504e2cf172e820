// Addresses of the pages that the server makes of things: they are what is shared and cited.

export type PageKind =
  | 'product'
  | 'datastream'
  | 'site'
  | 'facility'
  | 'instrument'
  | 'campaign'
  | 'measurement'
  | 'report'
  | 'order';

/** The record behind such a page, as it is published. */
export const thingRecord = (kind: PageKind, id: string): string =>
  `/${kind}/${encodeURIComponent(id)}.datacite.json`;

/** `from`: the way back to where the reader is now. */
export function thingPage(kind: PageKind, id: string): string {
  const from = location.hash.replace(/^#/, '');
  const back = from.startsWith('/') ? `?from=${encodeURIComponent(from)}` : '';
  return `/${kind}/${encodeURIComponent(id)}${back}`;
}
