// A worker in a process of its own, for tests that kill it: node worker-child.ts FOLDER DATABASE
// [PLACE N before|after]. It dies (SIGKILL, by its own hand) at the Nth call of a place, or finds
// the disk full for six calls from then on (`full`); the product knows nothing of this.
import { join } from 'node:path';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { openDiskBlobs } from '../../../adapters/blobs-disk.ts';
import { openOutbox } from '../../../adapters/mail-outbox.ts';
import { openWebHooks } from '../../../adapters/web-hook-http.ts';
import { createLog } from '../../../platform/log/log.ts';
import { startWorker } from '../../../roles/worker.ts';
import { openStore } from '../../../store/open.ts';
import { openLinkSigner } from '../delivery/links.ts';
import { testSettings } from './settings.ts';
import { tablesOf } from './tables.ts';

const [folder = '', database = '', place = '', nth = '1', when = 'before'] = process.argv.slice(2);
const home = join(folder, 'home');

/** The same object with calls counted as `NAME.method`; at the chosen call the process dies. */
function mortal<T extends object>(name: string, target: T): T {
  const counts = new Map<string, number>();
  return new Proxy(target, {
    get(object, key, receiver) {
      const value: unknown = Reflect.get(object, key, receiver);
      if (typeof value !== 'function' || `${name}.${String(key)}` !== place) return value;
      return async (...args: unknown[]) => {
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        if (count === Number(nth) && when === 'before') process.kill(process.pid, 'SIGKILL');
        if (when === 'full' && count >= Number(nth) && count < Number(nth) + 6) {
          process.stdout.write('full\n');
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        }
        const result: unknown = await Reflect.apply(value, object, args);
        if (count === Number(nth) && when === 'after') process.kill(process.pid, 'SIGKILL');
        return result;
      };
    },
  });
}

/** Rows of curated tables, as JSON. */
const tables = tablesOf(JSON.parse(process.env.CHILD_TABLES ?? '{}'));
const store = await openStore(
  database.startsWith('postgres') ? { url: database } : { file: database },
);
const worker = await startWorker({
  store,
  archive: mortal('archive', await openDiskArchive(join(folder, 'archive'))),
  blobs: mortal('blobs', await openDiskBlobs(join(home, 'deliveries'))),
  mail: mortal('mail', openOutbox({ folder: join(home, 'outbox'), from: 'archive@example.org' })),
  tables: async () => tables,
  links: await openLinkSigner(home),
  webHooks: mortal('webHooks', openWebHooks({ mayReach: () => true })),
  settings: testSettings(home, (process.env.CHILD_HOOKS ?? '').split(',').filter(Boolean)),
  noticeMs: Number(process.env.CHILD_NOTICE ?? 20_000),
  log: createLog(process.env.CHILD_LOG ?? 'silent'),
  pace: { poll: 20, heartbeat: 200, stale: Number(process.env.CHILD_STALE ?? 3000), retry: 20 },
});
process.on('SIGTERM', () => {
  worker
    .stop()
    .then(() => store.close())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
process.stdout.write('working\n');
