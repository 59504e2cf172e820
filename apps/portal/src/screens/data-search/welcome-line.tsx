// What the welcome notice says: at first only recommended data are shown.
import { useState } from 'react';

export function WelcomeLine({ onClose }: { readonly onClose: (forGood: boolean) => void }) {
  const [details, setDetails] = useState(false);
  return (
    <aside aria-label="Welcome" className="mt-1 text-sm text-ink-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        Only recommended data are shown at first; All Data shows everything.
        <button
          type="button"
          className="link min-h-6"
          aria-expanded={details}
          onClick={() => setDetails(!details)}
        >
          Details
        </button>
        <a className="link min-h-6" href="#/account/search">
          Set your preference
        </a>
        <button type="button" className="link min-h-6" onClick={() => onClose(true)}>
          Don't show me this again
        </button>
        <button type="button" className="link min-h-6" onClick={() => onClose(false)}>
          OK
        </button>
      </p>
      {details && (
        <p className="mt-1 max-w-prose">
          A data product is recommended when it has a priority: 1 high, 2 medium or 3 low. Products
          without one are older, superseded, or meant for special uses. Nothing is hidden
          permanently: when no recommended data match, all data are shown.
        </p>
      )}
    </aside>
  );
}
