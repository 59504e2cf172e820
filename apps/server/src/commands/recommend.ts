// isobar recommend: works out what is recommended to each person, now; the worker does the same
// once a night.
import { plural } from '@isobar/contract/count.ts';
import { recommendAll } from '../features/recommend/recommend.ts';
import { type Command, withAdapters } from './command.ts';

export const recommend: Command = {
  options: {},
  run: () =>
    withAdapters(async ({ adapters }) => {
      const made = await recommendAll(adapters.store.db, Math.floor(Date.now() / 1000));
      console.log(
        `${plural(made.people, 'person', 'people')} ordered or saved ${plural(made.instruments, 'instrument')}. Something is recommended to ${made.served}; the others see what most people use.`,
      );
      return 0;
    }),
};
