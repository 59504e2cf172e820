// Addresses of this portal that others can open.

/** `hash`: `#/…`. */
export const pageHere = (hash: string): string => `${location.origin}${location.pathname}${hash}`;
