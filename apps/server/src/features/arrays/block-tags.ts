// By what encoded blocks are kept: a digest of everything that their bytes depend on, so that
// another state with the same files and masks there has the same.
import { createHash } from 'node:crypto';
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import { LRUCache } from 'lru-cache';
import type { DescribedVariable, GridOf } from '../../core/series/description.ts';
import type { FilePart } from '../../core/series/manifest.ts';
import type { ReadBlock } from './array-job.ts';
import type { BlockGroup } from './block-groups.ts';
import type { OpenState } from './states.ts';

export type Rows = NonNullable<ReadBlock['range']>;

/**
 * Where a block is along time, and the parts of files that it is made of; values without rows have
 * neither.
 */
export interface Extent {
  readonly range: Rows | undefined;
  readonly parts: readonly FilePart[];
  /** Indices of the files that are needed. */
  readonly files: readonly number[];
}

/** Changes whenever the encoding of the same values does. */
export const ENCODING = 2;
/** Changes whenever the same samples give other values on a time grid. */
const GRID_LAW = 2;
/**
 * Tags of one description that are remembered, by keys that are short however many variables there
 * are.
 */
const MOST_TAGS = 4000;

export const isTime = (name: string): boolean => name === 'time';

type Tagged = Pick<OpenState, 'description' | 'manifest' | 'state'>;

export class BlockTags {
  /**
   * A description belongs to one state; within it, a block is known by its variant, its variables
   * and where it begins.
   */
  private readonly known = new WeakMap<OpenState['description'], LRUCache<string, string>>();
  private readonly numbers = new WeakMap<BlockGroup, number>();
  private groups = 0;

  of(state: Tagged, variant: ArrayVariant, group: BlockGroup, extent: Extent): string {
    let known = this.known.get(state.description);
    if (!known) {
      known = new LRUCache({ max: MOST_TAGS });
      this.known.set(state.description, known);
    }
    const { names } = group;
    const variables = names.length === 1 ? names[0] : this.numberOf(group);
    const key = `${variant} ${extent.range?.start ?? ''} ${names.length} ${variables}`;
    const tag = known.get(key) ?? blockTag(state, variant, group, extent);
    known.set(key, tag);
    return tag;
  }

  private numberOf(group: BlockGroup): number {
    const number = this.numbers.get(group) ?? ++this.groups;
    this.numbers.set(group, number);
    return number;
  }
}

/** Values without rows are few, and kept for each state. */
export function blockTag(
  { description, manifest, state }: Tagged,
  variant: ArrayVariant,
  group: BlockGroup,
  { range, parts, files }: Extent,
): string {
  const shown = new Map(description.variables.map((variable) => [variable.name, variable]));
  // Times are never masked, and the same in all variants.
  const isMasked = group.perRecord && variant !== 'whole' && !group.names.every(isTime);
  const of = !group.perRecord ? state : isMasked ? variant : 'whole';
  const hash = createHash('sha256').update(
    JSON.stringify([
      ...[ENCODING, manifest.datastream, of, group.chunkRows],
      ...(range && description.grid ? cellsKey(description.grid, range) : []),
      group.names.map((name) => variableKey(shown.get(name))),
      files.map((index) => {
        const { name, path, size, modified } = manifest.files[index] ?? {};
        return [name, path, size, modified, description.keys[description.shown[index] ?? 0]];
      }),
      parts.map(({ from, to }) => [from, to]),
      isMasked ? masksIn(manifest.masks, parts) : [],
    ]),
  );
  return hash.digest('hex').slice(0, 40);
}

const variableKey = (variable: DescribedVariable | undefined) =>
  variable && [
    ...[variable.name, variable.type, variable.perRecord, variable.inner],
    variable.attributes.filter(({ name }) => SHAPING.has(name)),
  ];
/** Attributes on which values depend. */
const SHAPING = new Set([
  '_FillValue',
  'missing_value',
  'scale_factor',
  'add_offset',
  '_Unsigned',
  'units',
]);

/** Masks that may touch a part; the whole second of its last row belongs to it. */
function masksIn(masks: OpenState['manifest']['masks'], parts: readonly FilePart[]) {
  return masks.filter((mask) =>
    parts.some(
      ({ file }) =>
        file.unordered > 0 || (mask.start <= file.last + 1 && mask.end >= file.first - 1),
    ),
  );
}

/**
 * What the samples of which cells give besides the files: where they begin, and how many they are.
 */
const cellsKey = ({ step, first }: GridOf, { start, stop, rows }: Rows) => [
  ...[GRID_LAW, step, first + start * step, stop - start, rows],
];
