// Other names of the services (decision 1041): a script that was written for an archive of this
// kind needs only a new host.

/**
 * `from` is the beginning of a path: with a slash at its end it stands for everything below,
 * without one for itself alone.
 */
export type Alias = { readonly from: string; readonly to: string };

/**
 * The default table; ISOBAR_ALIASES turns it off or replaces it. An alias of a service that does
 * not exist yet is not found.
 */
export const ALIASES: readonly Alias[] = [
  { from: '/elastic/', to: '/services/' },
  { from: '/armlive/', to: '/services/live/' },
  { from: '/solr8/metadata/select', to: '/services/search/select' },
  { from: '/citationservice/citation/', to: '/services/citation/' },
  { from: '/dqr_full/', to: '/services/dqr/dqr_full/' },
  { from: '/dqr_qc/', to: '/services/dqr/dqr_qc/' },
  { from: '/dqr_se/', to: '/services/dqr/dqr_se/' },
  { from: '/dqr_ds/', to: '/services/dqr/dqr_ds/' },
  { from: '/ArchiveServices/DQRService', to: '/services/dqr' },
];

/** The address (path and query) under the service's own name; unchanged where no alias fits. */
export function withoutAlias(address: string, aliases: readonly Alias[]): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  for (const { from, to } of aliases) {
    const below = from.endsWith('/');
    if (path === from || (!below && path === `${from}/`)) return to + rest(address, end);
    if (below && `${path}/` === from) return to.slice(0, -1) + rest(address, end);
    if (below && path.startsWith(from)) return to + address.slice(from.length);
  }
  return address;
}

const rest = (address: string, end: number): string => (end < 0 ? '' : address.slice(end));

/** `/old/=/services/new/,/other=/services/it` as a table; null if it is not of this form. */
export function readAliases(text: string): Alias[] | null {
  const aliases = text.split(',').map((pair) => {
    const [from = '', to = '', more] = pair.trim().split('=');
    const fits = PATH.test(from) && PATH.test(to) && from.endsWith('/') === to.endsWith('/');
    return fits && more === undefined && from !== '/' ? { from, to } : null;
  });
  return aliases.every((alias) => alias !== null) ? aliases : null;
}

const PATH = /^\/[\w./~-]*$/;
