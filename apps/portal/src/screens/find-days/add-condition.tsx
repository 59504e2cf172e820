// A condition put together by name: the datastream, its variable, and either a limit or 'must have
// good data'.
import type { Clause } from '@isobar/contract/calls/facts.ts';
import { useId, useState } from 'react';
import { useFactList } from '../../parts/look/look-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';

type Good = { readonly datastream: string; readonly variable: string };

export function AddCondition(props: {
  readonly canLimit: boolean;
  readonly onAdd: (next: Clause | Good) => void;
  readonly onClose: () => void;
}) {
  const { canLimit, onAdd, onClose } = props;
  const [typed, setTyped] = useState('');
  const [datastream, setDatastream] = useState('');
  const { list, names, variable, units, setVariable } = useVariableOf(datastream);
  const [value, setValue] = useState('');
  const take = (): void => setDatastream(typed.trim());
  const limit = value.trim() === '' ? null : Number(value);
  const isWrong = limit !== null && !Number.isFinite(limit);
  return (
    <form
      className="my-3 flex flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border border-rule bg-surface px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (variable === '' || isWrong) return take();
        if (limit === null || !canLimit) onAdd({ datastream, variable });
        else onAdd({ datastream, variable, statistic: 'mean', comparison: '>', value: limit });
      }}
    >
      <DatastreamInput typed={typed} onTyped={setTyped} onLeave={take} />
      {names.length > 0 && (
        <>
          <Select
            label="Variable"
            value={variable}
            choices={names.map((name) => ({ value: name, label: name }))}
            onChange={setVariable}
          />
          {canLimit && (
            <label className="grid gap-1 text-sm text-ink-2">
              Hourly mean above {units && `(${units})`}; empty: only good data
              <input
                className="field w-32 text-base text-ink tabular-nums"
                inputMode="decimal"
                aria-invalid={isWrong || undefined}
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            </label>
          )}
        </>
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={list.isFetching}>
          {names.length > 0 ? 'Add' : 'Find its variables'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p role="status" className="basis-full text-sm text-warn empty:hidden">
        {list.isError && list.error.message}
        {list.isSuccess &&
          names.length === 0 &&
          `${datastream} has no variable with hourly values.`}
        {isWrong && `‘${value}’ is not a number.`}
      </p>
    </form>
  );
}

/**
 * The variables of the datastream that have hourly values; the first is chosen until another is.
 */
function useVariableOf(datastream: string) {
  const [wanted, setVariable] = useState('');
  const list = useFactList(datastream);
  const names = [...new Set(list.data?.variables.map((one) => one.variable))];
  const variable = names.includes(wanted) ? wanted : (names[0] ?? '');
  const units = list.data?.variables.find((one) => one.variable === variable)?.units ?? '';
  return { list, names, variable, units, setVariable };
}

function DatastreamInput(props: {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onLeave: () => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-ink-2">
        Datastream
      </label>
      <input
        id={id}
        className="field w-56 font-mono"
        placeholder="sgpmetE13.b1"
        value={props.typed}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        onChange={(event) => props.onTyped(event.target.value)}
        onBlur={props.onLeave}
      />
    </div>
  );
}
