// Addresses of earlier versions, printed in papers and kept in bookmarks, go on working.

/** '#v/results/…' and '#!/results/…' -> '#/results/…'; null when the hash has the present form. */
export function modernHash(hash: string): string | null {
  if (hash === '' || hash === '#' || hash.startsWith('#/')) return null;
  const old = /^#(?:v|s|!)?\/(.*)$/.exec(hash);
  return old ? `#/${old[1]}` : null;
}

/** '/discovery/s/results/x' (no hash) -> '#/results/x'; null for every other path. */
export function hashOfOldPath(pathname: string): string | null {
  const old = /^\/(?:discovery\/)?s\/(.*)$/.exec(pathname);
  return old ? `#/${decodeURI(old[1] ?? '')}` : null;
}

/** Rewrites the address in place, without a new entry in the history. */
export function redirectOldAddress(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): void {
  const hash = hashOfOldPath(location.pathname) ?? modernHash(location.hash);
  if (hash !== null) history.replaceState(null, '', `/discovery/${location.search}${hash}`);
}
