// The welcome notice: at first, only recommended data are shown. Dismissed once, it never comes again.
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';

const WelcomeDialog = lazy(() =>
  import('./welcome-dialog.tsx').then((module) => ({ default: module.WelcomeDialog })),
);
export const WELCOME_DISMISSED = 'welcome-dismissed';
const CLOSED = 'isobar.welcome-closed';

/** Closing it keeps it away for this visit, 'Don't show me this again' for good. */
export function WelcomeNotice({ shown }: { readonly shown: boolean }) {
  const [open, setOpen] = useState(() => !isDismissed());
  if (!shown || !open) return null;
  const close = (forGood: boolean): void => {
    if (forGood) writeStored(WELCOME_DISMISSED, true);
    else closeForNow();
    setOpen(false);
  };
  return (
    <Suspense>
      <WelcomeDialog onClose={close} />
    </Suspense>
  );
}

function isDismissed(): boolean {
  if (readStored(WELCOME_DISMISSED, z.literal(true))) return true;
  try {
    return sessionStorage.getItem(CLOSED) !== null;
  } catch {
    return false;
  }
}

function closeForNow(): void {
  try {
    sessionStorage.setItem(CLOSED, 'yes');
  } catch {
    // A closed storage shows the notice again: no harm.
  }
}
