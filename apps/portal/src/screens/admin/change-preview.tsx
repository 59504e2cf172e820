// What the edits of a table would change, cell by cell, whether the tables would be valid with
// them, and saving them.

import type { TableProposed } from '@isobar/contract/calls/admin.ts';
import { plural } from '@isobar/contract/count.ts';
import { Button } from '../../ui/button.tsx';
import type { RowEdit } from './row-form.tsx';

export function ChangePreview(props: {
  readonly columns: readonly string[];
  readonly edits: readonly RowEdit[];
  /** Null: not known yet. */
  readonly told: TableProposed | null;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onUndo: (key: string) => void;
  readonly onKeep: () => void;
}) {
  const { columns, edits, told, busy, failure, onUndo, onKeep } = props;
  return (
    <section
      aria-label="What would change"
      className="rounded-lg border border-rule bg-surface px-4 py-3"
    >
      <h4 className="font-strong">What would change</h4>
      <ul className="mt-1 grid gap-2">
        {edits.map((edit) => (
          <li
            key={edit.key}
            className="flex flex-wrap items-baseline gap-x-3 border-t border-rule pt-2"
          >
            <span className="min-w-0 flex-1">
              <Difference columns={columns} edit={edit} />
            </span>
            <Button small look="quiet" onClick={() => onUndo(edit.key)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
      <div role="status" className="mt-3">
        {failure && <p className="text-danger">{failure}</p>}
        {told?.problem && <p className="text-danger">The change cannot be saved. {told.problem}</p>}
        {told && told.problem === null && !failure && (
          <p className="text-good">
            All tables are valid with this change: {plural(told.added.length, 'row')} added,{' '}
            {told.changed.length} changed, {told.removed.length} removed.
          </p>
        )}
      </div>
      <Button
        look="primary"
        className="mt-2"
        busy={busy}
        disabled={!told || told.problem !== null || failure !== null}
        onClick={onKeep}
      >
        Save
      </Button>
    </section>
  );
}

function Difference({
  columns,
  edit,
}: {
  readonly columns: readonly string[];
  readonly edit: RowEdit;
}) {
  const { before, cells } = edit;
  if (cells === null) return <>Removed: {(before ?? []).slice(0, 3).join(', ')}</>;
  const changed = columns.flatMap((name, at) =>
    (before?.[at] ?? '') === (cells[at] ?? '') ? [] : [{ name, at }],
  );
  if (changed.length === 0) return <>{before ? 'Nothing changes.' : 'An empty row.'}</>;
  return (
    <>
      {before ? `${before[0] ?? ''}: ` : 'Added: '}
      {changed.map(({ name, at }) => (
        <span key={name} className="mr-3 inline-block">
          <span className="font-mono text-within text-ink-2">{name}</span>{' '}
          {before && <del className="text-danger">{before[at] || 'empty'}</del>}{' '}
          <ins className="text-good">{cells[at] || 'empty'}</ins>
        </span>
      ))}
    </>
  );
}
