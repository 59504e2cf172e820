// After submitting: a processing bar until the number is there, then the number and what happens
// next.
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import { CircleCheck } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { searchHref } from '../../lib/places.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress.tsx';

export function Placed(props: {
  /** Undefined until the number is there. */
  readonly order: OrderCreated | undefined;
  /** All orders that were placed, for an order that was split. */
  readonly all?: readonly OrderCreated[];
  readonly of?: number;
  readonly staged: boolean;
  readonly onClose: () => void;
  /** Called when a link in the dialog is followed; by default `onClose`. */
  readonly onLeave?: () => void;
}) {
  const { order, staged, onClose, onLeave = onClose, all = order ? [order] : [], of = 1 } = props;
  const numbers = all.map((one) => one.orderId);
  const { services } = useConfig();
  const notebookHub = services.notebookHub;
  return (
    <Dialog
      inAddress
      open
      keepOpen
      onClose={onClose}
      width="520px"
      title={order ? 'Thank you' : 'Placing your order'}
      footer={
        <>
          {order && staged && notebookHub && (
            <a className={buttonClass()} href={notebookHub} target="_blank" rel="noreferrer">
              Open Workbench notebook hub
            </a>
          )}
          <a className={buttonClass()} href={searchHref()} onClick={onLeave}>
            Return to Data Search
          </a>
          <Button onClick={onClose}>Close</Button>
          {order && (
            <a
              className={buttonClass({ look: 'primary' })}
              href={of > 1 ? '#/account/order' : `#/account/order?orderId=${order.orderId}`}
              onClick={onLeave}
            >
              {of > 1 ? 'Track orders' : 'Track Order'}
            </a>
          )}
        </>
      }
    >
      {order ? (
        <div role="status" className="grid justify-items-center gap-3 py-4 text-center">
          <CircleCheck size={40} aria-hidden className="text-good" />
          <p className="title-2">
            {of > 1 ? 'Order numbers ' : 'Order number '}
            <span className={of > 1 ? '' : 'whitespace-nowrap'}>
              {of > 1 ? numbers.join(', ') : order.orderId}
            </span>
          </p>
          <p className="max-w-[40ch] text-ink-2">{of > 1 ? OF_ALL : order.message}</p>
          <Secrets orders={all} />
        </div>
      ) : (
        <div className="grid gap-3 py-4">
          <p>Your order has been received. Its number will appear in a moment.</p>
          {of > 1 && (
            <p role="status">
              {numbers.length} of {of} orders are placed.
            </p>
          )}
          <ProgressBar label="Placing your order" value={of > 1 ? numbers.length / of : null} />
        </div>
      )}
    </Dialog>
  );
}

/** The message for several orders at once, since the server's own message is about a single one. */
const OF_ALL =
  'A confirmation message for each will say where to fetch its files; your account page shows how far they are.';

/** The secrets that web hooks are signed with, which cannot be looked up later. */
function Secrets({ orders }: { readonly orders: readonly OrderCreated[] }) {
  const signed = orders.filter((one) => one.webHookSecret !== undefined);
  if (signed.length === 0) return null;
  return (
    <section
      aria-label="Signing secret of the web hook"
      className="grid w-full gap-1 rounded-lg border border-line p-3 text-left"
    >
      <p className="text-sm">
        The web hook is signed with this secret. Copy it now: it is not shown again.
      </p>
      {signed.map(({ orderId, webHookSecret = '' }) => (
        <div key={orderId} className="flex items-center gap-2">
          <code className="min-w-0 flex-1 break-all text-sm">{webHookSecret}</code>
          <CopyButton text={webHookSecret} label={`Copy the secret of order ${orderId}`} />
        </div>
      ))}
    </section>
  );
}
