// isobar notice [TEXT | --clear]: the message that every visitor sees during maintenance.
import { COMMAND_LINE, noteAct } from '../core/audit/audit.ts';
import { maintenanceAt } from '../core/maintenance.ts';
import { type Command, withAdapters } from './command.ts';

export const notice: Command = {
  options: { clear: { type: 'boolean' } },
  run: ({ positionals: [text], values }) =>
    withAdapters(async ({ adapters: { store }, configuration: { home } }) => {
      const maintenance = maintenanceAt(home, store);
      if (text !== undefined || values.clear) {
        await maintenance.write(values.clear ? '' : (text ?? ''));
        const note = await maintenance.read();
        const subject = note ? 'set' : 'taken away';
        await noteAct(store.db, COMMAND_LINE, { action: 'maintenance', subject, note });
      }
      console.log((await maintenance.read()) || 'There is no maintenance message.');
      return 0;
    }),
};
