// How much of a disk is left to what cannot be made again.

/** Kept free for the store, logs and small orders, bytes. */
export const RESERVE = 256e6;
