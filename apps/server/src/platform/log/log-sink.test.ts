// A log that cannot be written drops lines, counts them, and goes on.
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { droppedLines, openLogSink } from './log-sink.ts';

it('the log sink writes whole lines in their order', async () => {
  const folder = temporaryFolder();
  const file = openSync(join(folder, 'log'), 'w');
  const sink = openLogSink(file);
  for (let n = 0; n < 500; n++) sink.write(`line ${n}\n`);
  const lines = () => readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(0, -1);
  await expect.poll(() => lines().length, { timeout: 30_000 }).toBe(500);
  expect(lines()).toEqual(Array.from({ length: 500 }, (_, n) => `line ${n}`));
  closeSync(file);
  rmSync(folder, { recursive: true });
});

it.skipIf(!existsSync('/dev/full'))(
  'the log counts what a full disk does not take (needs /dev/full)',
  async () => {
    const file = openSync('/dev/full', 'w');
    const sink = openLogSink(file);
    const before = droppedLines();
    for (let n = 0; n < 5; n++) sink.write(`line ${n}\n`);
    await expect.poll(() => droppedLines() - before, { timeout: 30_000 }).toBe(5);
    sink.write('x'.repeat(2 << 20)); // more than may wait
    expect(droppedLines() - before).toBe(6);
    closeSync(file);
  },
);
