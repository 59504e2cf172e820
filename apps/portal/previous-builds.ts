// For the build: files of earlier builds stay beside the new ones, so that a page that is open
// while the portal is replaced can still load its parts. Their names carry a hash of their content,
// so none is in the way of another.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';

/** How many earlier builds a page may come from. */
const KEPT_BUILDS = 4;
/** In the folder of the built portal: the files of each build, the newest first. */
const RECORD = '.vite/builds.json';
const record = z.array(z.array(z.string()));

export function previousBuilds(): Plugin {
  let publicFiles: readonly string[] = [];
  return {
    name: 'previous-builds',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved: ({ publicDir }) => {
      publicFiles = existsSync(publicDir) ? filesBelow(publicDir) : [];
    },
    writeBundle: ({ dir }, bundle) => {
      if (dir !== undefined) keepBuilds(dir, Object.keys(bundle), publicFiles);
    },
  };
}

/**
 * Removes from `folder` what belongs neither to this build nor to one of the last few, and records
 * this build. `built`: its files; `copied`: files that every build has. Paths are relative to
 * `folder`, with '/'.
 */
export function keepBuilds(
  folder: string,
  built: readonly string[],
  copied: readonly string[],
): void {
  const there = filesBelow(folder);
  const unrecorded = there.filter((file) => file.startsWith('assets/') && !isCompressed(file));
  const before = readRecord(folder) ?? [unrecorded];
  const isThis = (files: readonly string[]): boolean => built.every((file) => files.includes(file));
  const earlier = before.filter((files) => !isThis(files)).slice(0, KEPT_BUILDS);
  const kept = new Set([RECORD, ...built, ...copied]);
  for (const file of earlier.flat()) if (file.startsWith('assets/')) kept.add(file);
  for (const file of there) {
    // Compressed forms are sent in place of their files: those of a page of the same name belong to
    // the build before.
    const isStale = isCompressed(file) && !file.startsWith('assets/');
    if (isStale || !kept.has(file.replace(COMPRESSED, ''))) rmSync(join(folder, file));
  }
  mkdirSync(join(folder, dirname(RECORD)), { recursive: true });
  writeFileSync(join(folder, RECORD), JSON.stringify([built, ...earlier]));
}

const COMPRESSED = /\.(gz|br)$/;
const isCompressed = (file: string): boolean => COMPRESSED.test(file);

/** null: no build was recorded here, or the record cannot be read. */
function readRecord(folder: string): readonly (readonly string[])[] | null {
  try {
    return z.parse(record, JSON.parse(readFileSync(join(folder, RECORD), 'utf8')));
  } catch {
    return null;
  }
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
