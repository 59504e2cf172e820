// How a file differs from its former version: what is known of it, or why it is not known.
import { readDifference } from '@isobar/contract/calls/verify-calls.ts';
import type { FileVersion } from '@isobar/contract/orders/changes.ts';
import { useQuery } from '@tanstack/react-query';
import { addressOf, ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { DifferenceTable } from './difference-table.tsx';

export interface FileToCompare {
  readonly datastream: string;
  readonly file: string;
  /**
   * The version that the user has, and when it was delivered; absent: the last one before the
   * present.
   */
  readonly had?: { readonly version: FileVersion; readonly since: string };
}

export function FileDifference({ datastream, file, had }: FileToCompare) {
  const config = useConfig();
  const params = { datastream, file };
  const query = had
    ? {
        bytes: had.version.bytes,
        since: had.since,
        ...(had.version.sha256 ? { sha256: had.version.sha256 } : {}),
      }
    : {};
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['difference', datastream, file, query],
    queryFn: ({ signal }) => ask(config, readDifference, { params, query, signal }),
    retry: (count, failure) =>
      !(failure instanceof CallError && failure.code === 'not-found') && count < 2,
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
  if (data.variables === null) return <p className="py-1 text-ink-2">{data.reason}</p>;
  return (
    <div className="grid gap-1.5 py-1.5">
      {data.variables.length === 0 ? (
        <p>Hourly statistics are the same. Values that differ, if any, do so within an hour.</p>
      ) : (
        <DifferenceTable caption={`Differences of ${file}`} rows={data.variables} />
      )}
      <p className="text-ink-2">
        Based on hourly statistics, because the former file is no longer kept.
        {data.unchanged.length > 0 && ` The same in every hour: ${data.unchanged.join(', ')}.`}{' '}
        <a className="link" href={addressOf(config, readDifference, { params, query })}>
          As JSON
        </a>
      </p>
    </div>
  );
}
