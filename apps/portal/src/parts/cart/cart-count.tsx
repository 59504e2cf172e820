// The number on the cart's button. It comes lazily with the cart's store, which the first screen
// can do without.
import { useCart } from './cart-store.ts';

export function CartCount() {
  const count = useCart((cart) => cart.items.length);
  return (
    <>
      {count} <span className="sr-only">{count === 1 ? 'item' : 'items'}</span>
    </>
  );
}
