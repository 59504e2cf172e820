// A source that cannot be read: tried again before it is left out with its reason, and never left
// out for a temporary failure.

import { expect, it } from 'vitest';
import { workOff } from '../../../roles/worker.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { requestOf } from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach(2);

/**
 * Works the order off while the first so many tries to read the first day fail; returns how often
 * it was tried, and the order.
 */
async function whileFailing(times: number, code: string) {
  let tried = 0;
  const { archive } = here.house.worker;
  const worker = {
    ...here.house.worker,
    archive: {
      ...archive,
      async open(path: string) {
        if (path === here.names[0] && tried++ < times)
          throw Object.assign(new Error(`${code}: the disk`), { code });
        return await archive.open(path);
      },
    },
  };
  const orderId = await here.ada.place(requestOf(MET, '2019-01-01', '2019-01-02'));
  for (let look = 0; look < 12; look++) {
    await here.house.store.db.updateTable('jobs').set({ run_at_ms: 0 }).execute();
    await workOff(worker);
  }
  return {
    tried,
    status: await here.ada.status(orderId),
    names: (await here.ada.filesOf(orderId)).names,
  };
}

it('an unreadable file is left out after the third time, is reported, and does not delay the others', async () => {
  const { tried, status, names: made } = await whileFailing(99, 'ESOMETHING');
  expect(tried).toBe(3);
  expect(status.curStep).toBe('complete');
  expect(made).toEqual([here.names[1]]);
  expect(status.missing).toEqual([
    { file: here.names[0], reason: expect.stringMatching(/^The file could not be read: /) },
  ]);
});

it('an unreadable file is delivered when it can be read the third time', async () => {
  const { status, names: made } = await whileFailing(2, 'ESOMETHING');
  expect(status).toMatchObject({ curStep: 'complete', missing: [] });
  expect(made).toEqual(here.names);
});

it('an unreadable file is waited for as long as it takes where the failure passes by itself', async () => {
  const { tried, status, names: made } = await whileFailing(7, 'ETIMEDOUT');
  expect(tried).toBeGreaterThan(7);
  expect(status).toMatchObject({ curStep: 'complete', missing: [] });
  expect(made).toEqual(here.names);
});
