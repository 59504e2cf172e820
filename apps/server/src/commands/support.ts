// isobar support list | show | answer | close: what the desk does where no ticket system is
// connected.
import { plainLine, plainText } from '@isobar/contract/plain-text.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import {
  answerIncident,
  contextLines,
  findIncident,
  incidentIdOf,
  incidentNumber,
} from '../features/support/incidents.ts';
import type { Store } from '../store/open.ts';
import { type Command, withAdapters } from './command.ts';
import { latestFirst } from './latest-first.ts';
import { USAGE } from './usage.ts';

export const support: Command = {
  options: {},
  run: ({ positionals: [action = 'list', number = '', text = ''] }) =>
    withAdapters(async ({ adapters }) => {
      const { db } = adapters.store;
      if (action === 'list') return list(db);
      const incidentId = incidentIdOf(number);
      const known = ['show', 'answer', 'close'].includes(action);
      if (
        !known ||
        !Number.isSafeInteger(incidentId) ||
        (action === 'answer' && text.trim() === '')
      )
        throw new Problem(
          'bad-request',
          `isobar support ${USAGE.support.arguments} — which, and what?`,
        );
      if (action === 'show') return show(db, incidentId);
      const now = Math.floor(Date.now() / 1000);
      await answerIncident(db, incidentId, { text: text.trim(), close: action === 'close', now });
      console.log(`${incidentNumber(incidentId)}: ${action} is done.`);
      return 0;
    }),
};

async function list(db: Store['db']): Promise<number> {
  const rows = latestFirst(
    (before, limit) =>
      db
        .selectFrom('incidents')
        .selectAll()
        .where('incident_id', '<', before)
        .orderBy('incident_id', 'desc')
        .limit(limit)
        .execute(),
    (row) => Number(row.incident_id),
  );
  for await (const row of rows) {
    const number = incidentNumber(Number(row.incident_id));
    const at = formatDayTime(Number(row.received_at));
    const cells = [number, at, row.sender_email, row.state, row.ticket ?? '-', row.subject];
    console.log(cells.map(plainLine).join('\t'));
  }
  return 0;
}

async function show(db: Store['db'], incidentId: number): Promise<number> {
  const row = await findIncident(db, incidentId);
  if (!row) throw new Problem('not-found', `There is no incident ${incidentNumber(incidentId)}.`);
  const lines = [`From: ${row.sender_name}, ${row.sender_email}`, `Subject: ${row.subject}`];
  console.log(plainText([...lines, ...contextLines(row), '', row.message].join('\n')));
  return 0;
}
