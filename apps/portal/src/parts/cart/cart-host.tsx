// Stands once in the shell: restores the cart at every change of route, and keeps it on the server after sign-in.
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { restoreCart } from './cart-store.ts';

const CartSync = lazy(() =>
  import('./cart-sync.tsx').then((module) => ({ default: module.CartSync })),
);

export function CartHost() {
  const { person } = useSession();
  const route = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is the occasion, not an input
  useEffect(() => restoreCart(), [route]);
  return (
    <Suspense>{person && <CartSync key={person.personId} personId={person.personId} />}</Suspense>
  );
}
