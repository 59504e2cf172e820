// What was chosen in the checkout and is not ordered yet, kept for this tab: neither a reload nor a
// sign-in at another site loses it.
import { DESTINATIONS } from '@isobar/contract/orders/delivery.ts';
import { FILE_FORMATS } from '@isobar/contract/orders/formats.ts';
import { oneFileOptions } from '@isobar/contract/orders/one-file.ts';
import { DQR_FILTERS } from '@isobar/contract/orders/request.ts';
import { gridOptions } from '@isobar/contract/orders/time-grid.ts';
import * as z from 'zod/mini';
import { DEFAULT_OPTIONS } from '../../lib/orders/request-of.ts';
import { forgetForTab, keepForTab, readForTab } from '../../loading/tab-storage.ts';
import { useCart } from '../cart/cart-store.ts';

const KEY = 'isobar.checkout';

const filters = z.readonly(z.array(z.enum(DQR_FILTERS)));

const formats = z.readonly(z.array(z.enum(FILE_FORMATS.map(({ code }) => code))));

const draft = z.object({
  /** Whose cart it was chosen for; null: not signed in. */
  owner: z.nullable(z.string()),
  options: z.object({
    formats,
    concatenate: z.boolean(),
    sortTimes: z.boolean(),
    timeGrid: z._default(z.nullable(gridOptions), null),
    oneFile: z._default(z.nullable(oneFileOptions), null),
    delivery: z.readonly(z.array(z.enum(DESTINATIONS.map(({ option }) => option)))),
    sendConfEmail: z.boolean(),
    stagingPath: z.nullable(z.string()),
    webHook: z.object({ url: z.string(), problem: z.nullable(z.string()) }),
  }),
  /**
   * Flagging by the key of the item. `wish`: the classes that a report's page had asked to flag
   * when this was chosen.
   */
  flagging: z.readonly(
    z.array(
      z.object({ item: z.string(), wish: filters, dqrFilter: filters, qcFilter: z.boolean() }),
    ),
  ),
  /** Formats and joining that differ from those of the order, by the key of the item. */
  own: z._default(
    z.readonly(z.array(z.object({ item: z.string(), formats, concatenate: z.boolean() }))),
    [],
  ),
  /**
   * An order that was sent and whose number never came; with the same key, sending it again places
   * no second order.
   */
  sending: z.nullable(z.object({ content: z.string(), key: z.string() })),
});
type Draft = z.infer<typeof draft>;

const NOTHING: Draft = {
  owner: null,
  options: DEFAULT_OPTIONS,
  flagging: [],
  own: [],
  sending: null,
};

export const draftedSending = (): Draft['sending'] => readDraft().sending;
export const keepSending = (sending: Draft['sending']): void => keepDraft({ sending });

/** The order is placed: the next one begins afresh. */
export const forgetDraft = (): void => forgetForTab(KEY);

/** The draft of this person; an empty one if the kept draft belongs to a different user. */
export function readDraft(): Draft {
  try {
    const parsed = z.safeParse(draft, JSON.parse(readForTab(KEY) ?? 'null'));
    const own = parsed.success && [null, useCart.getState().owner].includes(parsed.data.owner);
    return own ? parsed.data : NOTHING;
  } catch {
    return NOTHING;
  }
}

export function keepDraft(part: Partial<Draft>): void {
  const kept = { ...readDraft(), ...part, owner: useCart.getState().owner };
  keepForTab(KEY, JSON.stringify(kept)); // or else the choices last as long as the page does
}
