// Notebook staging: folders that the notebook hub shows to a person. Who has a folder has access;
// operators make them.
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface Project {
  readonly name: string;
  /** The path of the folder as orders send it. */
  readonly path: string;
}

/** The person's own folder. */
const HOME = 'home';

/** The folder that has one subfolder for each user name. */
export const notebooksFolder = (home: string): string => join(home, 'notebooks');

/** Home first, then the project folders in it; none for a person without a folder. */
export async function projectsOf(home: string, userName: string): Promise<Project[]> {
  const own = join(notebooksFolder(home), userName);
  if (!isName(userName) || !(await isFolder(own))) return [];
  const entries = await readdir(own, { withFileTypes: true });
  const projects = entries
    .filter((e) => e.isDirectory() && isName(e.name))
    .map((e) => e.name)
    .sort();
  return [{ name: 'Home', path: HOME }, ...projects.map((name) => ({ name, path: name }))];
}

/** The folder that a path of an order means; null when the person has no such project. */
export async function projectFolder(
  home: string,
  userName: string,
  path: string,
): Promise<string | null> {
  const own = join(notebooksFolder(home), userName);
  if (!isName(userName) || !isName(path)) return null;
  const wanted = path === HOME ? own : join(own, path);
  if (!(await isFolder(wanted))) return null;
  const real = await realpath(wanted);
  const root = await realpath(own);
  // a link that leads out is none of ours
  return real === root || real.startsWith(root + sep) ? real : null;
}

const isName = (name: string): boolean => /^[\w][\w.@-]*$/.test(name) && !name.includes('..');

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;
