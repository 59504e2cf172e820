// Folders of the notebook hub: a copy of the person's own, which they may change.
import { join } from 'node:path';
import { requirePerson } from '../../../core/accounts/people.ts';
import { projectFolder } from '../../../core/staging/projects.ts';
import type { Missing } from '../order.ts';
import { type Destination, folderName } from './destination.ts';
import { fillFolder } from './fill-folder.ts';

export const notebookHub: Destination = {
  option: 'extraDestination',
  async deliver(input, manifest) {
    const { line, order } = input;
    const { user_name } = await requirePerson(line.store.db, order.personId);
    const problems: Missing[] = [];
    for (const path of order.request.extraDestinations) {
      const folder = await projectFolder(line.settings.home, user_name, path);
      if (folder) await fillFolder(input, manifest, join(folder, folderName(order.orderId)), false);
      else
        problems.push({
          file: path,
          reason: 'There is no such notebook folder; nothing was staged.',
        });
    }
    return problems;
  },
};
