// News for the home screen: a curated table whose rows are added and removed here.
import type { OperateTable } from '@isobar/contract/calls/admin.ts';
import { changeTable, readTable } from '@isobar/contract/calls/admin-calls.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FormFailure, TextField } from '../../ui/field.tsx';
import { Asked } from './asked.tsx';
import { operateQuery, useAct } from './operate-calls.ts';

const FILE = 'news.csv';
const YEAR_SECONDS = 366 * 86_400;
type Change = { readonly row?: number; readonly cells: Record<string, string> | null };

/** Throws with what is wrong in the words of the table's check. */
async function change(table: OperateTable, one: Change): Promise<void> {
  const told = await ask(null, changeTable, {
    params: { file: FILE },
    body: { digest: table.digest, changes: [one], keep: true },
  });
  if (told.problem !== null) throw new Error(told.problem);
}

export function NewsTab() {
  const query = useQuery(
    operateQuery(['table', FILE], (signal) =>
      ask(null, readTable, { params: { file: FILE }, query: { find: '', from: 0 }, signal }),
    ),
  );
  return (
    <Asked query={query} what="The news">
      {(table) => (
        <div className="grid gap-7">
          <AddNews key={table.digest} table={table} />
          <List table={table} />
        </div>
      )}
    </Asked>
  );
}

function AddNews({ table }: { readonly table: OperateTable }) {
  const act = useAct();
  const [failure, setFailure] = useState<string | null>(null);
  const [date, setDate] = useState(formatDay(Date.now() / 1000));
  const add = (form: FormData): void => {
    const cell = (name: string) => String(form.get(name) ?? '').trim();
    const cells = {
      date,
      ...Object.fromEntries(['title', 'text', 'url'].map((name) => [name, cell(name)])),
    };
    setFailure(null);
    act.mutate(
      { does: () => change(table, { cells }), told: addedText(date) },
      { onError: (error) => setFailure(error.message) },
    );
  };
  return (
    <form
      aria-label="Add a news item"
      className="grid max-w-[44rem] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add(new FormData(event.currentTarget));
      }}
    >
      <h3 className="font-strong">Add a news item</h3>
      <DayField
        label="Date"
        inForm
        value={date}
        last={formatDay(Date.now() / 1000 + YEAR_SECONDS)}
        onChange={setDate}
      />
      <TextField label="Title" name="title" required maxLength={200} />
      <TextField label="Text" name="text" maxLength={1000} />
      <TextField
        label="Link"
        name="url"
        maxLength={1000}
        hint="Optional: https://…, /about/… or #/…"
      />
      <FormFailure text={failure} />
      <div>
        <Button type="submit" look="primary" busy={act.isPending}>
          Add news item
        </Button>
      </div>
    </form>
  );
}

/** An item of a coming day is not shown before it. */
const addedText = (date: string): string =>
  date > formatDay(Date.now() / 1000)
    ? `The news item is added. It appears on ${date}.`
    : 'The news item is added.';

function List({ table }: { readonly table: OperateTable }) {
  const act = useAct();
  const cell = (cells: readonly string[], name: string) => cells[table.columns.indexOf(name)] ?? '';
  const remove = async (row: number, title: string): Promise<void> => {
    const sure = await confirm({
      title: 'Remove this news item?',
      text: title,
      confirmLabel: 'Remove',
    });
    if (sure)
      act.mutate({
        does: () => change(table, { row, cells: null }),
        told: 'The news item is removed.',
      });
  };
  if (table.rows.length === 0)
    return <p className="text-ink-2">No news items yet. The home page shows the latest four.</p>;
  return (
    <ul aria-label="News items" className="max-w-[60rem] border-t border-rule">
      {table.rows.map(({ row, cells }) => (
        <li key={row} className="flex flex-wrap items-baseline gap-x-4 border-b border-rule py-2.5">
          <span className="text-ink-2">{cell(cells, 'date')}</span>
          <span className="min-w-0 flex-1 break-words">
            {cell(cells, 'title')}
            {cell(cells, 'text') && (
              <span className="block text-sm text-ink-2">{cell(cells, 'text')}</span>
            )}
          </span>
          <Button
            small
            aria-label={`Remove ${cell(cells, 'title')}`}
            onClick={() => void remove(row, cell(cells, 'title'))}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
