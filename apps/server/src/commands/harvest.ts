// isobar harvest DIR: reads the headers of an archive into the file index and makes it searchable.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { placeOf, type S3Place } from '../adapters/s3-client.ts';
import { openInventory } from '../adapters/s3-inventory.ts';
import { catalogueIsStale, followedTogether } from '../core/catalogue/freshness.ts';
import { keepUp } from '../core/catalogue/keep-up.ts';
import {
  type HarvestInput,
  type HarvestReport,
  harvest as runHarvest,
} from '../features/harvest/harvest.ts';
import { harvestReport } from '../features/harvest/report.ts';
import { columnsIn } from '../features/harvest/table-drafts.ts';
import { openSearch, rememberArchive } from '../main.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { startHarvester } from '../roles/harvester.ts';
import { alone, type Share } from '../store/alone.ts';
import { type Command, interrupted, type Opened, text, withAdapters } from './command.ts';
import { forgetOther, forgetOtherAlone, harvestChanges, pruneAlone } from './harvest-beside.ts';
import { harvestSummary, rememberHarvest } from './prepare.ts';

export const harvest: Command = {
  options: {
    watch: { type: 'boolean' },
    every: { type: 'string' },
    checksums: { type: 'boolean' },
    quick: { type: 'boolean' },
    report: { type: 'string' },
    share: { type: 'string' },
    inventory: { type: 'string' },
    changes: { type: 'string' },
  },
  run: (input) => {
    const [given] = input.positionals;
    if (!given) throw new Problem('bad-request', 'Which folder? isobar harvest DIR');
    const listMs = everyMs(text(input, 'every'));
    const share = shareIn(text(input, 'share'));
    const address = given.startsWith('s3://') ? given : resolve(given);
    const changes = text(input, 'changes');
    if (changes !== undefined) return harvestChanges(address, changes, input.values);
    const manifest = text(input, 'inventory');
    const of = manifest === undefined ? undefined : inventoried(address);
    return withAdapters(
      async (opened) => {
        const index = await openSearch(opened.configuration, opened.adapters.store, opened.log);
        const inventory =
          manifest !== undefined && of
            ? await openInventory(manifest, of, { log: opened.log })
            : undefined;
        try {
          const report = await onceAlone(opened, index, address, {
            checksums: input.values.checksums === true,
            quick: input.values.quick === true,
            share,
            inventory,
          });
          const file = text(input, 'report');
          if (file) await writeReport(opened, file, report);
          if (input.values.watch === true) await watch(opened, index, { listMs, share });
        } finally {
          await inventory?.close();
          await index.close();
        }
        return 0;
      },
      (configuration) => ({ ...configuration, archive: address }),
      'isobar-harvester',
    );
  },
};

type How = Pick<HarvestInput, 'checksums' | 'quick' | 'share' | 'inventory'>;

/** The bucket and prefix that an inventory has to be of. */
function inventoried(address: string): S3Place {
  if (!address.startsWith('s3://'))
    throw new Problem(
      'bad-request',
      '--inventory is for an archive in a bucket: s3://bucket/prefix.',
    );
  return placeOf(address);
}

/** Another share has the store to itself for a moment before it begins and after it has ended. */
const SHARE_WAITS_MS = 10_000;

/**
 * Throws Problem 'conflict' while another process harvests into the same store, or the same share
 * into it.
 */
async function onceAlone(
  opened: Opened,
  index: SearchIndex,
  address: string,
  how: How,
): Promise<HarvestReport> {
  const { store } = opened.adapters;
  const { share } = how;
  if (share) await forgetOtherAlone(opened);
  const waitMs = share ? SHARE_WAITS_MS : 0;
  const done = await alone(store.address, 'harvest', { waitMs, share }, async () => {
    const report = await once(opened, index, how);
    await rememberArchive(store, address);
    return report;
  });
  if (done && share) await pruneAlone(store);
  if (done) return done.value;
  throw new Problem(
    'conflict',
    'Another harvest into this store is under way. Nothing was changed; run this again when that one has ended.',
  );
}

async function once(opened: Opened, index: SearchIndex, how: How): Promise<HarvestReport> {
  const { adapters, log } = opened;
  const { store, archive } = adapters;
  const tables = await adapters.tables();
  await forgetOther(opened);
  const wasStale = await catalogueIsStale(store.db, index);
  const report = await runHarvest({ store, archive, tables, log, ...how });
  await rememberHarvest(opened);
  console.log(harvestSummary(report));
  if (how.quick)
    console.log(
      'Files between others that are alike were not opened; harvest without --quick opens them.',
    );
  const { touched } = report;
  const external = adapters.externalRecords();
  const together = how.share && followedTogether(store);
  const { db } = store;
  const documents = await keepUp({ db, tables, index, external, touched, wasStale, together });
  if (documents !== null)
    console.log(`${documents.toLocaleString('en')} documents can be searched.`);
  else if (touched.length > 0)
    console.log(
      `The changes can be searched (${touched.length.toLocaleString('en')} datastreams).`,
    );
  return report;
}

const MOST_SHARES = 64;

function shareIn(given: string | undefined): Share | undefined {
  if (given === undefined) return undefined;
  const [, number, of] = (/^(\d{1,2})\/(\d{1,2})$/.exec(given) ?? []).map(Number);
  if (!number || !of || number > of || of > MOST_SHARES)
    throw new Problem(
      'bad-request',
      `--share takes a number and how many there are, as 2/5 (at most ${MOST_SHARES}), not ${given}.`,
    );
  return { number, of };
}

async function writeReport(
  { adapters, configuration }: Opened,
  file: string,
  { skipped }: HarvestReport,
): Promise<void> {
  const tables = await adapters.tables();
  const columnsOf = await columnsIn(join(configuration.home, 'tables'));
  await writeFile(file, harvestReport({ db: adapters.store.db, tables, skipped, columnsOf }));
  console.log(
    `What the metadata lack is in ${file}, what costs most first; isobar tables suggest writes the lines.`,
  );
}

const MOST_MINUTES = 7 * 24 * 60;

/** Milliseconds between two listings of the whole archive; undefined: as usual. */
function everyMs(minutes: string | undefined): number | undefined {
  if (minutes === undefined) return undefined;
  const count = Number(minutes);
  if (!Number.isInteger(count) || count < 1 || count > MOST_MINUTES)
    throw new Problem(
      'bad-request',
      `--every takes whole minutes from 1 to ${MOST_MINUTES}, not ${minutes}.`,
    );
  return count * 60_000;
}

async function watch(
  opened: Opened,
  index: SearchIndex,
  { listMs, share }: { readonly listMs: number | undefined; readonly share: Share | undefined },
): Promise<void> {
  const { adapters, log } = opened;
  const harvester = await startHarvester({
    store: adapters.store,
    archive: adapters.archive,
    folder: adapters.archiveAddress,
    tables: adapters.tables,
    index,
    external: adapters.externalRecords,
    log,
    share,
    ...(listMs === undefined ? {} : { listMs }),
  });
  const asked = interrupted();
  console.log('Watching; Ctrl-C ends it.');
  await asked;
  await harvester.close();
}
