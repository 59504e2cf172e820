// One row of a table as a form.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type RowEdit = {
  readonly key: string;
  /** Its number; undefined: the row is added. */
  readonly row: number | undefined;
  readonly before: readonly string[] | null;
  /** Null: the row is removed. */
  readonly cells: readonly string[] | null;
};

const LONG = 60;

export function RowForm(props: {
  readonly columns: readonly string[];
  readonly edit: RowEdit;
  /** Called with the edit; null: nothing was changed. */
  readonly onDone: (edit: RowEdit | null) => void;
}) {
  const { columns, edit, onDone } = props;
  const [cells, setCells] = useState<readonly string[]>(edit.cells ?? edit.before ?? []);
  const set = (at: number, cell: string): void =>
    setCells(columns.map((_, n) => (n === at ? cell : (cells[n] ?? ''))));
  return (
    <Dialog
      open
      keepOpen
      onClose={() => onDone(null)}
      title={edit.row === undefined ? 'Add a row' : `Row ${edit.row + 1}`}
      width="640px"
      footer={
        <>
          {edit.row !== undefined && (
            <Button className="mr-auto" onClick={() => onDone({ ...edit, cells: null })}>
              Remove
            </Button>
          )}
          <Button onClick={() => onDone(null)}>Cancel</Button>
          <Button look="primary" onClick={() => onDone({ ...edit, cells })}>
            Preview changes
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {columns.map((name, at) => {
          const cell = cells[at] ?? '';
          const look = 'w-full rounded-md border border-rule-2 bg-surface px-3 py-1.5';
          return (
            <div key={name} className="grid gap-0.5">
              <label htmlFor={`cell-${name}`} className="font-mono text-sm text-ink-2">
                {name}
              </label>
              {cell.length > LONG ? (
                <textarea
                  id={`cell-${name}`}
                  className={look}
                  rows={3}
                  value={cell}
                  onChange={(event) => set(at, event.target.value)}
                />
              ) : (
                <input
                  id={`cell-${name}`}
                  className={look}
                  value={cell}
                  onChange={(event) => set(at, event.target.value)}
                />
              )}
            </div>
          );
        })}
      </div>
    </Dialog>
  );
}
