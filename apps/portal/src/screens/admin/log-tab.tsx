// What operators did, on these pages or by command, the latest first.
import { auditLog } from '@isobar/contract/calls/admin-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { actWords } from './act-words.ts';
import { Asked } from './asked.tsx';
import { operateQuery } from './operate-calls.ts';
import { moment, RecordTable } from './record-table.tsx';

export function LogTab() {
  const [before, setBefore] = useState<number | undefined>(undefined);
  const query = useQuery(
    operateQuery(['log', before], (signal) => ask(null, auditLog, { query: { before }, signal })),
  );
  return (
    <Asked query={query} what="The log">
      {({ acts, more }) =>
        acts.length === 0 ? (
          <EmptyPanel
            title="No actions yet"
            text="Actions of operators are recorded here permanently."
          />
        ) : (
          <>
            <RecordTable
              label="Log"
              head={['Time (UTC)', 'Who', 'What', 'Object', 'Note']}
              rows={acts.map((act) => ({
                key: String(act.entryId),
                cells: [moment(act.at), act.who, actWords(act.action), act.subject, act.note],
              }))}
            />
            <div className="mt-3 flex gap-2">
              {before !== undefined && <Button onClick={() => setBefore(undefined)}>Latest</Button>}
              {more && <Button onClick={() => setBefore(acts.at(-1)?.entryId)}>Earlier</Button>}
            </div>
          </>
        )
      }
    </Asked>
  );
}
