// Scan types of a selection: what can be chosen and what is. An empty choice in store means every
// scan. Pure.

export type ScanOption = {
  /** scan_name */
  readonly value: string;
  /** scan_desc, or the name where there is none. */
  readonly label: string;
  /** Files on the chosen dates; null while not known. */
  readonly count: number | null;
  readonly available: boolean;
};

export const scanOptions = (
  names: readonly string[],
  labels: ReadonlyMap<string, string>,
  counts: ReadonlyMap<string, number> | null,
): readonly ScanOption[] =>
  names.map((value) => {
    const count = counts === null ? null : (counts.get(value) ?? 0);
    return { value, label: labels.get(value) || value, count, available: count !== 0 };
  });

/** The chosen scans; where nothing is stored, all that have files. */
export function chosenScans(
  options: readonly ScanOption[],
  stored: readonly string[],
): ReadonlySet<string> {
  const available = options.filter((option) => option.available).map((option) => option.value);
  if (stored.length === 0) return new Set(available);
  return new Set(available.filter((name) => stored.includes(name)));
}

/**
 * A choice of all scans with files is stored as nothing: every scan, including those of dates
 * chosen later.
 */
export function scansToStore(
  options: readonly ScanOption[],
  chosen: ReadonlySet<string>,
): readonly string[] {
  const available = options.filter((option) => option.available);
  const names = available.filter((o) => chosen.has(o.value)).map((o) => o.value);
  return names.length === available.length ? [] : names;
}
