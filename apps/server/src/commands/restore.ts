// isobar restore DIR: puts a backup into a home that is not in use.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { DELIVERIES } from '../features/backup/parts.ts';
import { missingDeliveries, restore as putBack } from '../features/backup/restore.ts';
import { openDeliveries, storeFileOf } from '../main.ts';
import { readConfiguration } from '../platform/config/config.ts';
import type { Command } from './command.ts';

const NAMED = 20;

export const restore: Command = {
  options: { replace: { type: 'boolean' } },
  run: async ({ positionals: [given], values }) => {
    if (!given) throw new Problem('bad-request', 'From which folder? isobar restore DIR');
    const configuration = readConfiguration();
    const { home } = configuration;
    const folder = resolve(given);
    const storeFile = storeFileOf(configuration);
    const input = { home, storeFile, replace: values.replace === true };
    const { list, aside } = await putBack(input, folder);
    console.log(`${home} is as it was at ${list.made}.`);
    if (aside) console.log(`The former files are now in ${aside}.`);
    const listed = await readFile(join(folder, DELIVERIES), 'utf8');
    const missing = await missingDeliveries(listed, await openDeliveries(configuration));
    if (missing.length > 0) {
      const named = missing.slice(0, NAMED).join(', ');
      const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
      console.log(
        `Deliveries that are not on this disk: ${named}${more}. Their owners can order them again.`,
      );
    }
    if (list.orders === null)
      console.log('The store is PostgreSQL: pg_restore or psql brings it back.');
    console.log('Start servers and workers now; the search index is rebuilt at the first start.');
    return 0;
  },
};
