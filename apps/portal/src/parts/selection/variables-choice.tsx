// All variables of a datastream, or only those that are asked for (specification part 2 section 2).

import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { memo, useCallback, useRef, useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useExtracting } from './extracting.ts';
import { FilterBar } from './filter-bar.tsx';
import { existing, matching, useVariables, type Variable } from './variables.ts';

export function VariablesChoice(props: {
  readonly selection: Selection;
  readonly onChange: (variables: readonly string[]) => void;
}) {
  const { selection, onChange } = props;
  const raw = isRawLevel(selection.dataLevel);
  const extracting = useExtracting(({ names }) => names.includes(selection.datastream));
  const setExtracting = useExtracting((state) => state.set);
  const chosen = !raw && (extracting || selection.variables.length > 0);
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Segmented
          small
          label={`Variables of ${selection.datastream}`}
          value={chosen ? 'some' : 'all'}
          onChange={(value) => {
            setExtracting(selection.datastream, value === 'some');
            if (value === 'all') onChange([]);
          }}
          segments={[
            { value: 'all', label: 'Order all Variables' },
            { value: 'some', label: 'Extract Requested Variables', disabled: raw },
          ]}
        />
        {raw && (
          <span className="text-sm text-ink-2">
            Files of level {selection.dataLevel} are delivered as they are.
          </span>
        )}
      </div>
      {chosen && (
        <VariableList key={selection.datastream} selection={selection} onChange={onChange} />
      )}
    </div>
  );
}

function VariableList(props: {
  readonly selection: Selection;
  readonly onChange: (variables: readonly string[]) => void;
}) {
  const { selection, onChange } = props;
  const [filter, setFilter] = useState('');
  const latest = useRef<Toggle>(() => undefined);
  const onToggle = useCallback<Toggle>((name, on) => latest.current(name, on), []);
  const { data, error, isFetching, refetch } = useVariables(selection.datastream);
  if (!data && isFetching) {
    return (
      <div className="py-3">
        <Spinner size={18} label="Loading the variables…" />
      </div>
    );
  }
  if (!data) {
    return (
      <div className="mt-2">
        <FailurePanel
          what="The variables could not be loaded."
          why={error instanceof CallError ? error.message : undefined}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  const shown = matching(data, filter);
  const wanted = new Set(existing(selection.variables, data));
  const free = shown.filter((one) => !one.default);
  const toggle = (name: string, on: boolean): void =>
    onChange(namesOf(data, (one) => (one === name ? on : wanted.has(one))));
  latest.current = toggle;
  const all = (on: boolean): void => {
    const here = new Set(free.map((one) => one.variable));
    onChange(namesOf(data, (one) => (here.has(one) ? on : wanted.has(one))));
  };
  return (
    <div className="mt-2 overflow-hidden rounded-lg border border-rule">
      <FilterBar
        label="Filter variables"
        placeholder="Filter variables"
        text={filter}
        onText={setFilter}
      >
        <span aria-live="polite" className="text-sm text-ink-2">
          {wanted.size === 0
            ? 'None chosen: all are ordered'
            : `${formatCount(wanted.size)} of ${plural(data.length, 'variable')} chosen`}
        </span>
        <Button small disabled={free.length === 0} onClick={() => all(true)}>
          Select shown
        </Button>
        <Button small disabled={wanted.size === 0} onClick={() => onChange([])}>
          Clear
        </Button>
      </FilterBar>
      {shown.length === 0 ? (
        <p className="px-3 py-4 text-ink-2">No variables found matching {filter}</p>
      ) : (
        <ul className="max-h-72 overflow-y-auto py-1" tabIndex={-1}>
          {shown.map((one) => (
            <VariableRow
              key={one.variable}
              variable={one}
              checked={one.default || wanted.has(one.variable)}
              onToggle={onToggle}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type Toggle = (name: string, on: boolean) => void;

/** A memo: there may be thousands of rows, and a tick redraws only its own. */
const VariableRow = memo(function VariableRow(props: {
  readonly variable: Variable;
  readonly checked: boolean;
  /** Always the same function, so that the memo holds. */
  readonly onToggle: Toggle;
}) {
  const { variable: one, onToggle } = props;
  return (
    <li className="px-3 hover:bg-sunk">
      <Checkbox
        className="w-full !items-start py-1.5 [&>input]:mt-0.5 [&>span]:min-w-0 [&>span]:flex-1"
        checked={props.checked}
        disabled={one.default}
        onChange={(on) => onToggle(one.variable, on)}
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-mono text-sm break-all">{one.variable}</span>
          <span className="min-w-0 text-sm text-ink-2">
            {one.description}
            {one.units && one.units !== '1' && ` (${one.units})`}
            {one.default && <span className="ml-2 badge">always included</span>}
          </span>
        </span>
      </Checkbox>
    </li>
  );
});

/** The names of variables, in the order of the datastream. */
const namesOf = (
  variables: readonly Variable[],
  wanted: (name: string) => boolean,
): readonly string[] =>
  variables.filter((one) => !one.default && wanted(one.variable)).map((one) => one.variable);
