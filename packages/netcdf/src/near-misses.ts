// Finds the names that the caller probably meant: equal but for case, containing one another, or a
// few letters apart.

/** The names that are nearest to `wanted`, at most `limit`, nearest first. */
export function nearMisses(wanted: string, names: readonly string[], limit = 3): string[] {
  const target = wanted.toLowerCase();
  const allowed = Math.max(2, Math.floor(target.length / 3));
  const scored: { name: string; distance: number }[] = [];
  for (const name of names) {
    const candidate = name.toLowerCase();
    const contains =
      target.length > 2 && (candidate.includes(target) || target.includes(candidate));
    const distance =
      candidate === target
        ? 0
        : contains
          ? 1
          : editDistance(target.slice(0, 64), candidate.slice(0, 64));
    if (distance <= allowed) scored.push({ name, distance });
  }
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map((entry) => entry.name);
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitute, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
