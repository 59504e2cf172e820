// The welcome notice, a line above the results until it is dismissed.
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';
import { keepForTab, readForTab } from '../../loading/tab-storage.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WelcomeLine = lazyPart(
  'The welcome notice',
  () => import('./welcome-line.tsx').then((module) => module.WelcomeLine),
  { failure: 'line' },
);
export const WELCOME_DISMISSED = 'welcome-dismissed';
export const WELCOME_CLOSED = 'isobar.welcome-closed';

/** Closing it keeps it away for this visit, 'Don't show me this again' for good. */
export function WelcomeNotice({ shown }: { readonly shown: boolean }) {
  const [open, setOpen] = useState(() => !isDismissed());
  if (!shown || !open) return null;
  const close = (forGood: boolean): void => {
    if (forGood) writeStored(WELCOME_DISMISSED, true);
    else keepForTab(WELCOME_CLOSED, 'yes');
    setOpen(false);
  };
  return (
    <Suspense fallback={ROOM}>
      <WelcomeLine onClose={close} />
    </Suspense>
  );
}

/** As high as the line, which breaks into three on phones. */
const ROOM = <div className="mt-1 min-h-18 md:min-h-6" />;

function isDismissed(): boolean {
  if (readStored(WELCOME_DISMISSED, z.literal(true))) return true;
  return readForTab(WELCOME_CLOSED) !== null;
}
