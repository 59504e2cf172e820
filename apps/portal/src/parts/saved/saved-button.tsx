// The button for the saved searches of a user, with the number of those that have new data. Both
// parts are loaded lazily.

import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { SavedProps } from './saved-dialog.tsx';

const SavedBadge = lazyPart(
  'The number of saved searches with new data',
  () => import('./saved-badge.tsx').then((module) => module.SavedBadge),
  { failure: 'over' },
);
const SavedDialog = lazyPart(
  'The list of saved searches',
  () => import('./saved-dialog.tsx').then((module) => module.SavedDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

/** `label`: written beside the symbol; without it the symbol stands alone. */
export function SavedButton({ label, ...props }: SavedProps & { readonly label?: string }) {
  const { person } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(label === undefined ? ({ look: 'quiet', icon: true } as const) : {})}
        className="relative"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Bookmark size={17} aria-hidden />
        {label ?? <span className="sr-only">Saved searches</span>}
        {person && (
          <Suspense>
            <SavedBadge />
          </Suspense>
        )}
      </Button>
      {open && (
        <Suspense>
          <SavedDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
