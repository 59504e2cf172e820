// The former states of a table, and going back to one.

import type { OperateTable } from '@isobar/contract/calls/admin.ts';
import { restoreTable } from '@isobar/contract/calls/admin-calls.ts';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useAct } from './operate-calls.ts';
import { moment } from './record-table.tsx';

export function FormerStates({ table }: { readonly table: OperateTable }) {
  const act = useAct();
  const back = async (name: string, at: string): Promise<void> => {
    const sure = await confirm({
      title: `${table.file} as it was until ${moment(at)}?`,
      text: 'The current version is kept in the history.',
      confirmLabel: 'Restore',
    });
    if (sure)
      act.mutate({
        does: () => ask(null, restoreTable, { params: { file: table.file }, body: { name } }),
        told: `${table.file} has been restored to the version until ${moment(at)}.`,
      });
  };
  if (table.former.length === 0) return null;
  return (
    <section aria-label="Earlier versions">
      <h4 className="font-strong">Earlier versions</h4>
      <ul className="mt-1 grid gap-1">
        {table.former.map(({ name, at }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3">
            Version until {moment(at)} UTC
            <Button
              small
              look="quiet"
              aria-label={`Restore the version until ${moment(at)}`}
              onClick={() => void back(name, at)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
