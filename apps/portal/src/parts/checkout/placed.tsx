// After submitting: a processing bar until the number is there, then the number and what happens next.
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import { CircleCheck } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { searchHref } from '../../lib/places.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress.tsx';

export function Placed(props: {
  /** Undefined until the number is there. */
  readonly order: OrderCreated | undefined;
  /** Of a split order: the numbers so far, and how many there will be. */
  readonly numbers?: readonly number[];
  readonly of?: number;
  readonly staged: boolean;
  readonly onClose: () => void;
}) {
  const { order, staged, onClose, numbers = [], of = 1 } = props;
  const { services } = useConfig();
  const notebookHub = services.notebookHub;
  return (
    <Dialog
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
          <a className={buttonClass()} href={searchHref()} onClick={onClose}>
            Return to Data Search
          </a>
          <Button onClick={onClose}>Exit</Button>
          {order && (
            <a
              className={buttonClass({ look: 'primary' })}
              href={`#/account/order?orderId=${order.orderId}`}
              onClick={onClose}
            >
              Track Order
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
          <p className="max-w-[40ch] text-ink-2">{order.message}</p>
        </div>
      ) : (
        <div className="grid gap-3 py-4">
          <p>Your order is checked and stored. Its number comes in a moment.</p>
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
