// isobar log: what operators did, by page or by command, the latest first.
import { formatDayTime } from '@isobar/contract/time.ts';
import { listActs } from '../core/audit/audit.ts';
import { type Command, withAdapters } from './command.ts';

const LISTED = 500;

export const log: Command = {
  options: {},
  run: () =>
    withAdapters(async ({ adapters }) => {
      for (const { at, who, action, subject, note } of await listActs(adapters.store.db, LISTED))
        console.log(
          [formatDayTime(at), who, action, subject, note.replaceAll('\n', ' ')].join('\t'),
        );
      return 0;
    }),
};
