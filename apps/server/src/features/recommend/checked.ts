// Checked access to lists by number. A number outside of its list is a bug of ours: it throws at
// once instead of spreading as NaN.

export const numberAt = (list: Float64Array, at: number): number => list[at] ?? outside(list, at);

export function addAt(list: Float64Array, at: number, by: number): void {
  list[at] = numberAt(list, at) + by;
}

export const itemAt = <T>(list: readonly T[], at: number): T => list[at] ?? outside(list, at);

function outside(list: { readonly length: number }, at: number): never {
  throw new RangeError(`There is nothing at ${at} of ${list.length}.`);
}
