// The real files of tests: the repository holds them, packed and small.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REAL_ARCHIVE, realFiles, UNUSUAL_FILES } from '../fixtures/real-files.ts';

const PACKED = join(import.meta.dirname, '../fixtures/real-files');
const MOST_BYTES = 10e6;

it('the repository holds the real files in less than 10 MB, and tests read each of them unpacked', () => {
  const packed = readdirSync(PACKED, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.gz'),
  );
  const bytes = packed.reduce((sum, name) => sum + statSync(join(PACKED, name)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(realFiles()).toHaveLength(packed.length);
  expect(readdirSync(REAL_ARCHIVE)).toHaveLength(55);
  expect(readdirSync(UNUSUAL_FILES)).toHaveLength(3);
});
