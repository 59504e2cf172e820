// Illustrated cases in a folder: SITE/YYYYMMDD/plot.png and, next to it, the frames of the
// animation in the order of their names.
import { open, readdir, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { CaseOf, CasePicture, Cases } from '../ports/cases.ts';

const TYPES: Readonly<Record<string, CasePicture['type']>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
};
const MOST_FRAMES = 500;
const MOST_BYTES = 20 << 20;
const NAME = /^(?!\.)[\w.-]{1,200}$/;

export function openFolderCases(folder: string): Cases {
  /** Null: there is no such folder, or a link leads out of ours. */
  const at = async ({ site, date }: CaseOf): Promise<string | null> => {
    const root = await realpath(folder);
    const found = await realpath(join(root, site, date)).catch(() => null);
    return found?.startsWith(root + sep) ? found : null;
  };
  const names = async (of: CaseOf): Promise<readonly string[]> => {
    const place = await at(of);
    if (place === null) return [];
    const entries = await readdir(place, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && typeOf(entry.name) && NAME.test(entry.name))
      .map((entry) => entry.name)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  };
  const read = async (of: CaseOf, name: string): Promise<CasePicture | null> => {
    const type = typeOf(name);
    const place = await at(of);
    if (!type || place === null) return null;
    const file = await open(join(place, name)).catch(() => null);
    if (!file) return null;
    try {
      const { size } = await file.stat();
      if (size > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES} bytes.`);
      return { type, bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  };
  const isPlot = (name: string): boolean => /^plot\.[a-z]+$/i.test(name);
  return {
    plot: async (of) => {
      const plot = (await names(of)).find(isPlot);
      return plot ? await read(of, plot) : null;
    },
    frames: async (of) => (await names(of)).filter((name) => !isPlot(name)).slice(0, MOST_FRAMES),
    frame: async (of, name) => ((await names(of)).includes(name) ? await read(of, name) : null),
  };
}

const typeOf = (name: string): CasePicture['type'] | undefined => {
  const ending = extname(name).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
};
