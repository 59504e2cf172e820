// Delivery options of an order and their bits (specification part 2 section 9).

export const DELIVERY_BITS = {
  /** Download page and links: always on. */
  base: 1,
  dropBox: 2,
  dataServer: 4,
  bulkTransfer: 8,
  /** Notebook staging. */
  extraDestination: 16,
} as const;

export type DeliveryOption = keyof typeof DELIVERY_BITS;

/** What a new order is delivered by unless the person chooses otherwise. */
export const DEFAULT_DELIVERY: readonly DeliveryOption[] = ['base', 'dataServer', 'bulkTransfer'];

/** Options -> bits; base is always set. */
export const deliveryBits = (options: Iterable<DeliveryOption>): number =>
  [...options].reduce<number>((bits, option) => bits | DELIVERY_BITS[option], DELIVERY_BITS.base);
