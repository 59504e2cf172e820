import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BlockGroup } from './block-groups.ts';
import { BlockTags, blockTag, type Extent } from './block-tags.ts';

type Tagged = Parameters<typeof blockTag>[0];

const NAMES = ['time', 'temp', 'pres', 'qc_temp'];
const FILES = 6;
const ROWS = 10;

/** A description of files of ten rows; `modified` tells it from others. */
const stateOf = (modified: number): Tagged => ({
  state: String(modified),
  manifest: {
    ...{ datastream: 'a', shapes: [], commons: [], constants: [], leftOut: [] },
    files: Array.from({ length: FILES }, (_, n) => ({
      ...{ name: `${n}.nc`, path: `${n}.nc`, size: 1, modified, rows: ROWS, unordered: 0 },
      ...{ first: n * ROWS, last: n * ROWS + ROWS - 1, shape: 0, constants: 0, step: 1 },
    })),
    masks: [],
  },
  description: {
    ...{ rows: FILES * ROWS, start: 0, end: FILES * ROWS - 1, globals: [], notes: [], changes: [] },
    ...{ shown: Array.from({ length: FILES }, () => 0), keys: ['k'] },
    variables: NAMES.map((name) => ({
      ...{ name, type: 'float' as const, perRecord: true, attributes: [], chunkRows: ROWS },
      ...{ inner: [], from: 0, to: FILES * ROWS - 1, sources: [name] },
    })),
  },
});

const groups = fc
  .subarray(NAMES, { minLength: 1 })
  .map((names): BlockGroup => ({ names, perRecord: true, chunkRows: ROWS }));

function extentOf({ manifest }: Tagged, row: number): Extent {
  const file = manifest.files[row];
  if (!file) throw new Error('no such file');
  return {
    range: { start: row * ROWS, stop: row * ROWS + ROWS, rows: ROWS },
    parts: [{ index: row, file, from: 0, to: ROWS }],
    files: [row],
  };
}

it('a tag that is remembered is the tag that the block has, whatever was asked for before', () => {
  const states = [stateOf(1), stateOf(2)];
  const asked = fc.tuple(
    fc.constantFrom(...states),
    fc.constantFrom('whole' as const, 'clean' as const, 'strict' as const),
    groups,
    fc.nat(FILES - 1),
  );
  fc.assert(
    fc.property(fc.array(asked, { minLength: 10, maxLength: 60 }), (all) => {
      const tags = new BlockTags();
      for (const [state, variant, group, row] of all) {
        const extent = extentOf(state, row);
        expect(tags.of(state, variant, group, extent)).toBe(
          blockTag(state, variant, group, extent),
        );
      }
    }),
  );
});
