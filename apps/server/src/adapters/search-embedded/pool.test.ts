// The search threads when they are ended: a search that waits is refused, and so is one that comes
// later.
import { expect, it } from 'vitest';
import { SearchPool } from './pool.ts';
import { searchTask } from './requests.ts';

it('a search that waits while the threads are closed is refused, and one that comes after it too', async () => {
  const none = () => {};
  const pool = new SearchPool({
    ...{ threads: 1, limit: 1000, rehearsed: () => [], onThreadDeath: none, onDamage: none },
  });
  const ask = () => pool.search(searchTask('metadata', [{}, []], 1000));
  const waiting = [ask(), ask()].map((one) => expect(one).rejects.toMatchObject(REFUSED));
  await Promise.all([pool.close(), ...waiting]);
  await expect(ask()).rejects.toMatchObject(REFUSED);
});

const REFUSED = { status: 503, type: 'node_closed_exception' };
