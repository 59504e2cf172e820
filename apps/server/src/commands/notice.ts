// isobar notice [TEXT | --clear]: the message that every visitor sees during maintenance.
import { COMMAND_LINE, noteAct } from '../core/audit/audit.ts';
import { readMaintenance, writeMaintenance } from '../core/maintenance.ts';
import { type Command, withAdapters } from './command.ts';

export const notice: Command = {
  arguments: '[TEXT] [--clear]',
  summary: 'shows, sets or takes away the maintenance message',
  options: { clear: { type: 'boolean' } },
  run: ({ positionals: [text], values }) =>
    withAdapters(async ({ adapters, configuration: { home } }) => {
      if (text !== undefined || values.clear) {
        await writeMaintenance(home, values.clear ? '' : (text ?? ''));
        const note = await readMaintenance(home);
        const subject = note ? 'set' : 'taken away';
        await noteAct(adapters.store.db, COMMAND_LINE, { action: 'maintenance', subject, note });
      }
      console.log((await readMaintenance(home)) || 'There is no maintenance message.');
      return 0;
    }),
};
