// Shows the answer of a call, that it is under way, or why it failed.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';

export function Asked<T>(props: {
  readonly query: UseQueryResult<T>;
  /** 'The orders' could not be loaded. */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}) {
  const { query, what, children } = props;
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <FailurePanel
        what={`${what} could not be loaded.`}
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" aria-label={`${what}: loading`}>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
