// The search calls alone on a port of their own, for measuring from outside: node
// bench/search-server.ts FOLDER Prints {port, startMs}; answers GET /rss with the bytes that the
// process holds.
import { openEmbeddedSearch } from '../apps/server/src/adapters/search-embedded/search-embedded.ts';
import { usualSearches } from '../apps/server/src/core/catalogue/plan-usual.ts';
import { registerSearch } from '../apps/server/src/features/search/routes.ts';
import { createHttp } from '../apps/server/src/platform/http/http.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { steadyMemory } from '../apps/server/src/platform/threads/steady-memory.ts';

steadyMemory({ sparing: false }); // as `isobar serve` begins
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('say where the segments lie');
const start = performance.now();
const index = await openEmbeddedSearch({
  folder,
  threads: 2,
  usual: new Map([['metadata', usualSearches()]]),
  log: createLog('warn'),
});
const http = await createHttp<never>({
  log: createLog('warn'),
  requestsPerMinute: 1e9,
  trustProxy: false,
  noSessionMessage: '',
  session: async () => null,
});
const { app } = http;
registerSearch(http, { index, indexes: ['metadata'] });
app.get('/rss', async () => process.memoryUsage().rss);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
const port = typeof address === 'object' ? address?.port : null;
console.log(JSON.stringify({ port, startMs: performance.now() - start }));
