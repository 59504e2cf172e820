// Where a delivery may go: a row for each destination, with its bit (specification part 2 section
// 9), label and limit.
import { DROP_BOX_MEGABYTES } from './limits.ts';

type DestinationRow = {
  readonly option: string;
  readonly bit: number;
  /** Label in the checkout. */
  readonly label: string;
  readonly byDefault?: boolean;
  /** Orders of more bytes than this cannot go there, and the message for the user. */
  readonly limit?: { readonly bytes: number; readonly code: string; readonly message: string };
};

export const DESTINATIONS = [
  /** Download page and links: always on. */
  { option: 'base', bit: 1, label: 'Download page', byDefault: true },
  {
    option: 'dropBox',
    bit: 2,
    label: 'Drop Box',
    limit: {
      bytes: DROP_BOX_MEGABYTES * 1e6,
      code: 'drop-box-size',
      message: 'Max order size for Drop Box is 1GB',
    },
  },
  {
    option: 'dataServer',
    bit: 4,
    label: 'Data server: a folder to browse and to fetch from',
    byDefault: true,
  },
  { option: 'bulkTransfer', bit: 8, label: 'Bulk transfer service', byDefault: true },
  /** Notebook staging. */
  { option: 'extraDestination', bit: 16, label: 'Notebook hub' },
  { option: 'webHook', bit: 32, label: 'Web hook: notify a server of yours when it is done' },
] as const satisfies readonly DestinationRow[];

type Row = (typeof DESTINATIONS)[number];
export type DeliveryOption = Row['option'];
export type LimitCode = Extract<Row, { limit: unknown }>['limit']['code'];

/** How a new order is delivered unless the person chooses otherwise. */
export const DEFAULT_DELIVERY: readonly DeliveryOption[] = DESTINATIONS.filter(
  (row) => 'byDefault' in row,
).map(({ option }) => option);

/** Options -> bits; base is always set. */
export const deliveryBits = (options: Iterable<DeliveryOption>): number => {
  const chosen = new Set(options);
  return DESTINATIONS.filter(({ option }) => option === 'base' || chosen.has(option)).reduce(
    (bits, { bit }) => bits | bit,
    0,
  );
};

/** Bits -> options. */
export const deliveryOptions = (bits: number): DeliveryOption[] =>
  DESTINATIONS.filter(({ bit }) => bits & bit).map(({ option }) => option);

export const ALL_BITS = DESTINATIONS.reduce((bits, { bit }) => bits | bit, 0);

/** Why an order of this size cannot go there; null: it can. */
export function tooLargeFor(
  option: DeliveryOption,
  bytes: number,
): { readonly code: LimitCode; readonly message: string } | null {
  const row = DESTINATIONS.find((one) => one.option === option);
  return row && 'limit' in row && bytes > row.limit.bytes ? row.limit : null;
}
