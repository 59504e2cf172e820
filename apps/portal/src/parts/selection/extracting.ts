// The datastreams of which a person wants to pick variables but has ticked none yet; they are asked before that becomes 'all'.
import { create } from 'zustand';

type Extracting = {
  /** Names of datastreams. */
  readonly names: readonly string[];
  readonly set: (datastream: string, on: boolean) => void;
};

export const useExtracting = create<Extracting>()((set, get) => ({
  names: [],
  set: (datastream, on) => {
    const others = get().names.filter((one) => one !== datastream);
    set({ names: on ? [...others, datastream] : others });
  },
}));
