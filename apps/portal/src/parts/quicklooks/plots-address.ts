// The place of plots in an address: below the results or the cart, and on a screen of their own.
// Pure but for the hook.
import { formatCompactDay, parseCompact } from '@isobar/contract/time.ts';
import type { Move } from '../../lib/router/create-router.ts';
import { useLocation, useRouter } from '../../lib/router/provider.tsx';

/** `vn`: null until a variable is chosen. `date`: YYYYMMDD; null where none is asked for. */
export type PlotsPlace = {
  readonly ds: string;
  readonly vn: string | null;
  readonly date: string | null;
};

const NESTED = /^\/(results|saved)((?:\/.*)?)\/quicklooks\/([^/]+)(?:\/([^/]+))?\/?$/i;

/** The plots that are nested in a path, and the path without them; null where none are. */
export function nestedPlots(
  pathname: string,
): (Omit<PlotsPlace, 'date'> & { readonly below: string }) | null {
  const [, screen = '', rest = '', ds = '', vn] = NESTED.exec(pathname) ?? [];
  if (ds === '') return null;
  return { ds: decoded(ds), vn: vn === undefined ? null : decoded(vn), below: `/${screen}${rest}` };
}

/** What follows '/results/' without the plots nested in it. */
export const withoutPlots = (splat: string): string =>
  nestedPlots(`/results/${splat}`)?.below.replace(/^\/results\/?/i, '') ?? splat;

/** '/quicklooks/{ds}/{vn}?date=YYYYMMDD' below a path. */
export function plotsPath(below: string, { ds, vn, date }: PlotsPlace, more = ''): string {
  const params = new URLSearchParams(more);
  params.delete('date');
  if (date) params.set('date', date);
  const path = [ds, ...(vn === null ? [] : [vn])].map(encodeURIComponent).join('/');
  const query = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return `${below.replace(/\/$/, '')}/quicklooks/${path}${query ? `?${query}` : ''}`;
}

/**
 * A day that is real and not in the future, as YYYYMMDD; also read as YYYY-MM-DD. null for anything
 * else.
 */
export function readDate(text: string | undefined, now = Date.now()): string | null {
  const date = /^(\d{8}|\d{4}-\d{2}-\d{2})$/.test(text ?? '')
    ? (text ?? '').replaceAll('-', '')
    : '';
  return date !== '' && parseCompact(date) !== null && date <= today(now) ? date : null;
}

/** YYYYMMDD, UTC. */
export const today = (now = Date.now()): string => formatCompactDay(now / 1000);

/** The plots nested in the present address, and how to open others there or close them. */
export function useNestedPlots() {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const nested = nestedPlots(pathname);
  const date = readDate(new URLSearchParams(searchStr).get('date') ?? undefined);
  const go = (href: string, how: Pick<Move, 'replace' | 'back'>): void =>
    void router.navigate({ href, ...how, resetScroll: false });
  return {
    place: nested && { ds: nested.ds, vn: nested.vn, date },
    open: (place: PlotsPlace, replace = false): void =>
      go(plotsPath(nested?.below ?? pathname, place, searchStr), { replace }),
    close: (): void => {
      const params = new URLSearchParams(searchStr);
      params.delete('date');
      const query = params.toString();
      go(`${nested?.below ?? pathname}${query ? `?${query}` : ''}`, { back: true });
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
