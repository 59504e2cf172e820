// How many saved searches have new data, on the button that opens them.
import { useSavedSearches } from './saved-calls.ts';

/**
 * Shows nothing while nothing is new, nor when the list cannot be loaded, which the dialog says.
 */
export function SavedBadge() {
  const { data } = useSavedSearches();
  const fresh = data?.filter((one) => (one.fresh ?? 0) > 0).length ?? 0;
  if (fresh === 0) return null;
  return (
    <>
      {' '}
      <span className="absolute -top-1 -right-0.5 min-w-[18px] rounded-full bg-accent px-1 text-xs leading-[18px] font-strong text-accent-ink">
        {fresh}
        <span className="sr-only"> with new data</span>
      </span>
    </>
  );
}
