// Business limits of carts and orders (specification part 2 section 9, decision 1002). Sizes are
// decimal.

/** An order holds at most this many files unless the operator says otherwise. */
export const DEFAULT_MAXIMUM_FILES = 20_000;

/** From this total on, the person is warned before the order is sent. */
export const WARNING_BYTES = 500e9;

/**
 * Default of the server's `maxOrderSize`: larger orders are held until an operator approves them.
 */
export const DEFAULT_HOLD_BYTES = 1e12;

/** Drop box delivery takes at most this many megabytes. */
export const DROP_BOX_MEGABYTES = 1024;

/** 'Concatenate files: Yes' makes files of at most this many megabytes. */
export const MERGED_MEGABYTES = 2048;

/** A cart in browser storage is dropped after this long. */
export const CART_HOURS = 24;

/** Deliveries are kept this many days unless the operator says otherwise. */
export const DEFAULT_DELIVERY_DAYS = 30;
