// isobar facts: computes the hour facts that are due now, instead of while the machine is idle.
import { computeAll } from '../core/facts/keep-facts.ts';
import { type Command, withAdapters } from './command.ts';

const REPORTED_EVERY_MS = 5000;

export const facts: Command = {
  options: {},
  run: async ({ positionals }) =>
    withAdapters(async ({ adapters, log }) => {
      const { store, archive } = adapters;
      const known = await store.db.selectFrom('datastreams').select('datastream').execute();
      const unknown = positionals.filter(
        (name) => !known.some(({ datastream }) => datastream === name),
      );
      if (unknown.length > 0) {
        console.error(`There is no datastream ${unknown.join(', ')}.`);
        return 1;
      }
      const interrupted = new AbortController();
      process.once('SIGINT', () => interrupted.abort());
      process.once('SIGTERM', () => interrupted.abort());
      let [runs, failed, reported] = [0, 0, Date.now()];
      try {
        const all = computeAll({ store, archive, log, signal: interrupted.signal }, positionals);
        for await (const { datastream, year, isDone } of all) {
          if (isDone) runs++;
          else failed++;
          if (Date.now() - reported < REPORTED_EVERY_MS) continue;
          reported = Date.now();
          console.log(`${datastream} ${year}: ${runs} stretches of days computed so far`);
        }
      } catch (error) {
        if (!interrupted.signal.aborted) throw error;
      }
      console.log(`${runs} stretches of days computed, ${failed} failed.`);
      return failed > 0 && runs === 0 ? 1 : 0;
    }),
};
