// Databases that tests begin with, made once for each version of the tables and kept beside the
// other caches: making them for each test took more processor time than most tests.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

const CACHE = new URL('../../../../../node_modules/.cache/', import.meta.url);
const STORE = new URL('../', import.meta.url);

/** What `make` resolved to for the present sources of the store, now or in an earlier run. */
export async function kept(
  name: string,
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Mutants of the store are in the sources all at once, and a variable chooses one: each makes its
  // own.
  if ('__stryker__' in globalThis) return await make();
  const own = `isobar-${name}-${await sourcesHash()}`;
  const file = new URL(own, CACHE);
  const known = await readFile(file).catch(() => null);
  if (known) return known;
  const made = await make();
  try {
    await keep(file, made);
    const ofEarlierSources = new RegExp(`^isobar-${name}-[0-9a-f]{16}$`);
    for (const other of await readdir(CACHE))
      if (other !== own && ofEarlierSources.test(other)) await rm(new URL(other, CACHE));
  } catch {
    // Made each time where nothing may be written.
  }
  return made;
}

/** Writes the complete file or none, as other processes may be writing the same. */
async function keep(file: URL, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unfinished = new URL(`${file.href}.${randomUUID()}`);
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(STORE)).filter((name) => /^(?!.*\.test\.).*\.ts$/.test(name));
  const lock = new URL('../../package.json', STORE); // versions of the databases
  for (const file of [...names.toSorted().map((name) => new URL(name, STORE)), lock])
    hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
