// PostgreSQL in memory for tests. Making a cluster takes four seconds of a core, loading a saved
// one takes one second; so it is made once and saved.
import { PGlite } from '@electric-sql/pglite';
import { kept } from './kept.ts';

/** An empty database; no test sees what another wrote. */
export const memoryPostgres = (): Promise<PGlite> => loaded('empty-cluster', async () => {});

/**
 * A database as `fill` left an empty one, which is done once for each `name` and version of the
 * store.
 */
export async function loaded(
  name: string,
  fill: (database: PGlite) => Promise<void>,
): Promise<PGlite> {
  const cluster = await kept(name, async () => {
    const first = new PGlite();
    await fill(first);
    await first.exec('checkpoint');
    const saved = await first.dumpDataDir('none');
    await first.close();
    return new Uint8Array(await saved.arrayBuffer());
  });
  return new PGlite({ loadDataDir: new Blob([cluster]) });
}
