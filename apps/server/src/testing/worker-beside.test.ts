// The worker of a real server: a process of its own that is started again when it dies, held within
// its memory, and never left behind.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RealInstallation, realInstallation, until } from './real-server.ts';

let house: RealInstallation;
beforeEach(async () => {
  house = await realInstallation(2);
  await house.addPerson();
});
afterEach(() => house.close());

/** Ids of the order worker processes of this parent. */
function workersOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return Number(ppid) === parent && command.includes('order-worker');
      } catch {
        return false; // it is gone
      }
    });
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const oneWorker = async (parent: number | undefined, but = 0): Promise<number> => {
  let found: number | undefined;
  await until(async () => {
    [found] = workersOf(parent).filter((pid) => pid !== but);
    return found !== undefined;
  });
  return found!; // until has seen it
};

/** Whether this worker has the order now. */
function hasOrder(worker: number, home: string, orderId: number): boolean {
  const store = new SQLite(join(home, 'isobar.sqlite'), { readonly: true });
  try {
    const asked = store.prepare<[string], { worker: string | null }>(
      "select worker from jobs where kind = 'order' and state = 'running' and subject = ?",
    );
    return asked.get(String(orderId))?.worker?.includes(`:${worker}:`) ?? false;
  } finally {
    store.close();
  }
}

describe.skipIf(process.platform !== 'linux')('the worker beside a server', () => {
  it('the worker beside a server is started again when it is killed, and does not outlive a killed server', async () => {
    const server = await house.serve();
    const first = await oneWorker(server.child.pid);
    process.kill(first, 'SIGKILL');
    const second = await oneWorker(server.child.pid, first);
    expect((await server.ended(await server.order(1))).curStep).toBe('complete');
    await server.kill('SIGKILL');
    await until(async () => !isAlive(second));
  });

  it('the worker beside a server does not outlive a server that is killed while the worker is only just starting', async () => {
    const server = await house.serve();
    const worker = await oneWorker(server.child.pid);
    await server.kill('SIGKILL');
    await until(async () => !isAlive(worker), 60_000);
  });

  it('the worker beside a server ends with its server', async () => {
    const server = await house.serve();
    const worker = await oneWorker(server.child.pid);
    await server.kill('SIGTERM');
    expect([server.child.exitCode, isAlive(worker)]).toEqual([0, false]);
  });

  it('the worker beside a server ends together with its child process that is stopped while it starts', async () => {
    const child = house.start(['worker']);
    const worker = await oneWorker(child.pid);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    expect([child.exitCode, isAlive(worker)]).toEqual([0, false]);
  });

  it('that crashes three times on an order quarantines it with the reason, and runs the next one', async () => {
    const slow = 'sgpslowE13.00';
    const large = await open(join(house.archive, `${slow}.20190101.000000.dat`), 'w');
    await large.truncate(3e9); // read for seconds, and sparse on the disk
    await large.close();
    const server = await house.serve();
    const poison = await server.order(1, slow);
    for (let [worker, deaths] = [0, 0]; deaths < 3; deaths++) {
      worker = await oneWorker(server.child.pid, worker);
      await until(async () => hasOrder(worker, house.home, poison));
      process.kill(worker, 'SIGKILL');
    }
    expect(await server.ended(poison)).toMatchObject({
      // it was killed as soon as it had the order, or a little later
      curStep: expect.stringMatching(/^(ordhdlr|hpss)$/),
      failure: expect.stringMatching(
        /^The work on it ended its process 3 times, so it was quarantined\./,
      ),
    });
    expect(await server.ended(await server.order(1))).toMatchObject({ curStep: 'complete' });
  });

  it('that takes too much memory is ended, and people feel nothing of it', async () => {
    const server = await house.serve({ ISOBAR_WORKER_MEMORY: '50' });
    const orderId = await server.order(1);
    await until(async () => /"why":"It took more than the 50 MB/.test(server.printed()));
    expect((await server.call('/healthz')).status).toBe(200);
    expect((await server.call('/services/metadata/_search?q=*&size=1')).status).toBe(200);
    expect(await server.status(orderId)).toMatchObject({ failure: null });
  });
});
