// The tiles of our own world: every one that a map may ask for is there, and none is large.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WORLD_NEAREST, WORLD_TILES } from '../apps/portal/src/parts/map/world.ts';

const PUBLIC = join(import.meta.dirname, '../apps/portal/public');
/** Bytes: far less than a page takes a whole frame to handle. */
const LARGEST = 130_000;

const zooms = Array.from({ length: WORLD_NEAREST + 1 }, (_, z) => z);

it.each(zooms)('all tiles of zoom %i are there, and none is large', (z) => {
  const side = 2 ** z;
  for (let n = 0; n < side * side; n += 1) {
    const [x, y] = [n % side, Math.floor(n / side)];
    const path = WORLD_TILES.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
    const { length } = readFileSync(join(PUBLIC, path));
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(LARGEST);
  }
});

it('the tile set lies where files are served as what never changes, under the name of its content', () => {
  expect(WORLD_TILES).toMatch(/^assets\/world-[0-9a-f]{8}\//);
});
