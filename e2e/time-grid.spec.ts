// One time grid by every way to it: an order in three formats, a call of mod, and the array have
// the same cells; the recipe makes them again.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn } from '../fixtures/signed-in.ts';
import { demoIsobar, type Isobar, root } from './server.ts';

const run = promisify(execFile);
/** A short datastream, whose array is soon there. */
const MET = 'dstmetM1.b1';
const DATES = { startDate: '2026-06-10', endDate: '2026-06-11' };
const PROGRAMS = join(root, 'node_modules/.cache/python-programs');
const LIBRARIES = [join(PROGRAMS, 'arrays'), join(PROGRAMS, 'parquet')];

let server: Isobar;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-time-grid-'));
  server = await demoIsobar();
});
afterAll(async () => {
  await server?.remove();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!LIBRARIES.every((one) => existsSync(one)))(
  'the same hours come by an order as NetCDF, CSV and Parquet, by mod and as an array, and the recipe makes them again [AV1] [AV2] [AV14] [AV18] [AR17]',
  async () => {
    const cookie = await signedIn(server.url);
    const json = async <T>(path: string, more: RequestInit = {}): Promise<T> => {
      const reply = await fetch(server.url + path, {
        ...more,
        headers: { cookie, 'content-type': 'application/json' },
      });
      expect([path, reply.ok, reply.ok ? '' : await reply.text()]).toEqual([path, true, '']);
      return (await reply.json()) as T; // the server checks its answers in flows
    };
    const placed = await json<{ orderId: number }>('/services/order/orders/create', {
      method: 'POST',
      body: JSON.stringify({
        deliveryBits: 1,
        selectedData: {
          outputFormat: ['ANDR', 'NCSV', 'PARQ'],
          timeGrid: { step: 3600 },
          selectedDatastreams: [
            { datastream: MET, dates: [DATES], dqrFilter: ['incorrect', 'suspect'] },
          ],
        },
      }),
    });
    const order = `/services/order/delivery/${placed.orderId}`;
    type Listed = { files: { name: string }[] };
    let listed: Listed = { files: [] };
    await expect
      .poll(
        async () => {
          const reply = await fetch(`${server.url}${order}/index.json`, { headers: { cookie } });
          if (reply.ok) listed = (await reply.json()) as Listed;
          return reply.status;
        },
        { timeout: 120_000, interval: 500 },
      )
      .toBe(200);
    const saved = async (path: string, name: string): Promise<string> => {
      const reply = await fetch(server.url + path, { headers: { cookie } });
      expect([path, reply.status]).toEqual([path, 200]);
      writeFileSync(join(folder, name), Buffer.from(await reply.arrayBuffer()));
      return join(folder, name);
    };
    const made: string[] = [];
    for (const ending of ['nc', 'csv', 'parquet']) {
      const name = listed.files.map((one) => one.name).find((one) => one.endsWith(`.${ending}`));
      made.push(await saved(`${order}/${name}`, `order.${ending}`));
    }
    const range = `start=${DATES.startDate}&end=${DATES.endDate}`;
    const reports = 'dqr=incorrect,suspect';
    made.push(
      await saved(
        `/services/live/mod?user=demo:demo-token&ds=${MET}&${range}&grid=3600&wt=nc4&${reports}`,
        'mod.nc',
      ),
    );
    const array = async (): Promise<ArrayInfo | null> => {
      const reply = await fetch(`${server.url}/services/arrays/${MET}`);
      return reply.ok ? ((await reply.json()) as ArrayInfo) : null;
    };
    await expect.poll(array, { timeout: 120_000, interval: 1000 }).not.toBeNull();
    const { zarr } = (await array())?.variants.clean ?? { zarr: '' };
    made.push(zarr.replace(/^https?:\/\/[^/]+/, server.url).replace('clean', 'clean-mean-3600s'));
    const { stdout } = await run('python3', [join(root, 'e2e/programs/grid_formats.py'), ...made], {
      env: { ...process.env, PYTHONPATH: LIBRARIES.join(':'), PYTHONWARNINGS: 'ignore' },
    });
    expect(JSON.parse(stdout)).toEqual({
      ...{ cells: 48, variables: expect.any(Number), differences: [] },
      methods: ['mean', 'nearest', 'sum', 'vector'],
    });
    const verified = await server.command('orders', 'verify', String(placed.orderId));
    expect(verified).toContain('recreated, byte for byte the same');
  },
  300_000,
);
