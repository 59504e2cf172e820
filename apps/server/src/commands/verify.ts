// isobar verify: whether files are still right: compares them by names and checksums, from a list,
// checksums, a recipe, a research object or a folder.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { HeldAnswer } from '@isobar/contract/calls/verify-calls.ts';
import {
  type Held,
  isArchiveName,
  MOST_HELD_FILES,
  MOST_HELD_TEXT,
  readHeld,
} from '@isobar/contract/orders/held-files.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { verifyHeld } from '../core/affected/verify-held.ts';
import { type Command, withAdapters } from './command.ts';

export const verify: Command = {
  options: { json: { type: 'boolean' } },
  run: ({ values, positionals }) =>
    withAdapters(async ({ adapters }) => {
      const { store, archive } = adapters;
      const held = await readAll(positionals);
      if (held.files.length + held.data.length === 0)
        throw new Problem('bad-request', 'No name of a file of an archive was found.');
      if (held.leftOut > 0)
        console.error(
          `Only the first ${MOST_HELD_FILES} files are looked up; ${held.leftOut} are left out.`,
        );
      const tables = await adapters.tables();
      const budget = { bytes: Number.POSITIVE_INFINITY, untilMs: performance.now() + 3_600_000 };
      const { files, data, since } = held;
      const asked = {
        files: files.map((file) => ({ ...file })),
        data: data.map((one) => ({ ...one })),
        ...(since === undefined ? {} : { since }),
      };
      const answer = await verifyHeld({ db: store.db, archive, tables, budget }, asked);
      if (values.json) console.log(JSON.stringify(answer, null, 2));
      else print(answer);
      const { replaced, withdrawn, perhapsReplaced } = answer.counts;
      return replaced + withdrawn + perhapsReplaced > 0 ? 1 : 0;
    }),
};

async function readAll(paths: readonly string[]): Promise<Held> {
  if (paths.length === 0) return readHeld(await text(process.stdin));
  const all: Held[] = [];
  for (const path of paths) all.push(await readOne(path));
  const files = all.flatMap((one) => one.files);
  const since = all.map((one) => one.since).find((day) => day !== undefined);
  return {
    what: 'list',
    files: files.slice(0, MOST_HELD_FILES),
    data: all.flatMap((one) => one.data),
    leftOut:
      Math.max(0, files.length - MOST_HELD_FILES) + all.reduce((sum, one) => sum + one.leftOut, 0),
    ...(since === undefined ? {} : { since }),
  };
}

/**
 * A folder stands for the archive files in it, with checksums that are computed here; so does a
 * single such file.
 */
async function readOne(path: string): Promise<Held> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new Problem('not-found', `There is no ${path}.`);
  if (info.isDirectory()) {
    const names = (await readdir(path, { recursive: true })).filter((name) =>
      isArchiveName(basename(name)),
    );
    const files = [];
    for (const name of names.slice(0, MOST_HELD_FILES)) files.push(await summed(join(path, name)));
    return { what: 'list', files, data: [], leftOut: Math.max(0, names.length - MOST_HELD_FILES) };
  }
  if (isArchiveName(basename(path)))
    return { what: 'list', files: [await summed(path)], data: [], leftOut: 0 };
  if (info.size > MOST_HELD_TEXT)
    throw new Problem('too-large', `${path} is longer than any list that can be read.`);
  return readHeld(await readFile(path, 'utf8'));
}

async function summed(path: string): Promise<{ name: string; sha256: string }> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path)) hash.update(block);
  return { name: basename(path), sha256: hash.digest('hex') };
}

function print({ files, reports, counts }: HeldAnswer): void {
  console.log('state\tfile\tnow\tnoticed');
  for (const { state, name, now, noticed } of files)
    if (state !== 'same' && state !== 'present')
      console.log(`${state}\t${name}\t${now.map(({ file }) => file).join(' ')}\t${noticed ?? ''}`);
  for (const { report, className, datastream, variables, start, end } of reports)
    console.log(
      `reported\t${datastream}\t${report} ${className}: ${variables.join(' ') || 'all variables'}\t${start} to ${end ?? 'now'}`,
    );
  console.log(
    `${counts.same} as delivered, ${counts.replaced} replaced, ${counts.perhapsReplaced} perhaps replaced, ${counts.withdrawn} withdrawn, ${counts.present} without a checksum to compare, ${counts.unknown} unknown; ${counts.reports} reports.`,
  );
}
