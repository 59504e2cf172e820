// isobar index: reads the curated tables and builds every search index again.
import { openSearch } from '../main.ts';
import { type Command, withAdapters } from './command.ts';
import { reindex } from './prepare.ts';

export const index: Command = {
  arguments: '',
  summary: 'reloads the curated tables and rebuilds the search indexes',
  options: {},
  run: () =>
    withAdapters(async (opened) => {
      const search = await openSearch(opened.configuration, opened.log);
      try {
        const { documents } = await reindex(opened, search);
        console.log(`${documents.toLocaleString('en')} documents can be searched.`);
      } finally {
        await search.close();
      }
      return 0;
    }),
};
