// Restores the cart at every change of route: another window may have changed it, or its 24 hours be over.

import { useEffect } from 'react';
import { useLocation } from '../../lib/router/provider.tsx';
import { restoreCart } from './cart-store.ts';

export function CartRestore() {
  const { pathname: route } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is the occasion, not an input
  useEffect(() => restoreCart(), [route]);
  return null;
}
