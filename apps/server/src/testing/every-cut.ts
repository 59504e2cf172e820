// Cuts the power at every point of what a test does. Then does so again without one flush or rename
// of the sources at a time: some check must then fail, or its removal would go unnoticed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sitesIn, sitesNotSeen } from '../platform/testing/disk-sites.ts';
import type { Image } from '../platform/testing/laid-disk.ts';
import {
  CUTS,
  type LeftOut,
  layOut,
  type Moment,
  PowerCuts,
} from '../platform/testing/power-cut.ts';

/** The sources that write durably, by the test file that leaves out each of their flushes. */
export const SHOWN_BY = {
  core: [
    'adapters/blobs-disk.ts',
    'adapters/mail-outbox.ts',
    'adapters/search-embedded/folder.ts',
    'adapters/search-embedded/followed.ts',
    'adapters/search-embedded/journal.ts',
    'adapters/search-embedded/search-embedded.ts',
    'core/jobs/worker-name.ts',
    'core/tables/exchange.ts',
    'core/tables/load.ts',
    'platform/files/private-home.ts',
    'platform/keys/signing-key.ts',
    'store/order-numbers.ts',
    'store/shared-key.ts',
  ],
  home: [
    'core/maintenance.ts',
    'core/tables/table-editor.ts',
    'features/backup/backup.ts',
    'features/backup/restore.ts',
    'features/harvest/table-drafts.ts',
    'features/orders/destinations/fill-folder.ts',
    'features/orders/drop-box/deliver.ts',
    'store/copy.ts',
  ],
  order: [
    'features/orders/steps/copy-unit.ts',
    'features/orders/steps/finalise.ts',
    'features/orders/steps/measure.ts',
    'features/orders/steps/workspace.ts',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Sources that write only to see whether they can: nothing of it is kept. */
export const PROBES: readonly string[] = ['roles/writable.ts'];

/**
 * Flushes and renames that are not needed, and why. The number counts the calls of that name in the
 * source, from 1.
 */
const HARMLESS: Readonly<Record<string, string>> = {
  'core/tables/table-editor.ts removeDurably 1 without flush folder':
    'a former state too many comes back, and goes with the next change',
  'core/tables/load.ts writeDurably 1 without flush folder':
    'the record of what was copied is written to the same folder at once',
  'core/tables/exchange.ts ensureFolder 2 without flush folder':
    'the record in the folder above it is written before the exchange ends',
  'core/tables/exchange.ts writeDurably 1 without rename':
    'a record that is cut short counts as none, and what differs is kept aside',
  'core/tables/exchange.ts writeDurably 2 without rename':
    'a file that is cut short differs from both versions, and is taken again',
  'core/tables/exchange.ts writeDurably 3 without rename':
    'the file in its old place is kept aside once more',
  'core/tables/exchange.ts writeDurably 3 without flush folder':
    'the file that takes its place is written to the same folder at once',
  'features/backup/backup.ts ensureFolder 2 without flush folder':
    'the folder above it is flushed before the list is written',
  'features/backup/backup.ts flushFolder 2 without flush folder':
    'writing the list flushes the same folder',
  'features/backup/backup.ts writeDurably 1 without rename':
    'an incomplete list is reported as no backup',
  'features/backup/restore.ts ensureFolder 2 without flush folder':
    'the home is flushed before the command reports success',
  'features/backup/restore.ts ensureFolder 3 without flush folder':
    'the home is flushed before the command reports success',
  'features/orders/drop-box/deliver.ts writeDurably 1 without flush folder':
    'what is forgotten of an upload is sent again',
  'features/orders/steps/finalise.ts writeDurably 1 without flush folder':
    'files are put once more; a complete order has no such step before it',
  'features/orders/steps/workspace.ts ensureFolder 1 without flush folder':
    'a step that finds no plan goes back and makes it',
  'features/orders/steps/workspace.ts writeDurably 1 without flush folder':
    'a step that finds no plan goes back and makes it',
  'features/orders/steps/workspace.ts writeDurably 2 without rename':
    'it is in a folder that gets its name afterwards',
  'features/orders/steps/workspace.ts flushFolder 1 without flush folder':
    'a unit that is not there is made again',
};

export interface CutFlow<M> {
  /** Everything below it is on the disk that loses power. */
  readonly root: string;
  /** What has been acknowledged so far, noted at each moment. */
  readonly mark: () => M;
  readonly act: () => Promise<void>;
  /** Throws when something that was acknowledged is not at `at`. */
  readonly look: (at: string, mark: M, where: string) => Promise<void>;
  /**
   * At most this many moments are tried. Absent: all of them; to be given if each look takes long.
   */
  readonly most?: number;
  /** The sources whose flushes are left out here. Absent: all sources. */
  readonly files?: readonly string[];
}

/** What was left out in the flows of this test file, and whether a look failed without it. */
const tried = new Map<string, boolean>();

export async function everyCut<M>(flow: CutFlow<M>): Promise<void> {
  const cuts = new PowerCuts(flow.root, flow.mark);
  try {
    await flow.act();
  } finally {
    cuts.stop();
  }
  const scratch = mkdtempSync(join(tmpdir(), 'isobar-cuts-'));
  try {
    const whole = laid(cuts.moments());
    await looks(flow, scratch, thinned(distinct(whole), flow.most));
    for (const left of cuts.leftOuts()) {
      const name = nameOf(left);
      const isHere = !flow.files || flow.files.some((file) => left.site.startsWith(`${file}:`));
      if (!isHere || tried.get(name) || Object.hasOwn(HARMLESS, counted(name))) continue;
      const other = laid(cuts.moments(left)).filter((one, n) => !same(one.image, whole[n]?.image));
      tried.set(name, await fails(() => looks(flow, scratch, thinned(distinct(other), flow.most))));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Flushes and renames in these sources that are not needed, and calls that no flow reaches. */
export function notMissed(files: readonly string[]): string[] {
  const without = [...tried].filter(([, failed]) => !failed).map(([name]) => name);
  return [...without, ...sitesNotSeen(files).map((site) => `${site}: no flow comes here`)];
}

/** Names a call by its number among the calls of that name instead of its line, as lines move. */
function counted(name: string): string {
  const [, file = '', line, call = '', rest = ''] = /^(\S+):(\d+) (\w+)(.*)$/.exec(name) ?? [];
  const calls = sitesIn(file).filter((site) => site.endsWith(` ${call}`));
  return `${file} ${call} ${calls.indexOf(`${file}:${line} ${call}`) + 1}${rest}`;
}

const nameOf = ({ site, what }: LeftOut): string => `${site} without ${what}`;

interface Laid<M> {
  readonly image: Image;
  readonly mark: M;
  readonly where: string;
}

function laid<M>(moments: Iterable<Moment<M>>): Laid<M>[] {
  return [...moments].flatMap(({ after, left, mark }, n) =>
    CUTS.map((cut) => ({ image: left[cut], mark, where: `${cut}: cut after ${n} (${after})` })),
  );
}

async function looks<M>(flow: CutFlow<M>, scratch: string, all: readonly Laid<M>[]): Promise<void> {
  for (const { image, mark, where } of all) {
    const at = mkdtempSync(join(scratch, 'cut-'));
    mkdirSync(at, { recursive: true });
    layOut(image, at);
    await flow.look(at, mark, where);
    rmSync(at, { recursive: true, force: true });
  }
}

/**
 * Leaves out those that equal one of the last few, since most steps change nothing for one kind of
 * cut.
 */
function distinct<M>(all: readonly Laid<M>[]): readonly Laid<M>[] {
  const found: Laid<M>[] = [];
  for (const one of all) {
    const isKnown = (other: Laid<M>) => other.mark === one.mark && same(other.image, one.image);
    if (!found.slice(-CUTS.length * 2).some(isKnown)) found.push(one);
  }
  return found;
}

/** Evenly spread, always with the last one. */
function thinned<T>(list: readonly T[], most = Number.POSITIVE_INFINITY): readonly T[] {
  if (list.length <= most) return list;
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, n) => list[Math.round(n * step)] as T); // each is within
}

function same(a: Image, b: Image | undefined): boolean {
  if (!b || a.size !== b.size) return false;
  for (const [name, what] of a) {
    const other = b.get(name);
    if (other === undefined || (what === 'folder') !== (other === 'folder')) return false;
    if (what !== 'folder' && other !== 'folder' && what !== other && !what.equals(other))
      return false;
  }
  return true;
}

async function fails(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return false;
  } catch {
    return true;
  }
}
