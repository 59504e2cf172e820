// What a server needs before it answers: files in the index, documents in the search index, and the right people.
import { ensureDemoPerson, removeDemoPerson } from '../core/accounts/people.ts';
import { indexCatalogue } from '../core/catalogue/index-catalogue.ts';
import { type HarvestReport, harvest } from '../features/harvest/harvest.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Opened } from './command.ts';

/** Which archive the file index was made from; a different one makes it harvest again at the next start. */
const HARVESTED_SETTING = 'harvested';

/** Resolves when searches and orders can be answered. `say` is told what takes long. */
export async function prepare(
  { adapters, log }: Opened,
  index: SearchIndex,
  say: (text: string) => void,
): Promise<void> {
  const { store, archive } = adapters;
  if (archive.simulated) await ensureDemoPerson(store.db);
  else await removeDemoPerson(store.db);
  const harvested = await store.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', HARVESTED_SETTING)
    .executeTakeFirst();
  const isNew = harvested?.value !== adapters.archiveAddress;
  if (isNew) {
    say(
      archive.simulated ? 'Preparing the demo archive …' : 'Reading the headers of the archive …',
    );
    const report = await harvest({ store, archive, tables: await adapters.tables(), log });
    await rememberHarvest({ adapters });
    say(`${report.listed.toLocaleString('en')} files are in the index.`);
  }
  if (isNew || !(await index.has('metadata'))) {
    say('Making the search index …');
    const { documents } = await reindex({ adapters }, index);
    say(`${documents.toLocaleString('en')} documents can be searched.`);
  }
}

/** Builds every search index from the store and the tables as they are now. */
export const reindex = async ({ adapters }: Pick<Opened, 'adapters'>, index: SearchIndex) =>
  indexCatalogue({
    db: adapters.store.db,
    tables: await adapters.tables(),
    external: adapters.externalRecords(),
    index,
  });

/** Notes that the file index is that of the archive which is open. */
export async function rememberHarvest({ adapters }: Pick<Opened, 'adapters'>): Promise<void> {
  const value = adapters.archiveAddress;
  await adapters.store.db
    .insertInto('settings')
    .values({ name: HARVESTED_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The run in a few lines for the operator. */
export function harvestSummary(report: HarvestReport): string {
  const count = (n: number, what: string) => `${n.toLocaleString('en')} ${what}`;
  return [
    `${count(report.listed, 'files')}: ${count(report.added, 'new')}, ${count(report.changed, 'changed')}, ` +
      `${count(report.unchanged, 'unchanged')}, ${count(report.removed, 'removed')}, ${count(report.unfiled, 'not readable')}`,
    ...report.skipped.map(({ path, reason }) => `passed over ${path}: ${reason}`),
    `${count(report.headersRead, 'headers read')} in ${report.seconds.toFixed(1)} s`,
  ].join('\n');
}
