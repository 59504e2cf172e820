// The welcome notice, which says that at first only recommended data are shown. Over results that a link opened it is a
// single line.
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { openedByLink } from '../../lib/places.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { keepForTab, readForTab } from '../../loading/tab-storage.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WelcomeDialog = lazyPart(
  'The welcome notice',
  () => import('./welcome-dialog.tsx').then((module) => module.WelcomeDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose(false) },
);
export const WELCOME_DISMISSED = 'welcome-dismissed';
const CLOSED = 'isobar.welcome-closed';

/** Closing it keeps it away for this visit, 'Don't show me this again' for good. */
export function WelcomeNotice({ shown }: { readonly shown: boolean }) {
  const [open, setOpen] = useState(() => !isDismissed());
  const [asLine] = useState(openedByLink);
  if (!shown || !open) return null;
  const close = (forGood: boolean): void => {
    if (forGood) writeStored(WELCOME_DISMISSED, true);
    else keepForTab(CLOSED, 'yes');
    setOpen(false);
  };
  if (asLine) return <WelcomeLine onClose={close} />;
  return (
    <Suspense>
      <WelcomeDialog onClose={close} />
    </Suspense>
  );
}

function WelcomeLine({ onClose }: { readonly onClose: (forGood: boolean) => void }) {
  return (
    <aside
      aria-label="Welcome"
      className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2"
    >
      <span>Only recommended data are shown at first; All Data shows everything.</span>
      <button type="button" className="link" onClick={() => onClose(true)}>
        Don't show me this again
      </button>
      <button type="button" className="link" onClick={() => onClose(false)}>
        OK
      </button>
    </aside>
  );
}

function isDismissed(): boolean {
  if (readStored(WELCOME_DISMISSED, z.literal(true))) return true;
  return readForTab(CLOSED) !== null;
}
