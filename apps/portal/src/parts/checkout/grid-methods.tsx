// How each variable of a datastream is put on the time grid: the proposed methods in one line, and
// a table to change them.

import { gridProposals } from '@isobar/contract/calls/order-calls.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import {
  GRID_METHODS,
  GRID_SENTENCES,
  type GridMethod,
  type GridOptions,
  type GridProposal,
  type GridVariableChoice,
} from '@isobar/contract/orders/time-grid.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Select } from '../../ui/select.tsx';
import { TableHead } from '../../ui/table.tsx';
import { GridLimits } from './grid-limits.tsx';

const LABELS: Readonly<Record<GridMethod, string>> = {
  mean: 'Mean',
  sum: 'Sum',
  nearest: 'Nearest',
  vector: 'Wind vector',
};

export function GridMethods(props: {
  readonly selection: Selection;
  readonly grid: GridOptions;
  readonly onChange: (grid: GridOptions) => void;
}) {
  const { selection, grid, onChange } = props;
  const { datastream } = selection;
  const config = useConfig();
  const [open, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['grid-proposals', datastream],
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) => ask(config, gridProposals, { query: { datastream }, signal }),
  });
  if (isError)
    return (
      <FailurePanel
        what="The methods for the time grid could not be loaded."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <p className="text-sm text-ink-2">Loading the methods for the time grid …</p>;
  const chosen = grid.chosen[datastream] ?? [];
  const methodOf = ({ name, method }: GridProposal): GridMethod | null =>
    chosen.find((one) => one.name === name)?.method ?? method;
  const { variables: names } = selection;
  const shown = data.variables.filter(({ name }) => names.length === 0 || names.includes(name));
  const windOf = ({ name }: GridProposal): string | undefined =>
    shown.find((one) => one.speed === name && methodOf(one) === 'vector')?.name;
  const limitsOf = ({ name }: GridProposal) => chosen.find((one) => one.name === name)?.limits;
  const choose = (
    proposal: GridProposal,
    method: GridMethod,
    limits: GridVariableChoice['limits'],
  ): void => {
    const { name } = proposal;
    const others = chosen.filter((one) => one.name !== name);
    const isProposed = method === proposal.method && limits === undefined;
    const own = { name, method, ...(limits === undefined ? {} : { limits }) };
    const next = isProposed ? others : [...others, own];
    onChange({ ...grid, chosen: { ...grid.chosen, [datastream]: next } });
  };
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span>Time grid: {countsInWords(shown.map(methodOf))}</span>
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'} the methods<span className="sr-only"> of {datastream}</span>
        </button>
      </p>
      {open && (
        <table className="w-full text-left text-sm">
          <caption className="sr-only">Methods of the time grid for {datastream}</caption>
          <TableHead
            row="border-b border-rule"
            cell="py-1 font-strong"
            heads={[{ name: 'Variable', className: 'pr-3' }, 'Method']}
          />
          <tbody>
            {shown.map((proposal) => (
              <MethodRow
                key={proposal.name}
                proposal={proposal}
                method={methodOf(proposal)}
                windOf={windOf(proposal)}
                limits={limitsOf(proposal)}
                onChange={(method, limits) => choose(proposal, method, limits)}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function MethodRow(props: {
  readonly proposal: GridProposal;
  readonly method: GridMethod | null;
  /** The direction whose vector mean this speed is part of. */
  readonly windOf: string | undefined;
  readonly limits: GridVariableChoice['limits'];
  readonly onChange: (method: GridMethod, limits: GridVariableChoice['limits']) => void;
}) {
  const { proposal, method, windOf, limits, onChange } = props;
  const { name, longName, units, refused } = proposal;
  const reasonOf = (one: GridMethod) => refused.find((each) => each.method === one)?.reason;
  const others = GRID_METHODS.filter((one) => one !== 'vector' || proposal.speed !== undefined);
  return (
    <tr className="border-b border-rule align-top">
      <th scope="row" className="max-w-[18rem] py-1.5 pr-3 font-normal">
        <span className="font-mono break-all">{name}</span>
        <span className="block text-ink-2">{[longName, units].filter(Boolean).join(', ')}</span>
      </th>
      <td className="py-1.5">
        {windOf !== undefined ? (
          `Part of the wind vector of ${windOf}.`
        ) : method === null ? (
          `Left out: ${reasonOf('nearest') ?? 'no method suits it.'}`
        ) : (
          <>
            <Select
              quietLabel
              label={`Method for ${name}`}
              value={method}
              choices={others.map((one) => ({
                value: one,
                label: LABELS[one],
                disabled: reasonOf(one) !== undefined,
              }))}
              onChange={(next) => onChange(next, next === 'nearest' ? undefined : limits)}
            />
            <span className="mt-0.5 block text-ink-2">
              {GRID_SENTENCES[method]}
              {method !== 'mean' && reasonOf('mean') ? ` No mean: ${reasonOf('mean')}` : ''}
            </span>
            {method !== 'nearest' && (
              <GridLimits
                name={name}
                units={units}
                limits={limits}
                onChange={(next) => onChange(method, next)}
              />
            )}
          </>
        )}
      </td>
    </tr>
  );
}

/** '9 by mean, 1 as wind vector, 2 left out' */
function countsInWords(methods: readonly (GridMethod | null)[]): string {
  const words: readonly (readonly [GridMethod | null, string])[] = [
    ['mean', 'by mean'],
    ['sum', 'by sum'],
    ['nearest', 'by nearest sample'],
    ['vector', 'as wind vector'],
    [null, 'left out'],
  ];
  return words
    .flatMap(([method, text]) => {
      const count = methods.filter((one) => one === method).length;
      return count > 0 ? [`${count} ${text}`] : [];
    })
    .join(', ');
}
