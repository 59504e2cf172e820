// Files the changes that a list names: what the archive holds at those paths now, whatever happened
// before.
import { dirname } from 'node:path/posix';
import { plainLine } from '@isobar/contract/plain-text.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { isDescription } from '@isobar/netcdf';
import { sql } from 'kysely';
import { inTime } from '../../platform/admission/in-time.ts';
import type { ArchiveEntry } from '../../ports/archive.ts';
import { type ArchivePlace, changedPaths } from './changed-paths.ts';
import { type HarvestInput, type HarvestReport, harvestPaths } from './harvest.ts';
import { lookLogged } from './look-logged.ts';
import { sideBySide } from './side-by-side.ts';

/** Lines that are taken together. */
const MOST_LINES = 1000;
/** Characters of a line, far more than a queue delivers at a time. */
const LONGEST_LINE = 4 * 1024 * 1024;

export interface TakenChanges {
  readonly report: HarvestReport;
  /** Lines that name no file of this archive, or nothing. */
  readonly others: number;
}

/** Takes one group of lines; lines that cannot be read are logged and passed over. */
export async function takeChanges(
  input: HarvestInput,
  lines: readonly string[],
  place: ArchivePlace,
): Promise<TakenChanges> {
  const named = new Set<string>();
  let others = 0;
  for (const line of lines) {
    const paths = readLine(line, place, input);
    if (paths.length === 0) others++;
    for (const path of paths) named.add(path);
  }
  const paths = await withDescribed(input, [...named]);
  const looked = await sideBySide(paths, (path) => lookLogged(input, path));
  const entries = looked.flatMap((found): ArchiveEntry[] =>
    found === null || found === 'unreadable' ? [] : [found],
  );
  const gone = paths.filter((_, at) => looked[at] === null);
  return { report: await harvestPaths(input, entries, gone), others };
}

function readLine(line: string, place: ArchivePlace, { log }: HarvestInput): string[] {
  try {
    if (line.length > LONGEST_LINE) throw new Problem('too-large', 'It is too long.');
    return changedPaths(line, place);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const start = plainLine(line.slice(0, 200));
    log.warn({ line: start, reason: error.message }, 'a change could not be read');
    return [];
  }
}

/** A description applies to the tables of text in its folder, which are looked at in its place. */
async function withDescribed({ store }: HarvestInput, paths: readonly string[]): Promise<string[]> {
  const folders = new Set(paths.filter(isDescription).map((path) => dirname(path)));
  const wanted = new Set(paths.filter((path) => !isDescription(path)));
  for (const folder of folders) {
    const prefix = folder === '.' ? '' : `${folder}/`;
    const rest = sql<string>`substr(path, ${[...prefix].length + 1})`;
    const rows = await store.db
      .selectFrom('files')
      .select('path')
      .where(sql<boolean>`substr(path, 1, ${[...prefix].length}) = ${prefix}`)
      .where(rest, 'not like', '%/%')
      .execute();
    for (const { path } of rows) wanted.add(path);
  }
  return [...wanted];
}

/**
 * Lines in groups: as many as have come, once no other comes for a while. Groups are made of what
 * an operator's queue delivers, so a group that is returned is done with before the next one is
 * asked for.
 */
export async function* inGroups(
  lines: AsyncIterable<string>,
  idleMs = 500,
): AsyncGenerator<string[]> {
  const iterator = lines[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const first = await next;
    if (first.done) return;
    const group = [first.value];
    next = iterator.next();
    while (group.length < MOST_LINES) {
      const one = await inTime(next, idleMs);
      if (one === null) break;
      if (one.done) {
        yield group;
        return;
      }
      group.push(one.value);
      next = iterator.next();
    }
    yield group;
  }
}
