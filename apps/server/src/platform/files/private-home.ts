// The home of an installation is for its own account only: mail addresses and the signing key are
// in it.
import { chmod, readdir, stat } from 'node:fs/promises';
import { ensureFolder } from './disk.ts';

/** What distinguishes a home of ours from a folder that was named by mistake. */
const OURS = ['isobar.sqlite', 'signing-key', 'order-numbers'];
const STICKY = 0o1000;

/**
 * Makes the folder, or removes other accounts' access to it. A folder with other contents is left
 * as it is: returns false.
 */
export async function ensurePrivateHome(home: string): Promise<boolean> {
  await ensureFolder(home, 0o700);
  const { mode, uid } = await stat(home);
  if ((mode & 0o077) === 0) return true;
  const names = await readdir(home);
  const isOurs = names.length === 0 || names.some((name) => OURS.includes(name));
  if (!isOurs || mode & STICKY || uid !== (process.getuid?.() ?? uid)) return false;
  await chmod(home, 0o700);
  return true;
}
