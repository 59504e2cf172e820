// Restores the cart at every change of route: another window may have changed it, or its 24 hours be over.
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { restoreCart } from './cart-store.ts';

export function CartRestore() {
  const route = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is the occasion, not an input
  useEffect(() => restoreCart(), [route]);
  return null;
}
