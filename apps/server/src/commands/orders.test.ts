// What `isobar orders list` prints of each order.
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { withAdapters } from './command.ts';
import { orders } from './orders.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('isobar orders list states of each order whether it failed, waits, is complete or has expired', async () => {
  vi.stubEnv('ISOBAR_HOME', temporaryFolder());
  vi.stubEnv('ISOBAR_LOG', 'silent');
  const complete = {
    step: 'complete',
    progress: JSON.stringify({ delivered: { files: 1, bytes: 9 } }),
  };
  const stored: readonly Readonly<Record<string, string | number>>[] = [
    { step: 'hpss' },
    { failure: 'The disk is full.' },
    { suspend_reason: 'Oversize' },
    { ...complete, expires_at: 9_000_000_000 },
    { ...complete, expires_at: 1_700_000_100 },
  ];
  await withAdapters(async ({ adapters: { store } }) => {
    for (const each of stored)
      await store.db
        .insertInto('orders')
        .values({
          ...{ person_id: 'ada', order_date: 1_700_000_000, request: '{}', step: 'ordhdlr' },
          ...{ file_count: 2, bytes: 990e9, progress: '{}', ...each },
        })
        .execute();
  });
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  expect(await orders.run({ positionals: [], values: {} })).toBe(0);
  expect(lines.map((line) => line.split('\t').at(-1))).toEqual([
    ...['expired', 'complete', 'Oversize', 'failed: The disk is full.', 'hpss'],
  ]);
  expect(lines[0]).toContain('\t2 files, 990 GB\t'); // the unit that operators read on their screen
});
