// A process that harvests a folder, for a test that kills it: node harvest-child.ts FOLDER STORE
import { pino } from 'pino';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { loadTables } from '../../../core/tables/load.ts';
import { openStore } from '../../../store/open.ts';
import { harvest } from '../harvest.ts';

const [folder = '', file = ''] = process.argv.slice(2);
const store = await openStore({ file });
process.stdout.write('started\n');
await harvest({
  store,
  archive: await openDiskArchive(folder),
  tables: await loadTables('no such folder'),
  log: pino({ level: 'silent' }),
});
await store.close();
