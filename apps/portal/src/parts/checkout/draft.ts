// What was chosen in the checkout and is not ordered yet, kept for this tab: neither a reload nor a sign-in at another site loses it.
import { DESTINATIONS } from '@isobar/contract/orders/delivery.ts';
import { FILE_FORMATS } from '@isobar/contract/orders/formats.ts';
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import { DEFAULT_OPTIONS, type OrderOptions } from '@isobar/contract/orders/request-of.ts';
import * as z from 'zod/mini';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { useWishes } from '../cart/flagging-wishes.ts';
import { type Flagging, wishedFlagging } from './submission-of.ts';

const KEY = 'isobar.checkout';

const filters = z.readonly(z.array(z.enum(DQR_FILTERS)));

const draft = z.object({
  /** Whose cart it was chosen for; null: nobody was signed in. */
  owner: z.nullable(z.string()),
  options: z.object({
    formats: z.readonly(z.array(z.enum(FILE_FORMATS.map(({ code }) => code)))),
    concatenate: z.boolean(),
    sortTimes: z.boolean(),
    delivery: z.readonly(z.array(z.enum(DESTINATIONS.map(({ option }) => option)))),
    sendConfEmail: z.boolean(),
    stagingPath: z.nullable(z.string()),
    webHook: z.object({ url: z.string(), problem: z.nullable(z.string()) }),
  }),
  /** By the key of the item; `wish`: what its page of reports had asked for by then. */
  flagging: z.readonly(
    z.array(
      z.object({ item: z.string(), wish: filters, dqrFilter: filters, qcFilter: z.boolean() }),
    ),
  ),
  /** An order whose number did not come: sent again as the same one. */
  sending: z.nullable(z.object({ content: z.string(), key: z.string() })),
});
type Draft = z.infer<typeof draft>;

const NOTHING: Draft = { owner: null, options: DEFAULT_OPTIONS, flagging: [], sending: null };

/** What the checkout begins with. A wish that came later than the choice counts more. */
export function draftedFor(items: readonly CartEntry[]): {
  readonly options: OrderOptions;
  readonly flagging: ReadonlyMap<string, Flagging>;
} {
  const { options, flagging } = readDraft();
  const { wishes } = useWishes.getState();
  const chosen = items.flatMap((item) => {
    const one = flagging.find((known) => known.item === cartKey(item));
    if (!one || one.wish.join() !== wishOf(item, wishes).join()) return [];
    return [[one.item, { dqrFilter: one.dqrFilter, qcFilter: one.qcFilter }] as const];
  });
  return { options, flagging: new Map([...wishedFlagging(items, wishes), ...chosen]) };
}

export const keepOptions = (options: OrderOptions): void => keep({ options });

export function keepFlagging(
  items: readonly CartEntry[],
  flagging: ReadonlyMap<string, Flagging>,
): void {
  const { wishes } = useWishes.getState();
  keep({
    flagging: items.flatMap((item) => {
      const one = flagging.get(cartKey(item));
      return one ? [{ item: cartKey(item), wish: wishOf(item, wishes), ...one }] : [];
    }),
  });
}

export const draftedSending = (): Draft['sending'] => readDraft().sending;
export const keepSending = (sending: Draft['sending']): void => keep({ sending });

/** The order is placed: the next one begins afresh. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Closed storage: nothing was kept.
  }
}

const wishOf = (
  { selection }: CartEntry,
  wishes: Readonly<Record<string, readonly DqrFilter[]>>,
): readonly DqrFilter[] =>
  Object.hasOwn(wishes, selection.datastream) ? (wishes[selection.datastream] ?? []) : [];

/** Nothing of somebody else's. */
function readDraft(): Draft {
  try {
    const parsed = z.safeParse(draft, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    const own = parsed.success && [null, useCart.getState().owner].includes(parsed.data.owner);
    return own ? parsed.data : NOTHING;
  } catch {
    return NOTHING;
  }
}

function keep(part: Partial<Draft>): void {
  const kept = { ...readDraft(), ...part, owner: useCart.getState().owner };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or closed storage: the choices last as long as the page does.
  }
}
