// isobar words: what the vocabulary lacks, and what counts in 'Best match' because many use it.
import { Problem } from '@isobar/contract/problem.ts';
import { COMMAND_LINE } from '../core/audit/audit.ts';
import { forgetMissing, listMissing, productUse } from '../core/words/counts.ts';
import { isLearning, setLearning } from '../core/words/learning.ts';
import { type Command, withAdapters } from './command.ts';

/** Most lines of a list. */
const MOST = 200;

export const words: Command = {
  options: {
    missing: { type: 'boolean' },
    used: { type: 'boolean' },
    forget: { type: 'boolean' },
    learn: { type: 'string' },
  },
  run: ({ values }) =>
    withAdapters(async ({ adapters, configuration }) => {
      const { db } = adapters.store;
      if (!configuration.learns) console.log('ISOBAR_LEARN is off: nothing is counted now.');
      if (values.learn !== undefined) {
        if (values.learn !== 'on' && values.learn !== 'off')
          throw new Problem('bad-request', '--learn is on or off.');
        await setLearning(db, COMMAND_LINE, values.learn === 'on');
      }
      const learns = await isLearning(db);
      if (!learns) console.log('Learning is switched off: nothing is counted or weighed now.');
      if (values.learn !== undefined) {
        if (learns) console.log('Use is counted, and weighs in Best match.');
        return 0;
      }
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
      console.log(`${missing.length} words found nothing. Add synonyms to words.csv.`);
      return 0;
    }),
};
