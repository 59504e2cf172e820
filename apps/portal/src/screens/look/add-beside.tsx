// A second variable on the same axis of time: of this datastream, or of any other by its name.
import { useId, useState } from 'react';
import { useFactList } from '../../parts/look/look-queries.ts';
import type { LookOf } from '../../parts/look-address.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';

export function AddBeside(props: {
  readonly first: LookOf;
  readonly onAdd: (of: LookOf) => void;
  readonly onClose: () => void;
}) {
  const { first, onAdd, onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState(first.datastream);
  const [datastream, setDatastream] = useState(first.datastream);
  const [wanted, setWanted] = useState('');
  const list = useFactList(datastream);
  const known = [
    ...new Map(list.data?.variables.map((one) => [one.variable, one.longName])).entries(),
  ].filter(([name]) => datastream !== first.datastream || name !== first.variable);
  const variable = known.some(([name]) => name === wanted) ? wanted : (known[0]?.[0] ?? '');
  const isTaken = typed.trim() === datastream;
  return (
    <form
      className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border border-rule bg-surface px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTaken && variable !== '') onAdd({ datastream, variable });
        else setDatastream(typed.trim());
      }}
    >
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm text-ink-2">
          Datastream
        </label>
        <input
          id={id}
          className="field w-56 font-mono"
          value={typed}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setDatastream(typed.trim())}
        />
      </div>
      {isTaken && known.length > 0 && (
        <Select
          label="Variable"
          className="max-w-full"
          value={variable}
          choices={known.map(([name, longName]) => ({
            value: name,
            label: longName ? `${name} – ${longName}` : name,
          }))}
          onChange={setWanted}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={list.isFetching}>
          {isTaken && variable !== '' ? 'Add' : 'Find its variables'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p role="status" className="basis-full text-sm text-warn empty:hidden">
        {list.isError && list.error.message}
        {list.isSuccess && known.length === 0 && `${datastream} has no other variable to show.`}
      </p>
    </form>
  );
}
