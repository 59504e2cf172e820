// The folder of a bulk-transfer tool (Globus, rsync, a mounted disk): a folder per person and order.
import { join } from 'node:path';
import { type Destination, folderName } from './destination.ts';
import { fillFolder, LED_AWAY, LeadsAway } from './fill-folder.ts';

const transferFolder = (home: string, personId: string, orderId: number): string =>
  join(home, 'transfer', personId, folderName(orderId));

export const bulkTransfer: Destination = {
  folder: transferFolder,
  async deliver(input, manifest) {
    const { line, order } = input;
    const folder = transferFolder(line.settings.home, order.personId, order.orderId);
    try {
      await fillFolder(input, manifest, folder, true);
      return [];
    } catch (error) {
      if (error instanceof LeadsAway) return [{ file: 'Bulk transfer', reason: LED_AWAY }];
      throw error;
    }
  },
};
