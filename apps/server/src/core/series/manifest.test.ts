// Manifests as they are kept: shapes share what they have in common, and those of the version
// before are still read.
import { gzipSync } from 'node:zlib';
import { type FileShape, shapeParts, shapeText } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import type { ArchiveStore } from '../../ports/archive.ts';
import { KeptShapes, type Manifest, packManifest, unpackManifest } from './manifest.ts';
import { filesOfManifest } from './open-manifest.ts';

const inner = [{ name: 'entry', length: 300 }];
const shapeWith = (digest: string): FileShape => ({
  timeVariable: 'time',
  timeDimension: 'time',
  variables: [
    { name: 'time', type: 'double', hasTime: true, inner: [], attributes: [], countsTime: true },
    {
      name: 'table',
      type: 'float',
      hasTime: false,
      inner,
      attributes: [],
      countsTime: false,
      digest,
    },
  ],
  leftOut: [],
  globals: [],
});
const SHAPES = ['one', 'two', 'three'].map(shapeWith);
const FILES = SHAPES.map((_, shape) => ({
  ...{ name: `file${shape}`, path: `file${shape}`, size: 1, modified: 0, rows: 2 },
  ...{ first: shape * 60, last: shape * 60 + 30, unordered: 0, shape, constants: 0, step: 30 },
}));
const REST = { datastream: 'a', constants: ['{}'], masks: [], leftOut: [] };
const shapesIn = (manifest: Manifest) => {
  const archive: Partial<ArchiveStore> = {};
  return filesOfManifest(archive as ArchiveStore, manifest, new Map()).map(({ shape }) => shape);
};

it('a manifest keeps once what its shapes have in common, and gives each of them again', async () => {
  const kept = new KeptShapes();
  const shapes = SHAPES.map((shape) => kept.of(shapeParts(shapeText(shape))));
  expect(kept.commons).toHaveLength(1);
  const packed = await packManifest({ ...REST, files: FILES, shapes, commons: kept.commons });
  expect(shapesIn(await unpackManifest(packed))).toEqual(SHAPES);
});

it('a manifest of the version before, with whole texts of shapes, is read', async () => {
  const files = FILES.map((file) => Object.values(file));
  const written = { ...REST, files, shapes: SHAPES.map(shapeText) };
  const manifest = await unpackManifest(gzipSync(JSON.stringify(written)));
  expect(manifest.commons).toHaveLength(1);
  expect(manifest.files).toEqual(FILES);
  expect(shapesIn(manifest)).toEqual(SHAPES);
});
