// The installation's own secret: signs links of deliveries and seals what no one else may read.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, writeDurably } from '../files/disk.ts';
import { readIfThere } from '../files/read-if-there.ts';

const KEY_BYTES = 32;

/**
 * The key is stored in the installation's home, readable by its owner only, and is created when it
 * is missing: one that cannot be read is kept, and throws.
 */
export async function signingKey(home: string): Promise<Uint8Array> {
  const path = join(home, 'signing-key');
  await ensureFolder(home, 0o700);
  const stored = (await readIfThere(path))?.toString('utf8') ?? null;
  if (stored === null)
    await writeDurably(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, 0o600);
  // Read back: of two processes that make it at once, the later one's key counts for both.
  const key = Buffer.from((stored ?? (await readFile(path, 'utf8'))).trim(), 'hex');
  if (key.length < KEY_BYTES)
    throw new Error('The signing key is too short; remove it and restart.');
  return key;
}
