// isobar backup DIR: a copy of everything that cannot be made again, while the server runs.
import { resolve } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { backup as makeBackup } from '../features/backup/backup.ts';
import { openDeliveries, storeFileOf } from '../main.ts';
import { readConfiguration } from '../platform/config/config.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';

export const backup: Command = {
  options: {},
  run: async ({ positionals: [given] }) => {
    if (!given) throw new Problem('bad-request', 'Into which folder? isobar backup DIR');
    const configuration = readConfiguration();
    const { home } = configuration;
    const folder = resolve(given);
    const storeFile = storeFileOf(configuration);
    const blobs = await openDeliveries(configuration);
    const { orders, files } = await makeBackup({ home, storeFile, blobs, version }, folder);
    console.log(`${Object.keys(files).length} files are in ${folder}, checked and flushed.`);
    if (orders === null)
      console.log('The store is PostgreSQL and not in it: pg_dump "$DATABASE_URL" copies it.');
    else
      console.log(
        `The store is as it was a moment ago, with ${orders.toLocaleString('en')} orders.`,
      );
    return 0;
  },
};
