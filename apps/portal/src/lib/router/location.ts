// An address within the portal, taken apart, and matched with the path of a route. Pure.
import { formatQuery, parseQuery } from './query-string.ts';

export type Location = {
  /** Decoded for display; '%' and characters with a meaning in an address stay encoded. */
  readonly pathname: string;
  readonly search: Readonly<Record<string, string>>;
  readonly searchStr: string;
  /** The hash of the address without '#'. */
  readonly hash: string;
  /** The whole encoded location, such as '/results/s::rain?page=2'. */
  readonly href: string;
};

export type Params = Readonly<Partial<Record<string, string>>>;

type Parts = { readonly pathname: string; readonly search: string; readonly hash: string };

/** `before`: the previous location; an unchanged query remains the same object. */
export function readLocation({ pathname, search, hash }: Parts, before?: Location): Location {
  const searchStr = formatQuery(parseQuery(search));
  return {
    pathname: decoded(pathname, decodeURI, NOT_PERCENT),
    search: before?.searchStr === searchStr ? before.search : parseQuery(searchStr),
    searchStr,
    hash: decoded(hash.replace(/^#/, ''), decodeURIComponent, ANY),
    href: pathname.replace(/[\s\u0080-\uFFFF]+/g, encodeRun) + searchStr + hash,
  };
}

/**
 * The values of the names in a path such as '/day/$site/$facility'; '$' at its end takes all that
 * follows, as '_splat'. Case is ignored (decision 1003). null: another path.
 */
export function paramsOf(path: string, pathname: string): Params | null {
  const names: string[] = [];
  const pattern = path.replace(/\/\$$|\$(\w+)/g, (_, name?: string) => {
    names.push(name ?? '_splat');
    return name ? '([^/]+)' : '(?:/(.*))?';
  });
  const found = new RegExp(`^${pattern.replace(/\/$/, '')}/?$`, 'i').exec(pathname);
  if (!found) return null;
  const values = found.slice(1).map((text = '') => decoded(text, decodeURIComponent, ANY));
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

const ANY = /(?:%[0-9a-f]{2})+/gi;
/** Leaves '%25' and '%5c' encoded: a browser would take '\' for '/'. */
const NOT_PERCENT = /(?:%(?!25|5c)[0-9a-f]{2})+/gi;

/** Decodes a text; one that is not validly encoded stays as it is. */
function decoded(text: string, decode: (run: string) => string, encoded: RegExp): string {
  return text.replace(encoded, (run) => {
    try {
      return decode(run);
    } catch {
      return run;
    }
  });
}

const encodeRun = (run: string): string => encodeURIComponent(run.toWellFormed());
