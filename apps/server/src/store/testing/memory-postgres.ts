// PostgreSQL in memory for tests. Making a cluster takes four seconds of a core, loading a saved one takes one second; so it is made
// once and saved.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const CACHE = new URL('../../../../../node_modules/.cache/', import.meta.url);

let made: Promise<Blob> | undefined;

/** An empty database; no test sees what another wrote. */
export async function memoryPostgres(): Promise<PGlite> {
  made ??= emptyCluster();
  return new PGlite({ loadDataDir: await made });
}

async function emptyCluster(): Promise<Blob> {
  const file = new URL(`isobar-empty-cluster-${await version()}.tar`, CACHE);
  const known = await readFile(file).catch(() => null);
  if (known) return new Blob([known]);
  const first = new PGlite();
  await first.exec('checkpoint');
  const cluster = await first.dumpDataDir('none');
  await first.close();
  await keep(file, new Uint8Array(await cluster.arrayBuffer())).catch(() => {}); // made each time where nothing may be written
  return cluster;
}

/** Writes the complete file or none, as other processes may be writing the same. */
async function keep(file: URL, bytes: Uint8Array): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unfinished = new URL(`${file.href}.${randomUUID()}`);
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}

async function version(): Promise<string> {
  const [folder = ''] = fileURLToPath(import.meta.resolve('@electric-sql/pglite')).split('/dist/');
  const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  return String(version);
}
