// Checked access to what a map or a list must hold. A member that is missing is a bug of ours: it
// throws at once.

export function memberOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const member = map.get(key);
  if (member === undefined) throw new RangeError(`There is no member ${String(key)}.`);
  return member;
}

export function itemAt<T>(list: readonly T[], at: number): T {
  const item = list[at];
  if (item === undefined) throw new RangeError(`There is no item at ${at} of ${list.length}.`);
  return item;
}
