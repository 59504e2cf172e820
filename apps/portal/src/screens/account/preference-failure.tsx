// Preferences that could not be loaded: what is displayed then are the defaults, which the user may
// not have chosen.
import type * as z from 'zod/mini';
import { type Preference, useKeptPreference } from '../../lib/preferences.ts';
import { FailurePanel } from '../../ui/panels.tsx';

/** Nothing while the preference is known. */
export function PreferenceFailure<S extends z.ZodMiniType>(props: {
  readonly preference: Preference<S>;
}) {
  const { error, refetch, isFetching } = useKeptPreference(props.preference);
  if (!error) return null;
  return (
    <div className="mb-3">
      <FailurePanel
        what="Your preference could not be loaded."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
