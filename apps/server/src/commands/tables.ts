// isobar tables list | check | suggest | look-up | replace | former | restore: the curated tables,
// with the checks and the undo of the pages for operators.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { COMMAND_LINE, noteAct } from '../core/audit/audit.ts';
import { lookUpData, lookUpPapers } from '../core/tables/look-up.ts';
import type { TableFile } from '../core/tables/schemas.ts';
import { isTableFile, openTableEditor, TABLE_FILES } from '../core/tables/table-editor.ts';
import { type Command, text, withAdapters } from './command.ts';
import { suggest } from './tables-suggest.ts';
import { USAGE } from './usage.ts';

export const tables: Command = {
  options: { into: { type: 'string' }, add: { type: 'boolean' } },
  run: (input) =>
    withAdapters(async (opened) => {
      const { adapters, configuration } = opened;
      const [action = 'list', table = '', given] = input.positionals;
      const editor = openTableEditor(join(configuration.home, 'tables'));
      const note = (did: string, subject: string, words: string) =>
        noteAct(adapters.store.db, COMMAND_LINE, { action: `table.${did}`, subject, note: words });
      if (action === 'list') {
        for (const { file, bytes, changedAt } of await editor.list())
          console.log(
            `${file}\t${bytes} bytes\t${changedAt === null ? '-' : formatInstant(changedAt)}`,
          );
        return 0;
      }
      if (action === 'suggest') {
        const add = input.values.add === true;
        await suggest(opened, text(input, 'into'), add);
        if (add) await note('suggest', 'tables', 'drafted lines added');
        return 0;
      }
      if (action === 'look-up') {
        const add = input.values.add === true;
        const { openDoiLookup } = await import('../main.ts');
        const lookup = await openDoiLookup(configuration);
        const papers = await lookUpPapers(editor, lookup, add, console.log);
        const data = await lookUpData(editor, lookup, console.log);
        if (add) await note('look-up', 'papers.csv', 'filled from the registries of DOIs');
        return papers && data ? 0 : 1;
      }
      if (action === 'check') {
        await adapters.tables();
        console.log('All tables are right.');
        return 0;
      }
      const file = named(table);
      if (action === 'former') {
        for (const { name, at } of (await editor.read(file)).former)
          console.log(`${name}\tuntil ${formatInstant(at)}`);
        return 0;
      }
      if (!given || (action !== 'replace' && action !== 'restore'))
        throw new Problem(
          'bad-request',
          `isobar tables ${USAGE.tables.arguments} — which, and what?`,
        );
      if (action === 'replace') await editor.replace(file, await readFile(given, 'utf8'));
      else await editor.restore(file, given);
      await note(action === 'replace' ? 'save' : 'restore', file, given);
      console.log(`${file}: ${action} is done. isobar index makes the search follow.`);
      return 0;
    }),
};

function named(table: string): TableFile {
  const file = table.endsWith('.csv') ? table : `${table}.csv`;
  if (isTableFile(file)) return file;
  throw new Problem(
    'bad-request',
    `There is no table ${table}. There are: ${TABLE_FILES.join(', ')}.`,
  );
}
