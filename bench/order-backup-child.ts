// Makes one backup, as `isobar backup` does: node order-backup-child.ts HOME STORE FOLDER.
import { join } from 'node:path';
import { openDiskBlobs } from '../apps/server/src/adapters/blobs-disk.ts';
import { backup } from '../apps/server/src/features/backup/backup.ts';

const [home = '', storeFile = '', folder = ''] = process.argv.slice(2);
const blobs = await openDiskBlobs(join(home, 'deliveries'));
await backup({ home, storeFile, blobs, version: 'soak' }, folder);
