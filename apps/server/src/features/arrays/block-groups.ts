// Which variables of an array are read together.
import type { DescribedVariable } from '../../core/series/description.ts';
import { bytesOfChunk } from './description.ts';

/** What is read together. */
export interface BlockGroup {
  readonly names: readonly string[];
  readonly perRecord: boolean;
  readonly chunkRows: number;
}

/** Decoded bytes of a block that is read in one sweep. */
const SWEEP_BYTES = 24e6;

/** Has a number for each time and is not the times themselves. */
export const isPlain = ({ name, perRecord, inner }: DescribedVariable): boolean =>
  perRecord && name !== 'time' && inner.length === 0;

/**
 * Groups by the name of each of their variables: all plain numbers of rows in one sweep, everything
 * else alone. What a time grid makes of one variable is made together.
 */
export function blockGroups(variables: readonly DescribedVariable[]): Map<string, BlockGroup> {
  const parts = new Map<string, DescribedVariable[]>();
  for (const variable of variables) {
    const { name, chunkRows, of } = variable;
    const key = isPlain(variable) ? `plain ${chunkRows}` : `alone ${of ?? name}`;
    parts.set(key, [...(parts.get(key) ?? []), variable]);
  }
  const groups = new Map<string, BlockGroup>();
  for (const members of parts.values())
    for (const sweep of sweepsOf(members)) {
      const [first] = sweep;
      if (!first) continue;
      const names = sweep.map(({ name }) => name);
      const { perRecord, chunkRows } = first;
      for (const name of names) groups.set(name, { names, perRecord, chunkRows });
    }
  return groups;
}

function sweepsOf(members: readonly DescribedVariable[]): DescribedVariable[][] {
  const sweeps: DescribedVariable[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  let last: string | undefined;
  for (const variable of members) {
    const own = bytesOfChunk(variable);
    const isOfLast = variable.of !== undefined && variable.of === last;
    if (bytes + own > SWEEP_BYTES && !isOfLast) {
      sweeps.push([]);
      bytes = 0;
    }
    sweeps.at(-1)?.push(variable);
    bytes += own;
    last = variable.of;
  }
  return sweeps;
}
