// One curated table: find rows, change, add and remove them, see what would change, save it, and
// undo it.

import type { OperateTable, TableProposed } from '@isobar/contract/calls/admin.ts';
import { changeTable, readTable } from '@isobar/contract/calls/admin-calls.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { Asked } from './asked.tsx';
import { ChangePreview } from './change-preview.tsx';
import { FormerStates } from './former-states.tsx';
import { operateQuery } from './operate-calls.ts';
import { RecordTable } from './record-table.tsx';
import { type RowEdit, RowForm } from './row-form.tsx';

/** Rows of one page, as the server answers them. */
const PAGE = 50;

export function TableEditor({ file }: { readonly file: string }) {
  const [find, setFind] = useState('');
  const [from, setFrom] = useState(0);
  const wanted = useDeferredValue(find);
  const query = useQuery(
    operateQuery(['table', file, wanted, from], (signal) =>
      ask(null, readTable, { params: { file }, query: { find: wanted, from }, signal }),
    ),
  );
  return (
    <>
      <a className="btn btn-quiet btn-small -ml-2 mb-2" href="#/operate/tables">
        <ArrowLeft size={15} aria-hidden />
        All tables
      </a>
      <h3 className="mb-2 font-mono text-base">{file}</h3>
      <label className="field mb-3 max-w-96">
        <span className="whitespace-nowrap text-ink-2">Rows with</span>
        <input
          className="w-full bg-transparent"
          value={find}
          onChange={(event) => {
            setFind(event.target.value);
            setFrom(0);
          }}
        />
      </label>
      <Asked query={query} what="The table">
        {(table) => <Rows key={table.digest} table={table} from={from} onPage={setFrom} />}
      </Asked>
    </>
  );
}

type RowsOf = {
  readonly table: OperateTable;
  readonly from: number;
  readonly onPage: (from: number) => void;
};

function Rows({ table, from, onPage }: RowsOf) {
  const { edits, open, setOpen, put, undo, told, look, keep } = useEdits(table);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <RecordTable
          label={`Rows of ${table.file}`}
          head={['Edit', ...table.columns]}
          rows={table.rows.map(({ row, cells }) => ({
            key: String(row),
            cells: [
              <Button
                key="edit"
                small
                aria-label={`Edit row ${row + 1}: ${cells[0] ?? ''}`}
                onClick={() => setOpen({ key: `row ${row}`, row, before: cells, cells })}
              >
                Edit
              </Button>,
              ...table.columns.map((name, at) => short(cells[at] ?? '', name)),
            ],
          }))}
        />
        <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          <Pages table={table} from={from} onPage={onPage} />
          <Button
            small
            onClick={() =>
              setOpen({
                key: `new ${edits.length} ${Date.now()}`,
                row: undefined,
                before: null,
                cells: table.columns.map(() => ''),
              })
            }
          >
            <Plus size={15} aria-hidden />
            Add a row
          </Button>
        </div>
      </div>
      {edits.length > 0 && (
        <ChangePreview
          columns={table.columns}
          edits={edits}
          told={told}
          busy={look.isPending || keep.isPending}
          failure={look.error?.message ?? keep.error?.message ?? null}
          onUndo={undo}
          onKeep={() => keep.mutate(edits)}
        />
      )}
      <FormerStates table={table} />
      {open && <RowForm columns={table.columns} edit={open} onDone={put} />}
    </div>
  );
}

/** The edits that are not saved yet, at most one of each row, and the one in the form. */
function useEdits(table: OperateTable) {
  const [edits, setEdits] = useState<readonly RowEdit[]>([]);
  const [open, setOpen] = useState<RowEdit | null>(null);
  const { told, look, keep } = useChange(table, edits, () => setEdits([]));
  const put = (edit: RowEdit | null): void => {
    setOpen(null);
    if (!edit) return;
    const next = [...edits.filter((one) => one.key !== edit.key), edit];
    setEdits(next);
    look.mutate(next);
  };
  const undo = (key: string): void => {
    const next = edits.filter((one) => one.key !== key);
    setEdits(next);
    if (next.length > 0) look.mutate(next);
  };
  return { edits, open, setOpen, put, undo, told, look, keep };
}

function Pages({ table, from, onPage }: RowsOf) {
  return (
    <>
      <span className="text-ink-2">
        {plural(table.found, 'row')} of {formatCount(table.total)}
        {table.found > PAGE && `, from row ${formatCount(from + 1)}`}
      </span>
      <Button small disabled={from === 0} onClick={() => onPage(Math.max(0, from - PAGE))}>
        Earlier rows
      </Button>
      <Button small disabled={from + PAGE >= table.found} onClick={() => onPage(from + PAGE)}>
        Later rows
      </Button>
    </>
  );
}

const LONGEST = 120;
const short = (cell: string, name: string) => (
  <span key={name} title={cell.length > LONGEST ? cell : undefined}>
    {cell.length > LONGEST ? `${cell.slice(0, LONGEST)}…` : cell}
  </span>
);

/** What the edits would change, asked for after each of them; and saving them. */
function useChange(table: OperateTable, edits: readonly RowEdit[], onKept: () => void) {
  const client = useQueryClient();
  const propose = (some: readonly RowEdit[], wanted: boolean): Promise<TableProposed> =>
    ask(null, changeTable, {
      params: { file: table.file },
      body: {
        digest: table.digest,
        keep: wanted,
        changes: some.map(({ row, cells }) => ({
          ...(row === undefined ? {} : { row }),
          cells:
            cells === null
              ? null
              : Object.fromEntries(table.columns.map((name, at) => [name, cells[at] ?? ''])),
        })),
      },
    });
  const look = useMutation({ mutationFn: (some: readonly RowEdit[]) => propose(some, false) });
  const keep = useMutation({
    mutationFn: (some: readonly RowEdit[]) => propose(some, true),
    onSuccess: (told) => {
      if (told.kept === null) return;
      onKept();
      toast({
        title: `${table.file} has been saved.`,
        text: 'Pages and orders use it at once, the search after its index is rebuilt.',
        link: { label: 'Overview', href: '#/operate/overview' },
      });
      return client.invalidateQueries({ queryKey: ['operate'] });
    },
  });
  const told = keep.data?.problem ? keep.data : edits.length > 0 ? (look.data ?? null) : null;
  return { told, look, keep };
}
