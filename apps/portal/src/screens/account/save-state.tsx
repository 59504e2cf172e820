// Whether a preference was kept: quiet when it was, with another try when it was not.
import type { UseMutationResult } from '@tanstack/react-query';
import { CallError } from '../../lib/call.ts';
import { FailurePanel } from '../../ui/panels.tsx';

export function SaveState<V>({ save }: { readonly save: UseMutationResult<void, Error, V> }) {
  const { isPending, isSuccess, isError, error, variables, mutate } = save;
  if (isError && variables !== undefined) {
    return (
      <div className="mt-3">
        <FailurePanel
          what="Your choice could not be saved."
          why={error instanceof CallError ? error.message : undefined}
          onRetry={() => mutate(variables)}
        />
      </div>
    );
  }
  return (
    <p role="status" className="mt-2 min-h-[1.4em] text-sm text-ink-2">
      {isPending && 'Saving…'}
      {isSuccess && 'Saved'}
    </p>
  );
}
