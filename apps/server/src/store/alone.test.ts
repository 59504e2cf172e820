// Processes that start at once on one store: one works, the others wait or are refused in words.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alone, BESIDE_ALL } from './alone.ts';
import { openStore } from './open.ts';
import type { StoreAddress } from './store-address.ts';
import { storeId } from './store-id.ts';
import { freshDatabase, startPostgresServer } from './testing/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobar-alone-'));
const server = await startPostgresServer();
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ALONE = new URL('./alone.ts', import.meta.url).href;
const NOT = { waitMs: 0 };
const act = async () => 'done';

describe.each([
  ['sqlite', true],
  ['a PostgreSQL server', server !== null],
] as const)('work that is done alone on %s', (kind, isThere) => {
  describe.skipIf(!isThere)('(needs PostgreSQL)', () => {
    let at: StoreAddress;
    beforeAll(async () => {
      at =
        kind === 'sqlite'
          ? { file: join(folder, 'isobar.sqlite') }
          : { url: (await freshDatabase(server?.url ?? '')).url };
    });

    it('work that is done alone is refused to a second one while the first is at it, other work is not', async () => {
      const during = await alone(at, 'harvest', NOT, async () => ({
        same: await alone(at, 'harvest', NOT, act),
        other: await alone(at, 'migrate', NOT, act),
      }));
      expect(during).toEqual({ value: { same: null, other: { value: 'done' } } });
      expect(await alone(at, 'harvest', NOT, act)).toEqual({ value: 'done' });
    });

    it('work that is done alone is free again after a failure', async () => {
      const fail = () => Promise.reject(new Error('a disk'));
      await expect(alone(at, 'harvest', NOT, fail)).rejects.toThrow('a disk');
      expect(await alone(at, 'harvest', NOT, act)).toEqual({ value: 'done' });
    });

    it('work that is done alone is waited for, which is reported once, and a wait can be stopped', async () => {
      const order: string[] = [];
      let end = () => {};
      let begun = () => {};
      const isAtIt = new Promise<void>((done) => (begun = done));
      const first = alone(at, 'harvest', NOT, () => {
        begun();
        return new Promise<void>((done) => (end = done));
      });
      await isAtIt;
      const waits = alone(
        at,
        'harvest',
        { waitMs: 60_000, onWait: () => order.push('waits') },
        async () => void order.push('second'),
      );
      const stop = new AbortController();
      const stopped = alone(at, 'harvest', { waitMs: 60_000, signal: stop.signal }, act);
      await expect.poll(() => order, { timeout: 20_000 }).toEqual(['waits']);
      stop.abort();
      await expect(stopped).rejects.toThrow();
      end();
      await Promise.all([first, waits]);
      expect(order).toEqual(['waits', 'second']);
    });

    it('work that is done alone is free again when its process is killed', async () => {
      const code = `const { alone } = await import(${JSON.stringify(ALONE)});
        await alone(${JSON.stringify(at)}, 'harvest', { waitMs: 0 }, async () => { console.log('mine'); await new Promise((done) => setTimeout(done, 600000)); });`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [text] = await once(child.stdout, 'data');
      expect(String(text)).toBe('mine\n');
      expect(await alone(at, 'harvest', NOT, act)).toBeNull();
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await alone(at, 'harvest', { waitMs: 10_000 }, act)).toEqual({ value: 'done' });
    });

    it.skipIf(kind === 'sqlite')(
      'work that is done alone is done in shares by several at once, but not beside the whole or the same share',
      async () => {
        const share = (number: number, of = 3) => ({ waitMs: 0, share: { number, of } });
        const during = await alone(at, 'harvest', share(1), async () => ({
          whole: await alone(at, 'harvest', NOT, act),
          same: await alone(at, 'harvest', share(1), act),
          second: await alone(at, 'harvest', share(2), () => alone(at, 'harvest', share(3), act)),
          changes: await alone(at, 'harvest', { waitMs: 0, share: BESIDE_ALL }, act),
          index: await alone(at, 'index', NOT, act),
        }));
        const done = { value: 'done' };
        const expected = {
          whole: null,
          same: null,
          second: { value: done },
          changes: done,
          index: done,
        };
        expect(during).toEqual({ value: expected });
        const whole = await alone(at, 'harvest', NOT, () => alone(at, 'harvest', share(1), act));
        expect(whole).toEqual({ value: null });
      },
    );

    it.skipIf(kind !== 'sqlite')(
      'work that is done alone is not done in shares where the store is a file of one machine',
      async () => {
        const share = { waitMs: 0, share: { number: 1, of: 2 } };
        await expect(alone(at, 'harvest', share, act)).rejects.toThrow('PostgreSQL');
      },
    );

    it('making tables is done once, however many open an empty store at the same moment', async () => {
      const fresh: StoreAddress =
        kind === 'sqlite'
          ? { file: join(folder, 'fresh.sqlite') }
          : { url: (await freshDatabase(server?.url ?? '')).url };
      const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(fresh)));
      const ids = await Promise.all(stores.map(({ db }) => storeId(db)));
      expect(new Set(ids).size).toBe(1);
      for (const store of stores) await store.close();
    });
  });
});
