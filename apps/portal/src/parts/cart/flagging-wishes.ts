// Classes of quality reports that a person chose to flag from a report's page; the checkout begins with them.
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage.ts';

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
