// The grown system in small: processes that share an archive, PostgreSQL and an S3 server but no
// folder, through kills and an outage. `npm run grown` is the same in large, with a search cluster,
// a second worker, all troubles and a restore.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMoto } from '../apps/server/src/adapters/testing/moto.ts';
import { binFolder } from '../apps/server/src/store/testing/postgres-server.ts';
import { type Grown, startGrown } from './grown/system.ts';
import { type TrialResult, trial } from './grown/trial.ts';

const ORDERS = 20;
const SEARCHES = 40;
const TROUBLES = ['kill -9 of web 2', 'kill -9 of worker 1', 'S3 answers 503 for a while'];
const ADDED = 'files are added';
/** Half a minute on two free cores; other flows have them too. */
const PATIENCE_MS = 600_000;
const isThere = (await binFolder()) !== null && hasMoto;

describe.skipIf(!isThere)(
  'two web processes, a worker and a harvester without a folder in common (needs PostgreSQL and the S3 server moto)',
  () => {
    let grown: Grown | undefined;
    let result: TrialResult;
    beforeAll(async () => {
      grown = await startGrown({ cluster: false, workers: 1, peer: false });
      result = await trial(
        grown,
        {
          orders: ORDERS,
          searches: SEARCHES,
          pace: 0.3,
          isWanted: (trouble) => [...TROUBLES, ADDED].includes(trouble),
        },
        Math.random,
      );
    }, PATIENCE_MS);
    afterAll(async () => {
      await grown?.close();
      if (grown) rmSync(grown.folder, { recursive: true, force: true });
    }, PATIENCE_MS);

    it('meet what they are put through', () => {
      for (const trouble of [...TROUBLES, ADDED])
        expect([trouble, (result.faults.get(trouble) ?? 0) > 0]).toEqual([trouble, true]);
    });

    it('complete every acknowledged order, once, as its recipe says, with its mail', () => {
      const { acknowledged, lost, doubled, unfinished, corrupt, withoutMail } = result;
      expect({ acknowledged, lost, doubled, unfinished, corrupt, withoutMail }).toEqual({
        acknowledged: ORDERS,
        ...{ lost: 0, doubled: 0, withoutMail: 0 },
        ...{ unfinished: [], corrupt: [] },
      });
    });

    it('two web processes without a folder in common answer searches alike, also for files that the harvester took up meanwhile', () => {
      expect(result.files[0]).toBe(result.files[1]);
      expect(result.differentSearches).toEqual([]);
      expect(result.searches).toBe(2 * SEARCHES);
    });
  },
);
