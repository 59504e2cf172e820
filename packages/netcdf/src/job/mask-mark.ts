// What stands for a masked value in each variable: -9999, its own missing value, or one that none
// of its values uses.
import { findAttribute } from '../attribute.ts';
import type { Attribute, NcType, NumericArray } from '../dataset.ts';
import { DEFAULT_FILL } from '../hdf5/fill.ts';
import { type Mark, MISSING, RANGES, statedMissing, typed } from './missing.ts';

interface Described {
  readonly type: NcType;
  readonly attributes: readonly Attribute[];
}

export const isFloating = (type: NcType): boolean => type === 'float' || type === 'double';

/**
 * The mark that is known without looking at values: -9999 in floating numbers, what an integer or
 * packed variable states as missing. 'choose': it states nothing, and a value that is free has to
 * be found. undefined: text has no mark.
 */
export function knownMark(variable: Described): Mark | 'choose' | undefined {
  const { type } = variable;
  if (type === 'char' || type === 'string') return undefined;
  const isPacked = ['scale_factor', 'add_offset'].some((name) => findAttribute(variable, name));
  if (isFloating(type) && !isPacked) return MISSING;
  const stated = statedMissing(variable);
  return stated ?? (isFloating(type) ? MISSING : 'choose');
}

/**
 * In types larger than the small ones, only so many candidates are watched: data that use all of
 * these leave no room for a missing value.
 */
const MOST_CANDIDATES = 256;
const SMALL_TYPES: readonly NcType[] = ['byte', 'ubyte', 'short', 'ushort'];

/** Is shown all values of a variable, and then knows a value that none of them has. */
export class FreeValue {
  private readonly type: NcType;
  private readonly candidates: readonly Mark[];
  private readonly used: Set<Mark> = new Set();
  private readonly watched: ReadonlySet<Mark>;

  constructor(type: NcType) {
    this.type = type;
    this.candidates = candidatesOf(type);
    this.watched = new Set(this.candidates);
  }

  see(values: NumericArray): void {
    const { watched, used } = this;
    if (used.size === watched.size) return;
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as Mark;
      if (watched.has(value)) used.add(value);
    }
  }

  /** undefined: every value is used. */
  get found(): Mark | undefined {
    const free = this.candidates.find((candidate) => !this.used.has(candidate));
    return free === undefined ? undefined : typed(this.type, free);
  }
}

function candidatesOf(type: NcType): Mark[] {
  const [low, high] = RANGES[type] ?? [0n, 0n];
  const usual = [
    BigInt(MISSING),
    BigInt(DEFAULT_FILL[type as 'int'] ?? 0),
    low,
    high,
    -999n,
    -99999n,
  ];
  const all = new Set(usual.filter((value) => value >= low && value <= high));
  const most = SMALL_TYPES.includes(type) ? high - low + 1n : BigInt(MOST_CANDIDATES);
  for (let next = low; BigInt(all.size) < most && next <= high; next++) all.add(next);
  return [...all].map((value) => typed(type, value));
}
