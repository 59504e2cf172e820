// Every real file, read as ncdump reads it.

import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFiles } from '../../../fixtures/real-files.ts';
import { openDataset } from './open.ts';
import { expectSameAsNcdump } from './testing/same-as-ncdump.ts';
import { hasNcdump, ncdump } from './testing/tools.ts';

describe.skipIf(!hasNcdump)('real files (needs ncdump)', () => {
  it.each(realFiles().map((path) => [basename(path), path]))(
    '[P142] %s: header and every value are those of ncdump',
    async (_name, path) => {
      const dataset = await openDataset(path);
      const compared = await expectSameAsNcdump(dataset, ncdump(path));
      expect(compared).toBeGreaterThan(0);
      await dataset.close();
    },
  );
});
