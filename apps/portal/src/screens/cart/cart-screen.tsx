// The cart.
import { usePageTitle } from '../../lib/page-title.ts';
import { cartKey } from '../../parts/cart/cart-item.ts';
import { useCart } from '../../parts/cart/cart-store.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';

export function CartScreen() {
  usePageTitle('Cart');
  const items = useCart((cart) => cart.items);
  const remove = useCart((cart) => cart.remove);
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <h1 className="title">Cart</h1>
      {items.length === 0 && (
        <EmptyPanel title="Your Cart is Empty!" text="Find data and add it to the cart.">
          <a className={buttonClass({ look: 'primary' })} href="#/results">
            Search the data
          </a>
        </EmptyPanel>
      )}
      <ul className="mt-4 divide-y divide-rule">
        {items.map((item) => (
          <li key={cartKey(item)} className="flex flex-wrap items-baseline gap-x-4 py-3">
            <span className="font-serif text-[1.06rem]">{item.title}</span>
            <span className="text-ink-2">
              {item.siteName}, {item.facilityName}
            </span>
            <Button
              small
              className="ml-auto"
              aria-label={`Remove ${item.title} at ${item.siteName}`}
              onClick={() => remove(cartKey(item))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </main>
  );
}
