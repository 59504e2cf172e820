// A worker in a process of its own, which ends when it opens a certain file: node poison-child.ts
// FOLDER DATABASE LIMIT_MB HOW [PID WHY]. HOW: 'kill' (SIGKILL by its own hand), or 'memory' (takes
// more than it may). In everything else it is the worker of the product.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { openDiskBlobs } from '../../../adapters/blobs-disk.ts';
import { openOutbox } from '../../../adapters/mail-outbox.ts';
import { createLog } from '../../../platform/log/log.ts';
import { watchMemory } from '../../../roles/memory-watch.ts';
import { startWorker } from '../../../roles/worker.ts';
import { openStore } from '../../../store/open.ts';
import { openLinkSigner } from '../delivery/links.ts';
import { testSettings } from './settings.ts';
import { tablesOf } from './tables.ts';

/** The day whose file is poison. */
export const POISON = '20190103';

if (process.argv[1]?.endsWith('poison-child.ts')) await work();

async function work(): Promise<void> {
  const [folder = '', database = '', limit = '', how = '', pid, why] = process.argv.slice(2);
  const home = join(folder, 'home');
  const archive = await openDiskArchive(join(folder, 'archive'));
  const end = (reason: string) => {
    process.stdout.write(`${reason}\n`, () => process.kill(process.pid, 'SIGKILL'));
  };
  watchMemory(Number(limit), () => end('It took too much memory.'));
  const hoard: Buffer[] = [];
  await startWorker({
    store: await openStore({ file: database }),
    archive: {
      ...archive,
      async open(path) {
        if (path.includes(POISON)) {
          if (how === 'kill') end('It was killed.');
          while (how === 'memory') {
            hoard.push(Buffer.alloc(8 << 20, 1));
            await sleep(5);
          }
          await sleep(60_000);
        }
        await sleep(300); // others are under way when it happens
        return archive.open(path);
      },
    },
    blobs: await openDiskBlobs(join(home, 'deliveries')),
    mail: openOutbox({ folder: join(home, 'outbox'), from: 'archive@example.org' }),
    tables: async () => tablesOf({}),
    links: await openLinkSigner(home),
    settings: testSettings(home),
    log: createLog('silent'),
    pace: { poll: 20, heartbeat: 100, stale: 5000, retry: 20 },
    former: pid && why ? { pid: Number(pid), why } : undefined,
  });
}
