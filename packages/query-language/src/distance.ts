// Distances on the ground as searches write them: `12km`, `60nmi`, `500` (metres).

/** Metres in one of each unit, by all its names. */
const METRES: Readonly<Record<string, number>> = {
  ...named(0.001, 'mm', 'millimeters'),
  ...named(0.01, 'cm', 'centimeters'),
  ...named(1, 'm', 'meters'),
  ...named(1000, 'km', 'kilometers'),
  ...named(0.0254, 'in', 'inch'),
  ...named(0.3048, 'ft', 'feet'),
  ...named(0.9144, 'yd', 'yards'),
  ...named(1609.344, 'mi', 'miles'),
  ...named(1852, 'NM', 'nmi', 'nauticalmiles'),
};

export const DISTANCE_UNITS: readonly string[] = Object.keys(METRES);

/** Metres; `unit` is that of a number without one. Null: no distance above 0. */
export function metresOf(distance: number | string, unit = 'm'): number | null {
  const [, number, own = unit] =
    /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?: ?([A-Za-z]+))?$/.exec(String(distance)) ?? [];
  const metres = Object.hasOwn(METRES, own) ? Number(number) * (METRES[own] ?? 0) : Number.NaN;
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}

function named(metres: number, ...names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, metres]));
}
