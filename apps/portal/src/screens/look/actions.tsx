// What can be done with what is shown: copy a link that holds its state, cite it, copy code, put it on a time grid, order the range.
import { plural } from '@isobar/contract/count.ts';
import { useQueryClient } from '@tanstack/react-query';
import { BookMarked, Code, Grid3x3, Link2, ShoppingBasket } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { pageHere } from '../../lib/page-here.ts';
import { arrayQuery } from '../../parts/arrays/array-query.ts';
import { type AddedDays, addSpans } from '../../parts/cart/add-days.ts';
import { AddedLinks } from '../../parts/cart/added-links.tsx';
import { type LookOf, type LookPlace, lookHref } from '../../parts/look-address.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Window } from './window.ts';

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

export function Actions(props: {
  readonly of: LookOf;
  readonly place: LookPlace;
  readonly window: Window;
  readonly dimensions: number;
  /** Of the window; undefined while it is asked for. */
  readonly state: string | undefined;
}) {
  const { of, place, window, dimensions, state } = props;
  const config = useConfig();
  const client = useQueryClient();
  const [open, setOpen] = useState<'code' | 'cite' | 'grid' | null>(null);
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<AddedDays | null>(null);
  /** The step of the grid that the added range is put on, such as '5 minutes'. */
  const [step, setStep] = useState<string | null>(null);
  const shown = [of, ...place.beside];
  const copyLink = async (): Promise<void> => {
    const known = await Promise.race([
      client.fetchQuery(arrayQuery(config, of.datastream)).catch(() => null),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), ARRAY_WAIT_MS)),
    ]);
    const tokens = { state: state ?? '', array: known?.state ?? '' };
    await copyText('Link', pageHere(lookHref(of, { ...place, ...window, ...tokens })));
  };
  const order = async (): Promise<void> => {
    setBusy(true);
    try {
      const names = [...new Set(shown.map((one) => one.datastream))];
      const span = { start: window.from, end: window.to - 1 };
      setAdded(await addSpans(config, names, [span]));
      setStep(null);
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      toast({ kind: 'problem', title: 'The range could not be added to the cart.', text });
    }
    setBusy(false);
  };
  const dialog = { of, window, law: place.law, dimensions, onClose: () => setOpen(null) };
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
        Code to Copy
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
        {added && (
          <>
            {added.datastreams > 0 &&
              `The range of ${plural(added.datastreams, 'datastream')} is in the cart${step === null ? '' : `, to be put on a grid of ${step}`}. `}
            {added.left.length > 0 && `No data in this range: ${added.left.join(', ')}. `}
            {added.datastreams > 0 && (
              <AddedLinks
                onUndo={() => {
                  added.undo();
                  setAdded(null);
                }}
              />
            )}
          </>
        )}
      </p>
      <Suspense>
        {open === 'code' && <CodeDialog {...dialog} />}
        {open === 'cite' && <CiteDialog {...dialog} />}
        {open === 'grid' && (
          <GridDialog
            {...{ shown, window, law: place.law, onClose: () => setOpen(null) }}
            onAdded={(result, on) => {
              setAdded(result);
              setStep(on);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
