// The menus of an order card: 'Reorder Data' and 'Additional Links'.

import { deliveredPart } from '@isobar/contract/calls/delivery-calls.ts';
import {
  HELPER_SCRIPTS,
  type OrderHistoryEntry,
  qualityReportsOfOrder,
} from '@isobar/contract/calls/orders.ts';
import { itemOfOrdered } from '@isobar/contract/code/item-of.ts';
import { plural } from '@isobar/contract/count.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { pageHere } from '../../lib/page-here.ts';
import { serviceAddress } from '../../lib/service-address.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { type CodeSubject, titleOf } from '../code/subject.ts';
import { type AddedAgain, fetchShared, type Repeated, useAddAgain, useReorder } from './reorder.ts';
import { useCite } from './use-cite.ts';

const Placed = lazyPart(
  'The order confirmation',
  () => import('../checkout/placed.tsx').then((module) => module.Placed),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

const CodeDialog = lazyPart(
  'The code',
  () => import('../code/code-dialog.tsx').then((module) => module.CodeDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function ReorderMenu({ repeated }: { readonly repeated: Repeated }) {
  const [placing, setPlacing] = useState(false);
  const reorder = useReorder();
  const again = useAddAgain();
  const orderNow = (): void => {
    setPlacing(true);
    reorder.mutate(repeated, {
      onError: (error) => {
        setPlacing(false);
        tellFailure('The order could not be placed again.', error);
      },
    });
  };
  const addToCart = (): void =>
    again.mutate(repeated, {
      onSuccess: tellAdded,
      onError: (error) => tellFailure('The data of this order could not be looked up.', error),
    });
  return (
    <>
      <Menu
        trigger={<Trigger label="Reorder Data" />}
        entries={[
          { key: 'now', label: 'Order Now', onSelect: orderNow },
          { key: 'cart', label: 'Add to Cart', onSelect: addToCart },
        ]}
      />
      {placing && (
        <Suspense>
          <Placed order={reorder.data} staged={false} onClose={() => setPlacing(false)} />
        </Suspense>
      )}
    </>
  );
}

export function LinksMenu({ order }: { readonly order: OrderHistoryEntry }) {
  const { orderId } = order;
  const config = useConfig();
  const complete = order.curStep === 'complete';
  const when = order.expired ? '(files expired)' : '(when completed)';
  const copyLink = async (): Promise<void> => {
    try {
      const { shareKey } = await fetchShared(config, { orderId });
      const query = new URLSearchParams({ orderId: String(orderId), key: shareKey });
      await navigator.clipboard.writeText(pageHere(`#/account/order?${query}`));
      toast({ title: 'Link copied', text: 'Anyone with this link can order the same data.' });
    } catch (error) {
      tellFailure('The link could not be copied.', error);
    }
  };
  const [code, setCode] = useState<readonly [CodeSubject, ...CodeSubject[]] | null>(null);
  const showCode = async (): Promise<void> => {
    try {
      const { selectedData } = await fetchShared(config, { orderId });
      setCode(orderSubjects(order, selectedData.selectedDatastreams));
    } catch (error) {
      tellFailure('The data of this order could not be looked up.', error);
    }
  };
  const cite = useCite(orderId);
  const entries: readonly MenuEntry[] = [
    {
      key: 'reports',
      label: 'Data Quality Report',
      href: qualityReportsOfOrder(serviceAddress(config, 'dqr'), { orderId }),
    },
    complete && !order.expired
      ? {
          key: 'helper',
          label: 'Download Helper Script',
          href: addressOf(config, deliveredPart, {
            params: { orderId, '*': HELPER_SCRIPTS.shell },
          }),
        }
      : { key: 'helper', label: `Download Helper Script ${when}`, disabled: true },
    { key: 'code', label: 'Code to copy', onSelect: () => void showCode() },
    { key: 'share', label: 'Copy link to share', onSelect: () => void copyLink() },
    complete
      ? { key: 'cite', label: 'Make it citable', onSelect: () => void cite() }
      : { key: 'cite', label: 'Make it citable (when completed)', disabled: true },
  ];
  return (
    <>
      <Menu trigger={<Trigger label="Additional Links" />} entries={entries} />
      {code && (
        <Suspense>
          <CodeDialog subjects={code} from="" onClose={() => setCode(null)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Code for the files as they were delivered, and for the same data from the archive as it is now.
 */
function orderSubjects(
  { orderId, curStep, expired }: OrderHistoryEntry,
  ordered: readonly SelectedDatastream[],
): readonly [CodeSubject, ...CodeSubject[]] {
  const items = ordered.map(itemOfOrdered);
  const again: CodeSubject = {
    label: 'The same data again',
    title: titleOf(items),
    about: { items },
  };
  if (curStep !== 'complete' || expired) return [again];
  const delivered = { label: 'What was delivered', title: `Order ${orderId}`, about: { orderId } };
  return [delivered, again];
}

const Trigger = ({ label }: { readonly label: string }) => (
  <>
    {label}
    <ChevronDown size={15} aria-hidden />
  </>
);

function tellAdded({ added, there, gone }: AddedAgain): void {
  const text = [
    ...(there > 0 ? [`${plural(there, 'item')} already in your cart.`] : []),
    ...(gone.length > 0 ? [`No longer in the catalogue: ${gone.join(', ')}.`] : []),
  ].join(' ');
  const link = { label: 'View cart', href: '#/saved' };
  const title = added > 0 ? 'Item Added to Cart' : 'Nothing was added to the cart';
  toast({ title, link, ...(text ? { text } : {}), kind: gone.length > 0 ? 'problem' : 'done' });
}

function tellFailure(title: string, error: unknown): void {
  const text = error instanceof CallError ? { text: error.message } : {};
  toast({ title, kind: 'problem', ...text });
}
