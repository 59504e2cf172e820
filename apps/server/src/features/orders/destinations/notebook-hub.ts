// Folders of the notebook hub: a copy of the person's own, which they may change.
import { join } from 'node:path';
import { requirePersonById } from '../../../core/accounts/people.ts';
import { projectFolder } from '../../../core/staging/projects.ts';
import type { Manifest } from '../delivery/manifest.ts';
import type { Missing } from '../order.ts';
import type { StepInput } from '../steps/step.ts';
import { type Destination, folderName } from './destination.ts';
import { fillFolder, LED_AWAY, LeadsAway } from './fill-folder.ts';

export const notebookHub: Destination = {
  async deliver(input, manifest) {
    const { line, order } = input;
    const { user_name } = await requirePersonById(line.store.db, order.personId);
    const problems: Missing[] = [];
    for (const path of order.request.extraDestinations) {
      const folder = await projectFolder(line.settings.home, user_name, path);
      const reason = folder
        ? await filled(input, manifest, join(folder, folderName(order.orderId)))
        : 'There is no such notebook folder; nothing was staged.';
      if (reason !== null) problems.push({ file: path, reason });
    }
    return problems;
  },
};

/** Null, or why not all of it is there. */
async function filled(input: StepInput, manifest: Manifest, folder: string) {
  try {
    await fillFolder(input, manifest, folder, false);
    return null;
  } catch (error) {
    if (error instanceof LeadsAway) return LED_AWAY;
    throw error;
  }
}
