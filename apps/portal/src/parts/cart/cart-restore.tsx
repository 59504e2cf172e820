// Restores the cart at every change of route, when its 24 hours may be over, and whenever another
// window has changed it.

import { useEffect } from 'react';
import { useLocation } from '../../lib/router/provider.tsx';
import { KEPT_AS, restoreCart } from './cart-store.ts';

export function CartRestore() {
  const { pathname: route } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is the occasion, not an input
  useEffect(() => restoreCart(), [route]);
  useEffect(() => {
    // Another window changed the cart: the next change here must not undo that one.
    const follow = ({ key }: StorageEvent): void => {
      if (key === KEPT_AS || key === null) restoreCart();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return null;
}
