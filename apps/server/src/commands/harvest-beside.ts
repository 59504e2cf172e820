// What several harvests into one store need of each other, and the harvest of single changes beside
// all of them.
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Problem } from '@isobar/contract/problem.ts';
import { placeOf } from '../adapters/s3-client.ts';
import { catalogueIsStale, followedTogether } from '../core/catalogue/freshness.ts';
import { keepUp } from '../core/catalogue/keep-up.ts';
import type { ArchivePlace } from '../features/harvest/changed-paths.ts';
import { inGroups, takeChanges } from '../features/harvest/changes.ts';
import { pruneDesigns } from '../features/harvest/file-index.ts';
import { openSearch } from '../main.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { alone, BESIDE_ALL } from '../store/alone.ts';
import type { Store } from '../store/open.ts';
import { type CommandInput, type Opened, withAdapters } from './command.ts';
import { forgetOtherArchive, isFiledFrom } from './prepare.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** To be called by the only process that harvests. */
export async function forgetOther(opened: Opened): Promise<void> {
  const former = await forgetOtherArchive(opened);
  if (former !== null)
    console.log(
      `This installation was over ${former} before: restart its servers and workers when this is done.`,
    );
}

/** Before a share: the first of all shares empties the index of another archive. */
export async function forgetOtherAlone(opened: Opened): Promise<void> {
  if (await isFiledFrom(opened)) return;
  const { store } = opened.adapters;
  await alone(store.address, 'harvest', { waitMs: FOREVER }, () => forgetOther(opened));
}

/** After a share: the process that ends last removes what no file has any more. */
export async function pruneAlone(store: Store): Promise<void> {
  await alone(store.address, 'harvest', { waitMs: 0 }, () => pruneDesigns(store.db));
}

const NOT_BESIDE = ['quick', 'watch', 'every', 'checksums', 'report', 'share', 'inventory'];

/**
 * isobar harvest DIR --changes FILE: takes up what the lines name, as they come; FILE is - for the
 * standard input. Prints how many lines are done with, group by group, so that the program that
 * delivers them does not deliver these again. Resolves the exit code.
 */
export async function harvestChanges(
  address: string,
  from: string,
  values: CommandInput['values'],
): Promise<number> {
  const other = NOT_BESIDE.find((name) => values[name] !== undefined);
  if (other) throw new Problem('bad-request', `--changes takes no --${other}.`);
  if (from !== '-')
    await access(from).catch((cause: unknown) => {
      throw new Problem('not-found', `There is no file ${from}.`, { cause });
    });
  return await withAdapters(
    async (opened) => {
      const { store, archiveAddress } = opened.adapters;
      if (!(await isFiledFrom(opened)))
        throw new Problem(
          'conflict',
          `Nothing of ${archiveAddress} is filed yet: isobar harvest ${archiveAddress} first, without --changes.`,
        );
      const index = await openSearch(opened.configuration, store, opened.log);
      try {
        const input = from === '-' ? process.stdin : createReadStream(from);
        await takeAll(opened, index, createInterface({ input, crlfDelay: FOREVER }));
        await pruneAlone(store);
      } finally {
        await index.close();
      }
      return 0;
    },
    (configuration) => ({ ...configuration, archive: address }),
    'isobar-harvester',
  );
}

async function takeAll(
  { adapters, log }: Opened,
  index: SearchIndex,
  lines: AsyncIterable<string>,
): Promise<void> {
  const { store, archive, archiveAddress } = adapters;
  const { db } = store;
  const place = placeOfArchive(archiveAddress);
  const share = store.kind === 'postgres' ? BESIDE_ALL : undefined;
  let done = 0;
  let others = 0;
  for await (const group of inGroups(lines)) {
    await alone(store.address, 'harvest', { waitMs: FOREVER, share }, async () => {
      const tables = await adapters.tables();
      const wasStale = await catalogueIsStale(db, index);
      const taken = await takeChanges({ store, archive, tables, log, share }, group, place);
      others += taken.others;
      const { touched } = taken.report;
      const external = adapters.externalRecords();
      const together = share && followedTogether(store);
      await keepUp({ db, tables, index, external, touched, wasStale, together });
    });
    done += group.length;
    console.log(`done: ${done}`);
  }
  if (others > 0) console.log(`${others} of ${done} lines name no file of this archive.`);
}

const placeOfArchive = (address: string): ArchivePlace =>
  address.startsWith('s3://') ? placeOf(address) : { folder: address };
