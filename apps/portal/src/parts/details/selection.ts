// The facilities that a person ticked for a data product, in the results or in its details: the
// working selection.
import { create } from 'zustand';

type Selection = {
  /** Group id (instrument, or instrument and measurement) -> facilities, as 'sgp.E13'. */
  readonly byGroup: Readonly<Record<string, readonly string[]>>;
  readonly choose: (group: string, facilities: readonly string[]) => void;
};

export const useSelection = create<Selection>()((set, get) => ({
  byGroup: {},
  choose: (group, facilities) =>
    set({ byGroup: { ...get().byGroup, [group]: [...new Set(facilities)] } }),
}));

const NOTHING: readonly string[] = [];

/** The chosen facilities of a group; none until something was chosen. */
export const useChosen = (group: string): readonly string[] =>
  useSelection((selection) => selection.byGroup[group] ?? NOTHING);
