// Looks up what this code itself has stored, with a check instead of an assertion.

export function held<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${String(key)} is not there`);
  return value;
}

export function item<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`there is no number ${index}`);
  return value;
}
