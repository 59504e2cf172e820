// 'By how much': how a file differs from its former version, loaded when it is opened.
import { readDifference, type VariableDifference } from '@isobar/contract/calls/verify-calls.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function DifferenceFold(props: { readonly datastream: string; readonly file: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link w-fit cursor-pointer text-sm">By how much</summary>
      {open && <Difference {...props} />}
    </details>
  );
}

function Difference({ datastream, file }: { readonly datastream: string; readonly file: string }) {
  const config = useConfig();
  const params = { datastream, file };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['difference', datastream, file],
    queryFn: ({ signal }) => ask(config, readDifference, { params, signal }),
  });
  if (error)
    return (
      <FailurePanel
        what="The difference could not be loaded."
        why={error instanceof CallError ? error.message : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Spinner size={16} label="Comparing…" />;
  if (data.variables === null) return <p className="py-1 text-sm text-ink-2">{data.reason}</p>;
  return (
    <div className="grid gap-1.5 py-1.5 text-sm">
      {data.variables.length === 0 ? (
        <p>The facts of each hour are the same: values, if any differ, differ within hours.</p>
      ) : (
        <table className="w-full text-left">
          <caption className="sr-only">Differences of {file}</caption>
          <thead>
            <tr className="border-b border-rule">
              <th scope="col" className="caps py-1 pr-3">
                Variable
              </th>
              <th scope="col" className="caps py-1 pr-3 text-right">
                Hours that differ
              </th>
              <th scope="col" className="caps py-1 pr-3 text-right">
                Values changed
              </th>
              <th scope="col" className="caps py-1 text-right">
                Largest change
              </th>
            </tr>
          </thead>
          <tbody>
            {data.variables.map((one) => (
              <Row key={`${one.variable} ${one.units}`} difference={one} />
            ))}
          </tbody>
        </table>
      )}
      <p className="text-ink-2">
        From hourly facts, since the former bytes are gone.
        {data.unchanged.length > 0 && ` The same in every hour: ${data.unchanged.join(', ')}.`}{' '}
        <a className="link" href={addressOf(config, readDifference, { params })}>
          As JSON
        </a>
      </p>
    </div>
  );
}

function Row({ difference }: { readonly difference: VariableDifference }) {
  const { variable, units, hours, hoursDiffering, atLeast, atMost, largestChange } = difference;
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-1 pr-3 font-mono font-normal break-all">
        {variable}
      </th>
      <td className="py-1 pr-3 text-right">
        {formatCount(hoursDiffering)} of {formatCount(hours)}
      </td>
      <td className="py-1 pr-3 text-right">
        {atLeast === atMost
          ? formatCount(atLeast)
          : `${formatCount(atLeast)} to ${formatCount(atMost)}`}
      </td>
      <td className="py-1 text-right whitespace-nowrap">
        {largestChange === null
          ? 'no value to compare'
          : `${Number(largestChange.toPrecision(4))} ${units}`}
      </td>
    </tr>
  );
}
