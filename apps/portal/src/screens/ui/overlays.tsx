// Parts that lie over the page, each behind a button that opens it.
import { plural } from '@isobar/contract/count.ts';
import { Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Fold } from '../../ui/fold.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PartFailure } from '../../ui/part-failure.tsx';
import { Spotlight } from '../../ui/spotlight.tsx';
import { toast } from '../../ui/toast.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Part, States } from './part.tsx';

const Dialog = lazyPart(
  'The dialog',
  () => import('../../ui/dialog.tsx').then((module) => module.Dialog),
  { failure: 'over' },
);

export function Overlays() {
  return (
    <>
      <Part name="dialog">
        <p>Title, description, a body that scrolls, and buttons at its foot.</p>
      </Part>
      <Part name="dialog-button">
        <States>
          <DialogButton
            className="btn"
            dialog={(onClose) => (
              <Dialog
                open
                onClose={onClose}
                title="A dialog"
                description="What it is for, in a line."
                footer={
                  <>
                    <Button onClick={onClose}>Cancel</Button>
                    <Button look="primary" onClick={onClose}>
                      Do it
                    </Button>
                  </>
                }
              >
                {Array.from({ length: 30 }, (_, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines without a name
                  <p key={line}>Line {line + 1} of what it says.</p>
                ))}
              </Dialog>
            )}
          >
            Open the dialog
          </DialogButton>
        </States>
      </Part>
      <Part name="confirm">
        <States>
          <Button onClick={() => void confirm({ title: 'Continue?', text: 'This can be undone.' })}>
            Ask
          </Button>
          <Button
            look="danger"
            onClick={() =>
              void confirm({ title: 'Remove it?', confirmLabel: 'Remove', danger: true })
            }
          >
            Confirm a deletion
          </Button>
        </States>
      </Part>
      <Panels />
      <Failures />
      <Part name="menu">
        <States>
          <Menu
            trigger="Open the menu"
            entries={[
              { key: 'act', label: 'An action', onSelect: () => {} },
              { key: 'address', label: 'An address', href: '#/ui' },
              { key: 'disabled', label: 'Disabled', disabled: true },
              { key: 'danger', label: 'Dangerous', danger: true, onSelect: () => {} },
            ]}
          />
        </States>
      </Part>
      <Part name="tooltip">
        <States>
          <Tooltip label="About this part">Why it is so, in a sentence or two.</Tooltip>
        </States>
      </Part>
      <Part name="toast">
        <States>
          <Button onClick={() => toast({ title: 'Link copied' })}>Tell</Button>
          <Button
            onClick={() =>
              toast({
                title: 'Item Added to Cart',
                text: 'Surface Meteorological Instrumentation',
                link: { label: 'View cart', href: '#/saved' },
              })
            }
          >
            Show a notice with a link
          </Button>
          <Button
            onClick={() =>
              toast({ title: 'It could not be saved.', text: 'Try again.', kind: 'problem' })
            }
          >
            Show a problem
          </Button>
        </States>
      </Part>
    </>
  );
}

/** Nothing here is loaded from anywhere else: the tries fail or succeed by themselves. */
const Arriving = lazyPart('The part that arrives', async () => () => <p>It has arrived.</p>);

function Failures() {
  const [tries, setTries] = useState(0);
  const told = {
    what: 'The calendar',
    why: `Tried again ${plural(tries, 'time')}.`,
    busy: false,
    onRetry: () => setTries(tries + 1),
    onDismiss: () => {},
  };
  return (
    <>
      <Part name="part-failure">
        <PartFailure look="panel" {...told} />
        <PartFailure look="line" {...told} />
      </Part>
      <Part name="lazy-part">
        <Suspense fallback={<p>It is on its way.</p>}>
          <Arriving />
        </Suspense>
      </Part>
    </>
  );
}

function Panels() {
  const [drawer, setDrawer] = useState(false);
  const [spot, setSpot] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Part name="drawer">
        <States>
          <Button onClick={() => setDrawer(true)}>Open the drawer</Button>
        </States>
        <Drawer
          open={drawer}
          title="A drawer"
          onClose={() => setDrawer(false)}
          footer={<Button onClick={() => setDrawer(false)}>Done</Button>}
        >
          <p>On phones it opens from below.</p>
        </Drawer>
      </Part>
      <Part name="fold">
        <States>
          <Fold label="Unfold">
            <p>Controls in place.</p>
          </Fold>
        </States>
      </Part>
      <Part name="spotlight">
        <States>
          <Button onClick={() => setSpot(true)}>Highlight this part</Button>
        </States>
        {spot && (
          <Spotlight
            targets={['[data-part=spotlight]']}
            title="What to look at"
            footer={
              <Button ref={close} onClick={() => setSpot(false)}>
                Close the highlight
              </Button>
            }
            onClose={() => setSpot(false)}
            initialFocus={close}
            onKeyDown={(event) => event.key === 'Escape' && setSpot(false)}
          >
            <p>One part of the page, and what it is for.</p>
          </Spotlight>
        )}
      </Part>
    </>
  );
}
