// What can be done with what is shown: copy a link that holds its state, cite it, copy code, put it
// on a time grid, order the range.
import { plural } from '@isobar/contract/count.ts';
import { useQueryClient } from '@tanstack/react-query';
import { BookMarked, Code, Grid3x3, Link2, ShoppingBasket } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { pageHere } from '../../lib/page-here.ts';
import { arrayQuery } from '../../parts/arrays/array-query.ts';
import { type AddedDays, addSpans } from '../../parts/cart/add-days.ts';
import { AddedLinks } from '../../parts/cart/added-links.tsx';
import type { Window } from '../../parts/look/window.ts';
import { type LookOf, type LookPlace, lookHref } from '../../parts/look-address.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.tsx';

const CodeDialog = lazyPart(
  'The code',
  () => import('./look-dialogs.tsx').then((module) => module.LookCodeDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);
const CiteDialog = lazyPart(
  'The citation',
  () => import('./look-dialogs.tsx').then((module) => module.LookCiteDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

const GridDialog = lazyPart(
  'The time grid',
  () => import('./grid-dialog.tsx').then((module) => module.LookGridDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

/** The link waits so long for the state of the array, which may have to be prepared first. */
const ARRAY_WAIT_MS = 1500;

type Shown = {
  readonly of: LookOf;
  readonly place: LookPlace;
  readonly window: Window;
  /** Of the window; undefined while it is asked for. */
  readonly state: string | undefined;
};

export function Actions(props: Shown & { readonly dimensions: number }) {
  const { of, place, window, dimensions, state } = props;
  const [open, setOpen] = useState<'code' | 'cite' | 'grid' | null>(null);
  const shown = [of, ...place.beside];
  const copyLink = useCopiedLink(props);
  const { order, busy, added, setAdded } = useRangeInCart(shown, window);
  const dialog = { window, law: place.law, onClose: () => setOpen(null) };
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={state === undefined} onClick={() => void copyLink()}>
        <Link2 size={16} aria-hidden />
        Copy link
      </Button>
      <Button onClick={() => setOpen('cite')}>
        <BookMarked size={16} aria-hidden />
        Cite
      </Button>
      <Button onClick={() => setOpen('code')}>
        <Code size={16} aria-hidden />
        Code to copy
      </Button>
      <Button onClick={() => setOpen('grid')}>
        <Grid3x3 size={16} aria-hidden />
        Time grid
      </Button>
      <Button look="primary" busy={busy} onClick={() => void order()}>
        <ShoppingBasket size={16} aria-hidden />
        Order this range
      </Button>
      <p role="status" className="basis-full text-right text-sm empty:hidden">
        {added && <InCart added={added} onUndone={() => setAdded(null)} />}
      </p>
      <Suspense>
        {open === 'code' && <CodeDialog {...dialog} {...{ of, dimensions }} />}
        {open === 'cite' && <CiteDialog {...dialog} {...{ of, dimensions }} />}
        {open === 'grid' && (
          <GridDialog
            {...dialog}
            shown={shown}
            onAdded={(days, step) => setAdded({ days, step })}
          />
        )}
      </Suspense>
    </div>
  );
}

/**
 * Copies an address that opens the same place, with the states of the files and of the array as far
 * as they are known.
 */
function useCopiedLink({ of, place, window, state }: Shown): () => Promise<void> {
  const config = useConfig();
  const client = useQueryClient();
  return async () => {
    const known = await Promise.race([
      client.fetchQuery({ ...arrayQuery(config, of.datastream), retry: false }).catch(() => null),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), ARRAY_WAIT_MS)),
    ]);
    const tokens = { state: state ?? '', array: known?.state ?? '' };
    await copyText('Link', pageHere(lookHref(of, { ...place, ...window, ...tokens })));
  };
}

type Added = {
  readonly days: AddedDays;
  /** Of the grid that the range is put on, such as '5 minutes'; null without a grid. */
  readonly step: string | null;
};

/** Adds the range of what is shown to the cart, and holds what was added last. */
function useRangeInCart(shown: readonly LookOf[], window: Window) {
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<Added | null>(null);
  const order = async (): Promise<void> => {
    setBusy(true);
    try {
      const names = [...new Set(shown.map((one) => one.datastream))];
      const span = { start: window.from, end: window.to - 1 };
      setAdded({ days: await addSpans(config, names, [span]), step: null });
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      toast({ kind: 'problem', title: 'The range could not be added to the cart.', text });
    }
    setBusy(false);
  };
  return { order, busy, added, setAdded };
}

function InCart({ added, onUndone }: { readonly added: Added; readonly onUndone: () => void }) {
  const { days, step } = added;
  const grid = step === null ? '' : `, to be put on a grid of ${step}`;
  return (
    <>
      {days.datastreams > 0 &&
        `The range of ${plural(days.datastreams, 'datastream')} is in the cart${grid}. `}
      {days.left.length > 0 && `No data in this range: ${days.left.join(', ')}. `}
      {days.datastreams > 0 && (
        <AddedLinks
          onUndo={() => {
            days.undo();
            onUndone();
          }}
        />
      )}
    </>
  );
}
