// isobar series check: reads a datastream as arrays do, once and whole, and reports what changed in
// it and what cannot be read.
import { Problem } from '@isobar/contract/problem.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { describeHere, fillRows } from '../core/series/fill-rows.ts';
import { indexManifest } from '../core/series/index-manifest.ts';
import { checkSeries } from '../features/arrays/check-series.ts';
import { type Command, withAdapters } from './command.ts';

const REPORTED_EVERY_MS = 5000;

export const series: Command = {
  options: {},
  run: async ({ positionals: [verb, datastream, ...more] }) => {
    if (verb !== 'check' || datastream === undefined || more.length > 0)
      throw new Problem('bad-request', 'Usage: isobar series check DATASTREAM');
    return await withAdapters(async ({ adapters }) => {
      const { store, archive } = adapters;
      for await (const _ of fillRows({ store, describe: describeHere(archive) }, datastream));
      const manifest = await indexManifest(store.db, await adapters.tables(), datastream);
      if (manifest.files.length === 0)
        throw new Problem(
          'not-found',
          `${datastream} has no files for an array: ${manifest.leftOut[0]?.reason ?? 'there are none'}.`,
        );
      let reported = Date.now();
      const found = await checkSeries(archive, manifest, (done) => {
        if (Date.now() - reported < REPORTED_EVERY_MS) return;
        reported = Date.now();
        console.error(`${done} of ${manifest.files.length} files are read`);
      });
      for (const line of found.lines) console.log(line);
      for (const { name, reason } of found.unreadable)
        console.log(`unreadable\t${name}\t${reason}`);
      console.log(
        `${found.rows} rows of ${found.files} files, ${formatBytes(found.bytes)} read; ${found.unreadable.length} cannot be read.`,
      );
      return found.unreadable.length > 0 ? 1 : 0;
    });
  },
};
