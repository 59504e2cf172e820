// Addresses of earlier versions, printed in papers and kept in bookmarks, go on working.

/** '#v/results/…' and '#!/results/…' -> '#/results/…'; null when the hash has the present form. */
export function modernHash(hash: string): string | null {
  const old = /^#[vs!](\/.*)/.exec(hash);
  return old && `#${old[1]}`;
}

/**
 * '/discovery/s/results/x' (no hash) -> '#/results/x', which is decoded where it is read; null for
 * every other path.
 */
export function hashOfOldPath(pathname: string): string | null {
  const old = /^(?:\/discovery)?\/s(\/.*)/.exec(pathname);
  return old && `#${old[1]}`;
}

/**
 * The same address at the host that took the place of this one; nothing where none did. `oldHosts`:
 * 'old.example=new.example'.
 */
export function addressOfNewHost(
  oldHosts: readonly string[],
  { host, href }: Pick<Location, 'host' | 'href'>,
): string | undefined {
  const to = oldHosts.find((one) => one.startsWith(`${host}=`))?.slice(host.length + 1);
  return to && href.replace(host, to);
}

/** Rewrites the address in place, without a new entry in the history. */
export function redirectOldAddress(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): void {
  const hash = hashOfOldPath(location.pathname) ?? modernHash(location.hash);
  if (hash !== null) history.replaceState(null, '', `/discovery/${location.search}${hash}`);
}
