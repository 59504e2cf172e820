// From the cart and the choices of the checkout to what is checked and sent. Pure.
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import { levelsProblem, type OrderOptions, type OwnChoices } from '../../lib/orders/request-of.ts';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { type CartMetrics, checked } from '../cart/metrics.ts';
import type { Submission } from './submission.ts';

/** Which values of a datastream become -9999. */
export type Flagging = {
  readonly dqrFilter: readonly DqrFilter[];
  readonly qcFilter: boolean;
};
export const NO_FLAGGING: Flagging = { dqrFilter: [], qcFilter: false };

/** What was chosen on the pages of quality reports, by the keys of the items. */
export const wishedFlagging = (
  items: readonly CartEntry[],
  wishes: Readonly<Record<string, readonly DqrFilter[]>>,
): ReadonlyMap<string, Flagging> =>
  new Map(
    items.flatMap((item) => {
      const { datastream } = item.selection;
      const dqrFilter = Object.hasOwn(wishes, datastream) ? wishes[datastream] : undefined;
      return dqrFilter ? [[cartKey(item), { ...NO_FLAGGING, dqrFilter }] as const] : [];
    }),
  );

/** Null while sizes are not known: nothing can be checked before. */
export function submissionOf(input: {
  readonly items: readonly CartEntry[];
  readonly metrics: Pick<CartMetrics, 'each' | 'complete'>;
  readonly options: OrderOptions;
  readonly maxOrderBytes: number;
  readonly maxFiles: number;
  readonly flaggingOf: (key: string) => Flagging;
  readonly ownOf: (key: string) => OwnChoices | null;
}): Submission | null {
  const { items, metrics, options, maxOrderBytes, maxFiles, flaggingOf, ownOf } = input;
  if (!metrics.complete) return null;
  return {
    order: {
      selections: items.flatMap((item, index) => {
        const one = metrics.each[index];
        return one ? [checked(item, one)] : [];
      }),
      formatCount: options.formats.length,
      delivery: options.delivery,
      webHookProblem: options.delivery.includes('webHook') ? options.webHook.problem : null,
      levelsProblem: options.timeGrid === null ? levelsProblem(options.oneFile) : null,
      maxOrderBytes,
      maxFiles,
    },
    ordered: items.map((item) => {
      const raw = isRawLevel(item.selection.dataLevel);
      return {
        selection: raw ? { ...item.selection, variables: [] } : item.selection,
        ...(raw ? NO_FLAGGING : flaggingOf(cartKey(item))),
        epochCode: item.preselectedEpoch,
        own: raw ? null : ownOf(cartKey(item)),
      };
    }),
    options,
  };
}
