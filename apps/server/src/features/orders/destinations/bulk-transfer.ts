// The folder of a bulk-transfer tool (Globus, rsync, a mounted disk): a folder per person and
// order.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Destination, folderName } from './destination.ts';
import { fillFolder, LED_AWAY, LeadsAway } from './fill-folder.ts';

const transferFolder = (home: string, personId: string, orderId: number): string =>
  join(home, 'transfer', personId, folderName(orderId));

/** The path of a folder without links, as far as it is there already. */
async function withoutLinks(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null);
  return real ?? join(await withoutLinks(dirname(folder)), basename(folder));
}

export const bulkTransfer: Destination = {
  folder: transferFolder,
  async deliver(input, manifest) {
    const { line, order } = input;
    const folder = transferFolder(line.settings.home, order.personId, order.orderId);
    // The operator may keep these folders behind a link, say on a larger disk.
    const real = join(await withoutLinks(dirname(folder)), basename(folder));
    try {
      await fillFolder(input, manifest, real, true);
      return [];
    } catch (error) {
      if (error instanceof LeadsAway) return [{ file: 'Bulk transfer', reason: LED_AWAY }];
      throw error;
    }
  },
};
