// Addresses of the pages that the server makes for things, which are the ones to share and cite.

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

/** `from`: the way back to where the reader is now. */
export function thingPage(kind: PageKind, id: string): string {
  const from = location.hash.replace(/^#/, '');
  const back = from.startsWith('/') ? `?from=${encodeURIComponent(from)}` : '';
  return `/${kind}/${encodeURIComponent(id)}${back}`;
}
