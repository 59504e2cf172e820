// The welcome notice above the results, a line in place, which says that at first only recommended data are shown.
import { useState } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';
import { keepForTab, readForTab } from '../../loading/tab-storage.ts';

export const WELCOME_DISMISSED = 'welcome-dismissed';
const CLOSED = 'isobar.welcome-closed';

/** Closing it keeps it away for this visit, 'Don't show me this again' for good. */
export function WelcomeNotice({ shown }: { readonly shown: boolean }) {
  const [open, setOpen] = useState(() => !isDismissed());
  const [details, setDetails] = useState(false);
  if (!shown || !open) return null;
  const close = (forGood: boolean) => () => {
    if (forGood) writeStored(WELCOME_DISMISSED, true);
    else keepForTab(CLOSED, 'yes');
    setOpen(false);
  };
  const link = (text: string, onClick: () => void, expanded?: boolean) => (
    <button type="button" className="link" aria-expanded={expanded} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <aside aria-label="Welcome" className="mt-1 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-3">
        Only recommended data are shown at first; All Data shows everything.
        {link('Details', () => setDetails(!details), details)}
        <a className="link" href="#/account/search">
          Set your preference
        </a>
        {link("Don't show me this again", close(true))}
        {link('OK', close(false))}
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

function isDismissed(): boolean {
  if (readStored(WELCOME_DISMISSED, z.literal(true))) return true;
  return readForTab(CLOSED) !== null;
}
