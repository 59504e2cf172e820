// The router: follows the history, loads the screen of an address, and tells its listeners what is
// shown.
import { createHashHistory, type RouterHistory } from '@tanstack/history';
import type { ComponentType } from 'react';
import { reloadOnce } from '../../loading/reload-once.ts';
import { type Location, type Params, paramsOf, readLocation } from './location.ts';
import type { Screen } from './screen.ts';
import { createScrollMemory } from './scroll.ts';

export type Destination =
  | { readonly screen: Screen }
  /** Another address, which replaces this one. */
  | { readonly instead: (location: Location) => string };
/** `path`: in the form that `paramsOf` reads. The first route that fits is taken. */
export type Route = { readonly path: string } & Destination;

/** What the window shows. `screen` null: there is no such page. */
export type Shown = {
  readonly location: Location;
  readonly params: Params;
  readonly screen: ComponentType | null | 'coming' | { readonly failed: unknown };
  /** Where to scroll the page; null: it stays where it is. */
  readonly scroll: number | null;
};

export type Move = {
  /** '/results/s::rain?page=2'. */
  readonly href: string;
  /** Replaces the present entry of the history. */
  readonly replace?: boolean;
  /**
   * Goes back in the history if the person came here from that address; otherwise replaces the
   * present entry.
   */
  readonly back?: boolean;
  /** false: the page stays where it is scrolled to. */
  readonly resetScroll?: boolean;
};

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address from which a step led to this entry. */
    readonly from?: string;
  }
}

export type Router = {
  /** Where the person goes; its screen may still be on its way. */
  readonly state: { readonly location: Location };
  readonly history: RouterHistory;
  /** Resolves when the screen is there. */
  readonly navigate: (move: Move) => Promise<void>;
  /** Tries again what failed. */
  readonly again: () => Promise<void>;
  readonly shown: () => Shown | null;
  readonly subscribe: (listener: (shown: Shown) => void) => () => void;
};

/** If a screen takes longer than this to load, the page says that it is on its way. */
const PATIENCE_MS = 1000;

/** `given`: a history to use instead of the window's. */
export function createRouter(routes: readonly Route[], given?: RouterHistory): Router {
  const history = given ?? createHashHistory();
  const listeners = new Set<(shown: Shown) => void>();
  const scrolled = createScrollMemory();
  let location = readLocation(history.location);
  let entry = history.location.state.__TSR_key ?? '';
  let shown: Shown | null = null;
  let turn = 0;
  let arrival = Promise.resolve();
  let keepsScroll = false;
  let stamping = false;

  const show = (next: Shown): void => {
    shown = next;
    for (const listener of listeners) listener(next);
  };

  /** Loads what the location asks for. If the user has moved on meanwhile, their location stays. */
  const arrive = async (scroll: number | null): Promise<void> => {
    turn += 1;
    const mine = turn;
    const here = location;
    const { route, params } = matched(routes, here.pathname);
    const now = (screen: Shown['screen']): void =>
      show({ location: here, params, screen, scroll: screen === 'coming' ? 0 : scroll });
    if (!route) return now(null);
    if ('instead' in route) return navigate({ href: route.instead(here), replace: true });
    const ready = route.screen.ready();
    if (ready) return now(ready);
    const late = setTimeout(() => mine === turn && now('coming'), PATIENCE_MS);
    try {
      const loaded = await route.screen.load();
      if (mine === turn) now(loaded);
    } catch (error) {
      const failed = mine === turn ? await reloadOnce(error, window.location) : null;
      if (failed && mine === turn) now({ failed });
    } finally {
      clearTimeout(late);
    }
  };

  const navigate = (move: Move): Promise<void> => {
    keepsScroll = move.resetScroll === false;
    const { from } = history.location.state;
    if (move.back && from === move.href) history.back();
    else if (move.back || move.replace || move.href === location.href)
      history.replace(move.href, { from });
    else history.push(move.href, { from: location.href });
    history.flush();
    keepsScroll = false;
    return arrival;
  };

  history.subscribe(({ location: to, action }) => {
    if (stamping) return;
    scrolled.keep(entry, window.scrollY);
    const made = action.type === 'PUSH' || action.type === 'REPLACE';
    if (!given && !made && !window.history.state) {
      stamping = true; // an entry made by a link has no key yet to keep its scroll position under
      history.replace(to.href, { from: location.href });
      history.flush();
      stamping = false;
    }
    entry = history.location.state.__TSR_key ?? '';
    const before = location.href;
    location = readLocation(to, location);
    if (!made && location.href === before) return; // what lay over the page is closed
    arrival = arrive(made ? (keepsScroll ? null : 0) : scrolled.of(entry));
  });
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    scrolled.keep(entry, window.scrollY);
    scrolled.save();
  });
  arrival = arrive(scrolled.of(entry));

  return {
    get state() {
      return { location };
    },
    history,
    navigate,
    again: () => arrive(null),
    shown: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function matched(routes: readonly Route[], pathname: string) {
  for (const route of routes) {
    const params = paramsOf(route.path, pathname);
    if (params) return { route, params };
  }
  return { route: null, params: {} };
}
