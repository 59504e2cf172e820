// Where the person was inside the portal: the last search, and whether this page was reached from
// it.
import { useEffect } from 'react';
import { useRouter } from './router/provider.tsx';

let here: string | null = null;
let before: string | null = null;
let lastSearchAddress: string | null = null;

/** Keeps track of routes; mounted once, in the shell. */
export function useRecordedPlaces(): void {
  const router = useRouter();
  useEffect(() => {
    recordPlace(router.state.location.href);
    return router.subscribe(({ location: { href } }) => recordPlace(href));
  }, [router]);
}

export function recordPlace(href: string): void {
  if (sameScreen(here, href)) {
    here = href;
  } else {
    before = here;
    here = href;
  }
  if (isSearch(href)) lastSearchAddress = href;
}

/** Whether the person came to this screen from the search. */
export const cameFromSearch = (): boolean => before !== null && isSearch(before);

/** A link to the last search of this visit, else to an empty one. */
export const searchHref = (): string => `#${lastSearchAddress ?? '/results'}`;

/** Forgets everything, for tests. @internal */
export function forgetPlaces(): void {
  here = null;
  before = null;
  lastSearchAddress = null;
}

const screenOf = (href: string): string => href.split(/[/?]/)[1]?.toLowerCase() ?? '';
const sameScreen = (a: string | null, b: string): boolean =>
  a !== null && screenOf(a) === screenOf(b);
const isSearch = (href: string): boolean => screenOf(href) === 'results';
