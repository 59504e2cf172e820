// Loads modules that the first page does not need. A request that was dropped is repeated before
// the caller hears of it.
import { inTime } from './in-time.ts';

/** Milliseconds before the second and the third try. */
const PAUSES_MS = [200, 1200];

/**
 * What browsers and the bundler's preloader say of a module or a style sheet that did not arrive.
 */
const NOT_LOADED =
  /dynamically imported module|importing a module script failed|preload css|ChunkLoadError/i;

/** Whether a file did not arrive, as opposed to a module that arrived and threw. */
export const isNotLoaded = (error: unknown): error is Error =>
  error instanceof Error && NOT_LOADED.test(error.message);

/** Why something could not be shown, in words for a person. */
export const reasonOf = (error: unknown): string => {
  if (isNotLoaded(error)) return 'The connection may have been interrupted.';
  return error instanceof Error ? error.message : '';
};

/**
 * `load(() => import('./x.ts'))`. Rejects with the browser's error after three tries. A module that
 * throws while it is evaluated, and one that does not arrive within two minutes, are not tried
 * again.
 */
export async function load<T>(from: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await inTime(from)();
    } catch (error) {
      if (!isNotLoaded(error) || error.message.startsWith('ChunkLoadError')) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      await renewStyles();
    }
  }
  return await inTime(from)();
}

/**
 * The bundler's preloader asks for each style sheet once only, so those that are not there are
 * asked for again here.
 */
async function renewStyles(): Promise<void> {
  const absent = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    (link) => link.sheet === null,
  );
  await Promise.all(absent.map(renewed));
}

const renewed = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.href = link.href;
    const end = ({ type }: Event): void => {
      // It may have been on its way for another part, whose preloader waits for the link that is
      // taken away here.
      link.dispatchEvent(new Event(type));
      resolve();
    };
    next.addEventListener('load', end);
    next.addEventListener('error', end);
    link.replaceWith(next);
  });

export type Part<T> = {
  /** null: not loaded yet. */
  readonly ready: () => T | null;
  /** One request however many callers wait; after a failure the next call is a new try. */
  readonly load: () => Promise<T>;
};

/** Loads something once and keeps it. */
export function part<T>(from: () => Promise<T>): Part<T> {
  let kept: { readonly value: T } | null = null;
  let coming: Promise<T> | null = null;
  const fetched = async (): Promise<T> => {
    try {
      kept = { value: await load(from) };
      return kept.value;
    } finally {
      coming = null;
    }
  };
  return {
    ready: () => kept?.value ?? null,
    load: () => {
      coming ??= kept ? Promise.resolve(kept.value) : fetched();
      return coming;
    },
  };
}
