// The cart: every item with its choices, their files and size, and the link to the order form.
import { plural } from '@isobar/contract/count.ts';
import { EMPTY_CART } from '@isobar/contract/orders/check.ts';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { searchHref } from '../../lib/places.ts';
import { useRouter, useSearch } from '../../lib/router/provider.tsx';
import { useSession } from '../../lib/session.ts';
import { cartKey } from '../../parts/cart/cart-item.ts';
import { useCart } from '../../parts/cart/cart-store.ts';
import { useCartMetrics } from '../../parts/cart/metrics.ts';
import { useWishes } from '../../parts/cart/wishes.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { cartSubject } from '../../parts/code/subject.ts';
import { daysHref } from '../../parts/days-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { CartCard } from './cart-card.tsx';
import { CartSummary } from './cart-summary.tsx';
import { MailNotice } from './mail-notice.tsx';
import { UniversalRange } from './universal-range.tsx';

const Checkout = lazyPart(
  'The checkout',
  () => import('../../parts/checkout/checkout.tsx').then((module) => module.Checkout),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function CartScreen() {
  usePageTitle('Cart');
  const items = useCart((cart) => cart.items);
  const metrics = useCartMetrics(items);
  const checkout = useCheckout(items.length > 0);
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <CartHeader count={items.length} />
      <MailNotice />
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-5 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="min-w-0">
            <UniversalRange />
            <ul className="mt-2">
              {items.map((item) => (
                <CartCard key={cartKey(item)} entry={item} />
              ))}
            </ul>
          </div>
          <CartSummary items={items} metrics={metrics} onCheckout={checkout.open} />
        </div>
      )}
      {checkout.isOpen && (
        <Suspense>
          <Checkout onClose={checkout.close} />
        </Suspense>
      )}
    </main>
  );
}

const CHECKOUT = '/saved?checkout=open';

/**
 * Whether the checkout stands over the cart: in the address, so that Back leaves it and a reload
 * does not.
 */
function useCheckout(filled: boolean) {
  const router = useRouter();
  const asked = useSearch().checkout === 'open';
  /** `pushed`: the cart is the entry before this one. */
  const [shown, setShown] = useState<{ readonly pushed: boolean } | null>(null);
  const toCart = (): void =>
    void router.navigate({ href: '/saved', replace: true, resetScroll: false });
  // a placed order empties the cart and still has to show its number
  const isOpen = asked && (filled || shown !== null);
  useEffect(() => {
    if (asked && !isOpen) toCart();
    if (isOpen && shown === null) setShown({ pushed: false });
    if (!asked && shown?.pushed === false) setShown(null);
  });
  return {
    isOpen,
    open: (): void => {
      setShown({ pushed: true });
      void router.navigate({ href: CHECKOUT, resetScroll: false });
    },
    close: (leads?: true): void => {
      setShown(null);
      if (shown?.pushed && !leads) router.history.back();
      else toCart();
    },
  };
}

function CartHeader({ count }: { readonly count: number }) {
  const router = useRouter();
  const { person } = useSession();
  const clear = useCart((cart) => cart.clear);
  const saveFailed = useCart((cart) => cart.saveFailed);
  const goBack = (): void => {
    if (router.history.location.state.from !== undefined) router.history.back();
    else void router.navigate({ href: searchHref().slice(1) });
  };
  const items = useCart((cart) => cart.items);
  const askToClear = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Clear Cart',
      text: `Remove ${plural(count, 'item')} from your cart? The choices you made for them are lost.`,
      confirmLabel: 'Clear Cart',
      danger: true,
    });
    if (sure) clear();
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0">
        <Button look="quiet" small className="-ml-2" onClick={goBack}>
          <ArrowLeft size={15} aria-hidden />
          Go Back
        </Button>
        <h1 className="title">
          Cart
          {count > 0 && (
            <span className="ml-3 font-sans text-base tracking-normal text-ink-2">
              {plural(count, 'item')}
            </span>
          )}
        </h1>
        {person && saveFailed && (
          <p role="status" className="mt-1 text-warn">
            Your account cannot be reached just now: the cart is kept in this browser and saved
            later.
          </p>
        )}
        {person === null && (
          <p className="mt-1 text-ink-2">
            Fill the cart as you like. A login or account setup is required at checkout.
          </p>
        )}
      </div>
      {count > 0 && (
        <div className="ml-auto flex flex-wrap gap-2">
          <a
            className={buttonClass()}
            href={daysHref(
              items.map(({ selection: { datastream, variables }, varName, foundBy = '' }) => ({
                datastream,
                variable: variables[0] ?? (varName || foundBy),
              })),
              items.flatMap(({ selection }) => selection.dates),
            )}
          >
            Find good days
          </a>
          <CodeButton
            subject={() => cartSubject(useCart.getState().items, useWishes.getState().wishes)}
          />
          <Button onClick={() => void askToClear()}>
            <Trash2 size={15} aria-hidden />
            Clear Cart
          </Button>
        </div>
      )}
    </div>
  );
}

const EmptyCart = () => (
  <EmptyPanel
    title={EMPTY_CART}
    text="Find a datastream, choose a site, and add it here. What you order is prepared for you and kept ready for download."
  >
    <a className={buttonClass({ look: 'primary' })} href={searchHref()}>
      Search the data
    </a>
    <a className={buttonClass()} href="#/account/order">
      Your Orders
    </a>
    <Button disabled>Checkout</Button>
  </EmptyPanel>
);
