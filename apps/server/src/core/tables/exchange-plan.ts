// Which of two versions of a curated file counts, that of a home or that of the store: decided from
// three digests. Pure.

/** Digests of the content; undefined: there is no such file. */
export interface Versions {
  /** In the home. */
  readonly own: string | undefined;
  /** In both, when they were last the same. */
  readonly common: string | undefined;
  readonly stored: string | undefined;
}

/**
 * `give`: the home's goes into the store. `take`: the store's goes into the home. `replace`: so
 * too, but the home's is kept beside, as it was never in the store. `forget` and `remove`: the file
 * was removed on one side, and goes on the other.
 */
export type Exchange = 'same' | 'give' | 'take' | 'replace' | 'forget' | 'remove';

/** `canGo`: whether the file may be removed; one that may not comes back. */
export function exchangeOf({ own, common, stored }: Versions, canGo: boolean): Exchange {
  if (own === stored) return 'same';
  if (own === undefined) return canGo && common === stored ? 'forget' : 'take';
  if (stored === undefined) return canGo && common === own ? 'remove' : 'give';
  if (own === common) return 'take';
  return stored === common ? 'give' : 'replace';
}
