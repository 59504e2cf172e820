// isobar words: what the vocabulary lacks, and what counts in 'Best match' because many use it.
import { forgetMissing, listMissing, productUse } from '../core/words/counts.ts';
import { type Command, withAdapters } from './command.ts';

/** Most lines of a list. */
const MOST = 200;

export const words: Command = {
  arguments: '[--missing] [--used] [--forget]',
  summary:
    'words that found nothing (the default), products that are used most, or starts counting anew',
  options: {
    missing: { type: 'boolean' },
    used: { type: 'boolean' },
    forget: { type: 'boolean' },
  },
  run: ({ values }) =>
    withAdapters(async ({ adapters, configuration }) => {
      const { db } = adapters.store;
      if (!configuration.learns) console.log('ISOBAR_LEARN is off: nothing is counted now.');
      if (values.forget) {
        await forgetMissing(db);
        console.log('The words that found nothing are forgotten.');
        return 0;
      }
      if (values.used) {
        const used = await productUse(db);
        console.log('weight\topened\tordered\tdata product');
        for (const { product, opened, ordered, weight } of used.slice(0, MOST))
          console.log(`${weight.toFixed(2)}\t${opened}\t${ordered}\t${product}`);
        return 0;
      }
      const missing = await listMissing(db, MOST);
      console.log('searches\tlast day\tword');
      for (const { word, searches, lastDay } of missing)
        console.log(`${searches}\t${lastDay}\t${word}`);
      console.log(
        `${missing.length} words found nothing. Those that people mean belong into words.csv.`,
      );
      return 0;
    }),
};
