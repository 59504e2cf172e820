// The order service in a process of its own, for tests that kill it: node server-child.ts FOLDER
// DATABASE PORT.
import { join } from 'node:path';
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { openDiskBlobs } from '../../../adapters/blobs-disk.ts';
import { createAccounts } from '../../../core/accounts/accounts.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openStore } from '../../../store/open.ts';
import { openLinkSigner } from '../delivery/links.ts';
import { registerOrders } from '../routes.ts';
import { testSettings } from './settings.ts';
import { tablesOf } from './tables.ts';

const [folder = '', database = '', port = '0'] = process.argv.slice(2);
const home = join(folder, 'home');
const log = createLog('silent');
const store = await openStore(
  database.startsWith('postgres') ? { url: database } : { file: database },
);
const accounts = createAccounts(store.db);
const http = await createHttp<Session>({
  log,
  requestsPerMinute: 100_000,
  trustProxy: true, // users have addresses of their own
  noSessionMessage: NO_SESSION_MESSAGE,
  session: accounts.sessionOf,
});
registerOrders(http, {
  db: store.db,
  log,
  tables: async () => tablesOf({}),
  blobs: await openDiskBlobs(join(home, 'deliveries')),
  links: await openLinkSigner(home),
  settings: testSettings(home),
});
await http.app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('working\n');
