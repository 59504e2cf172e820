// isobar tables suggest: writes drafts of the lines that the curated tables lack, and adds them
// where that is wanted.
import { join } from 'node:path';
import { loadTables } from '../core/tables/load.ts';
import { suggestedFor } from '../features/harvest/report.ts';
import { addLines, columnsIn, writeDrafts } from '../features/harvest/table-drafts.ts';
import type { Opened } from './command.ts';

export async function suggest(
  { adapters, configuration }: Opened,
  into: string | undefined,
  add: boolean,
): Promise<void> {
  const folder = join(configuration.home, 'tables');
  const known = await loadTables(folder);
  const lines = await suggestedFor({ db: adapters.store.db, tables: known });
  if (lines.length === 0) {
    console.log('Nothing to add: the tables describe everything in the files.');
    return;
  }
  const columnsOf = await columnsIn(folder);
  if (add) {
    for (const [file, count] of await addLines(folder, lines, columnsOf))
      console.log(`${file}: ${count} lines added`);
    await loadTables(folder);
    console.log('Look through them, then: isobar index');
    return;
  }
  const drafts = into ?? join(configuration.home, 'tables-suggested');
  for (const [file, count] of await writeDrafts(drafts, lines, columnsOf))
    console.log(`${join(drafts, file)}: ${count} lines`);
  console.log(
    `Correct them, put those that are right into ${folder} (or run this again with --add), then: isobar index`,
  );
}
