// What a server needs before it answers: files in the index, documents in the search index, and the
// expected accounts.
import { plainLine } from '@isobar/contract/plain-text.ts';
import { ensureDemoPerson, removeDemoPerson } from '../core/accounts/people.ts';
import { catalogueIsStale } from '../core/catalogue/freshness.ts';
import { type IndexInput, indexCatalogue, isIndexed } from '../core/catalogue/index-catalogue.ts';
import { forgetArchive } from '../features/harvest/file-index.ts';
import { type HarvestReport, harvest } from '../features/harvest/harvest.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { alone } from '../store/alone.ts';
import { keepSetting, readSetting } from '../store/settings.ts';
import type { Opened } from './command.ts';

/**
 * Two settings, since a first run may be killed: the archive that the file index belongs to, and
 * the archive from which it was last completed.
 */
const FILED_SETTING = 'filed';
const HARVESTED_SETTING = 'harvested';

/** Resolves when searches and orders can be answered. `say` gets a line for whatever takes long. */
export async function prepare(
  { adapters, log }: Opened,
  index: SearchIndex,
  say: (text: string) => void,
): Promise<void> {
  const { store, archive } = adapters;
  if (archive.simulated) await ensureDemoPerson(store.db);
  else await removeDemoPerson(store.db);
  const isHarvested = async () =>
    (await archiveOf({ adapters }, HARVESTED_SETTING)) === adapters.archiveAddress;
  const isSearchable = async () =>
    !(await catalogueIsStale(store.db, index)) && (await isIndexed(index));
  if ((await isHarvested()) && (await isSearchable())) return;
  const onWait = () => say('Another process is preparing this archive; waiting for it …');
  await alone(store.address, 'harvest', { waitMs: Number.POSITIVE_INFINITY, onWait }, async () => {
    if (!(await isHarvested())) {
      await forgetOtherArchive({ adapters });
      say(
        archive.simulated ? 'Preparing the demo archive …' : 'Reading the headers of the archive …',
      );
      const report = await harvest({ store, archive, tables: await adapters.tables(), log });
      await rememberHarvest({ adapters });
      say(`${report.listed.toLocaleString('en')} files are in the index.`);
    }
    if (await isSearchable()) return;
    say('Making the search index …');
    const { documents } = await indexCatalogue(await indexSources({ adapters }, index));
    say(`${documents.toLocaleString('en')} documents can be searched.`);
  });
}

/** What indexes are built from: the store and the tables as they are now. */
export const indexSources = async (
  { adapters }: Pick<Opened, 'adapters'>,
  index: SearchIndex,
): Promise<IndexInput> => ({
  db: adapters.store.db,
  tables: await adapters.tables(),
  external: adapters.externalRecords(),
  index,
});

/**
 * Empties the file index if it belongs to another archive than the open one; resolves to that other
 * archive.
 */
export async function forgetOtherArchive(opened: Pick<Opened, 'adapters'>): Promise<string | null> {
  if (await isFiledFrom(opened)) return null;
  const former = await archiveOf(opened, FILED_SETTING);
  await forgetArchive(opened.adapters.store);
  await setArchive(opened, FILED_SETTING);
  return former ?? null;
}

/** Whether the file index belongs to this archive. */
export const isFiledFrom = async (opened: Pick<Opened, 'adapters'>): Promise<boolean> =>
  (await archiveOf(opened, FILED_SETTING)) === opened.adapters.archiveAddress;

/** Notes that the file index was completed from the open archive. */
export const rememberHarvest = (opened: Pick<Opened, 'adapters'>): Promise<void> =>
  setArchive(opened, HARVESTED_SETTING);

async function archiveOf(
  { adapters }: Pick<Opened, 'adapters'>,
  name: typeof FILED_SETTING | typeof HARVESTED_SETTING,
): Promise<string | undefined> {
  return await readSetting(adapters.store.db, name);
}

async function setArchive(
  { adapters }: Pick<Opened, 'adapters'>,
  name: typeof FILED_SETTING | typeof HARVESTED_SETTING,
): Promise<void> {
  await keepSetting(adapters.store.db, name, adapters.archiveAddress);
}

/** The run in a few lines for the operator. */
export function harvestSummary(report: HarvestReport): string {
  const count = (n: number, what: string) => `${n.toLocaleString('en')} ${what}`;
  return [
    `${count(report.listed, 'files')}: ${count(report.added, 'new')}, ${count(report.changed, 'changed')}, ` +
      `${count(report.unchanged, 'unchanged')}, ${count(report.removed, 'removed')}, ${count(report.unfiled, 'not readable')}`,
    ...report.skipped.map(({ path, reason }) => plainLine(`passed over ${path}: ${reason}`)),
    `${count(report.headersRead, 'headers read')} in ${report.seconds.toFixed(1)} s`,
  ].join('\n');
}
