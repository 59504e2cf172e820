// Machines that share a store and no folder sign with one key.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signingKey } from '../platform/keys/signing-key.ts';
import { shareSigningKey } from './shared-key.ts';
import { STORE_KINDS, temporaryStore } from './testing/temporary-store.ts';

it.each(STORE_KINDS)('the key of the first home is that of every other (%s)', async (kind) => {
  const store = await temporaryStore(kind);
  const folder = mkdtempSync(join(tmpdir(), 'isobar-key-'));
  try {
    const homes = ['a', 'b', 'c'].map((name) => join(folder, name));
    const first = await signingKey(homes[0] ?? '');
    expect(await shareSigningKey(store.db, homes[0] ?? '')).toBe(false);
    const others = await Promise.all(homes.slice(1).map((home) => shareSigningKey(store.db, home)));
    expect(others).toEqual([true, true]);
    for (const home of homes) {
      expect(Buffer.from(await signingKey(home))).toEqual(Buffer.from(first));
      expect(statSync(join(home, 'signing-key')).mode & 0o077).toBe(0);
    }
    expect(await shareSigningKey(store.db, homes[1] ?? '')).toBe(false);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
