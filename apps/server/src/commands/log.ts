// isobar log: what operators did, by page or by command, the latest first.
import { formatDayTime } from '@isobar/contract/time.ts';
import { listActs } from '../core/audit/audit.ts';
import { type Command, withAdapters } from './command.ts';
import { latestFirst } from './latest-first.ts';

export const log: Command = {
  options: {},
  run: () =>
    withAdapters(async ({ adapters }) => {
      const acts = latestFirst(
        (before, limit) => listActs(adapters.store.db, limit, before),
        (act) => act.entryId,
      );
      for await (const { at, who, action, subject, note } of acts)
        console.log(
          [formatDayTime(at), who, action, subject, note.replaceAll('\n', ' ')].join('\t'),
        );
      return 0;
    }),
};
