// isobar index: reads the curated tables and builds every search index again.
import { indexEverywhere } from '../core/catalogue/index-catalogue.ts';
import { openSearch } from '../main.ts';
import { type Command, withAdapters } from './command.ts';
import { indexSources } from './prepare.ts';

export const index: Command = {
  options: { 'take-over': { type: 'boolean' } },
  run: ({ values }) =>
    withAdapters(async (opened) => {
      const { configuration, adapters, log } = opened;
      const takesOver = values['take-over'] === true;
      const search = await openSearch(configuration, adapters.store, log, takesOver);
      try {
        const { documents } = await indexEverywhere(await indexSources(opened, search));
        console.log(`${documents.toLocaleString('en')} documents can be searched.`);
      } finally {
        await search.close();
      }
      return 0;
    }),
};
