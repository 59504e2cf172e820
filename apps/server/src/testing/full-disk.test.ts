// A log that cannot be written and a full disk: reads and searches go on, writes are refused with
// 503, and all recovers by itself.
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../fixtures/free-port.ts';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import {
  CLI,
  orderOf,
  type RealInstallation,
  realInstallation,
  serving,
  until,
} from './real-server.ts';

let house: RealInstallation | undefined;
const mounts: string[] = [];
afterEach(async () => {
  await house?.close();
  house = undefined;
  for (const folder of mounts.splice(0)) execFileSync('umount', ['-l', folder]);
});

/** The real server with its log on an open file; it says nothing, so it gets a port of its own. */
async function serveInto(at: RealInstallation, log: number | 'pipe') {
  const port = await freePort();
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...at.environment, ISOBAR_PORT: String(port), ISOBAR_LOG: 'debug' },
    stdio: ['ignore', log, log],
  });
  child.stdout?.destroy(); // no reader: a closed pipe
  child.stderr?.destroy();
  return serving(child, `http://127.0.0.1:${port}`);
}

async function worksOn(server: Awaited<ReturnType<typeof serveInto>>): Promise<void> {
  expect((await server.call('/healthz')).status).toBe(200);
  expect((await server.call('/services/metadata/_search?q=*&size=1')).status).toBe(200);
}

describe('a log that cannot be written', () => {
  it.skipIf(process.platform !== 'linux').each(['/dev/full', 'a closed pipe'])(
    'a log that cannot be written stops no server: %s',
    async (kind) => {
      house = await realInstallation(1);
      await house.addPerson();
      const file = kind === 'a closed pipe' ? ('pipe' as const) : openSync(kind, 'w');
      const server = await serveInto(house, file);
      for (let call = 0; call < 30; call++) await worksOn(server);
      expect((await server.ended(await server.order(1))).curStep).toBe('complete');
      expect(server.child.exitCode).toBeNull();
      await server.kill('SIGTERM');
      expect(server.child.exitCode).toBe(0);
      if (typeof file === 'number') closeSync(file);
    },
  );
});

/** Mounts a small disk of this many megabytes; null if this account may not mount one. */
function smallDisk(megabytes: number): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  mounts.push(folder);
  return folder;
}

it('a full disk under home and log', async (context) => {
  const disk = smallDisk(48);
  if (!disk) return context.skip('only root may mount a small disk');
  const home = join(disk, 'home');
  mkdirSync(home, { mode: 0o755 });
  house = await realInstallation(2, { ISOBAR_HOME: home });
  await house.addPerson();
  expect(statSync(home).mode & 0o777).toBe(0o700);
  const log = join(disk, 'log');
  const server = await serveInto(house, openSync(log, 'a'));
  const first = await place(server);
  expect(first.status).toBe(200);

  const filler = join(disk, 'filler');
  fill(filler);
  await until(async () => {
    for (let call = 0; call < 20; call++) await worksOn(server); // the log wants room, too
    return (await place(server)).status === 503;
  });
  await worksOn(server);
  expect(await server.history()).toContain(first.orderId);
  expect(server.child.exitCode).toBeNull();

  rmSync(filler);
  await until(async () => (await place(server)).status === 200);
  await worksOn(server);
  await until(async () => readFileSync(log, 'utf8').includes('"msg":"order placed"'));
  await server.kill('SIGTERM');
});

it('an order waiting for disk space, reports it in its status, and continues when there is some', async (context) => {
  const disk = smallDisk(320);
  if (!disk) return context.skip('only root may mount a small disk');
  const home = join(disk, 'home');
  mkdirSync(home);
  house = await realInstallation(1, { ISOBAR_HOME: home });
  await house.addPerson();
  const server = await house.serve();
  // The whole disk is larger than the room that must stay free, but less than that is free now: the
  // order may fit later.
  const filler = join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc(80 << 20));
  const orderId = await server.order(1);
  await until(async () =>
    /waiting for disk space/.test((await server.status(orderId)).waiting ?? ''),
  );
  expect(await server.status(orderId)).toMatchObject({ failure: null });
  rmSync(filler);
  expect(await server.ended(orderId)).toMatchObject({
    ...{ curStep: 'complete', failure: null, waiting: null },
  });
});

async function place(server: Awaited<ReturnType<typeof serveInto>>) {
  const reply = await server.call('/services/order/orders/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orderOf(1)),
  });
  const body = (await reply.json()) as { orderId: number };
  return { status: reply.status, orderId: body.orderId };
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1));
    } catch {
      // smaller pieces may still fit
    }
  }
  closeSync(file);
}
