// The datastreams of which variables or files are to be picked and none is ticked yet; a question
// is asked before that becomes 'all'.
import { create } from 'zustand';

type Extracting = {
  /** Names of datastreams whose variables are to be picked. */
  readonly names: readonly string[];
  readonly set: (datastream: string, on: boolean) => void;
  /** Names of datastreams whose files are to be picked. */
  readonly filesOf: readonly string[];
  readonly setFiles: (datastream: string, on: boolean) => void;
};

export const useExtracting = create<Extracting>()((set, get) => ({
  names: [],
  set: (datastream, on) => set({ names: toggled(get().names, datastream, on) }),
  filesOf: [],
  setFiles: (datastream, on) => set({ filesOf: toggled(get().filesOf, datastream, on) }),
}));

function toggled(names: readonly string[], name: string, on: boolean): readonly string[] {
  const others = names.filter((one) => one !== name);
  return on ? [...others, name] : others;
}
