// What other pages asked of the next order, with which its checkout begins: classes of quality
// reports to flag, chosen from a report's page, and a time grid, chosen in Look.
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage.ts';
import { keepForTab, readForTab } from '../../loading/tab-storage.ts';

const KEY = 'flagging-wishes';
/** Most datastreams that are remembered; the oldest are dropped. */
const MOST = 100;
const stored = z.record(z.string(), z.array(z.enum(DQR_FILTERS)));

type Wishes = {
  /** Datastream -> classes. */
  readonly wishes: Readonly<Record<string, readonly DqrFilter[]>>;
  readonly apply: (wanted: readonly (readonly [string, readonly DqrFilter[]])[]) => void;
};

export const useWishes = create<Wishes>()((set, get) => ({
  wishes: readStored(KEY, stored) ?? {},
  apply: (wanted) => {
    const entries = new Map(Object.entries(get().wishes));
    for (const [datastream, filters] of wanted) {
      const known = entries.get(datastream) ?? [];
      entries.delete(datastream);
      entries.set(
        datastream,
        DQR_FILTERS.filter((one) => known.includes(one) || filters.includes(one)),
      );
    }
    const wishes = Object.fromEntries([...entries].slice(-MOST));
    writeStored(KEY, wishes);
    set({ wishes });
  },
}));

const GRID_KEY = 'isobar.grid-wish';

const gridWish = z.object({
  /** Seconds. */
  step: z.number(),
  /** All datastreams go into one file. */
  merge: z.boolean(),
  /** What is flagged of the datastreams that were asked for. */
  flagging: z.record(
    z.string(),
    z.object({ dqrFilter: z.readonly(z.array(z.enum(DQR_FILTERS))), qcFilter: z.boolean() }),
  ),
});
export type GridWish = z.infer<typeof gridWish>;

/** Kept for this tab, until the checkout takes it or it is taken back by null. */
export const wishGrid = (wish: GridWish | null): boolean =>
  keepForTab(GRID_KEY, JSON.stringify(wish));

/** null: nothing was wished for. */
export function wishedGrid(): GridWish | null {
  try {
    const parsed = z.safeParse(gridWish, JSON.parse(readForTab(GRID_KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
