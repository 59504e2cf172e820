// A restore drill of the grown system: the database and a home are copied, loaded elsewhere, and a
// server of a new home has it all.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { binFolder } from '../../apps/server/src/store/testing/postgres-server.ts';
import { root } from '../server.ts';
import type { Grown } from './system.ts';

export interface Restored {
  readonly orders: number;
  readonly restoredOrders: number;
  /**
   * Deliveries that `isobar orders verify` looked at, and what it found in those that are not
   * whole.
   */
  readonly looked: number;
  readonly wrong: readonly string[];
  /** What `isobar doctor` printed with a cross. */
  readonly complaints: readonly string[];
  readonly seconds: number;
}

const run = promisify(execFile);
const LOOKED_AT = 3;

export async function restoreDrill(grown: Grown): Promise<Restored> {
  const began = performance.now();
  const bin = (await binFolder()) ?? '';
  const { folder, postgres } = grown;
  const copy = join(folder, 'copy');
  const dump = join(folder, 'store.dump');
  const restored = new URL(postgres.url);
  restored.pathname = '/restored';
  await isobar(grown.env('web-1'), 'backup', copy);
  await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, postgres.url]);
  await run(join(bin, 'psql'), [postgres.url, '-c', 'create database restored']);
  await run(join(bin, 'pg_restore'), [`--dbname=${restored}`, '--no-owner', dump]);
  const env = { ...grown.env('restored'), DATABASE_URL: String(restored) };
  await isobar(env, 'restore', copy);
  if (!grown.cluster) await isobar(env, 'index'); // as the first server of the new home would
  const rows = await grown.store.db
    .selectFrom('orders')
    .select('order_id')
    .orderBy('order_id')
    .execute();
  const count = await run(join(bin, 'psql'), [
    String(restored),
    '-Atc',
    'select count(*) from orders',
  ]);
  const numbers = rows.map((row) => Number(row.order_id));
  const chosen = [0, Math.floor(numbers.length / 2), numbers.length - 1].slice(0, LOOKED_AT);
  const wrong: string[] = [];
  for (const n of new Set(chosen))
    await isobar(env, 'orders', 'verify', String(numbers[n])).catch((error: Error) =>
      wrong.push(`${numbers[n]}: ${error.message}`),
    );
  const told = await isobar(env, 'doctor').catch(
    (error: { stdout?: string }) => error.stdout ?? '',
  );
  rmSync(dump);
  return {
    orders: numbers.length,
    restoredOrders: Number(count.stdout),
    looked: new Set(chosen).size,
    wrong,
    complaints: told.split('\n').filter((line) => /^\s*(✗|wrong|×)/i.test(line)),
    seconds: (performance.now() - began) / 1000,
  };
}

/** Runs `isobar ARGS`; resolves to what it printed. */
export async function isobar(env: Record<string, string>, ...args: string[]): Promise<string> {
  const cli = join(root, 'apps/server/src/cli.ts');
  const { stdout } = await run(process.execPath, [cli, ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  });
  return stdout;
}
