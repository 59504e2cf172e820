// Stands once in the shell: restores the cart at every change of route, and keeps it on the server after sign-in.
import { lazy, Suspense } from 'react';
import { useSession } from '../../lib/session.ts';

const CartRestore = lazy(() =>
  import('./cart-restore.tsx').then((module) => ({ default: module.CartRestore })),
);
const CartSync = lazy(() =>
  import('./cart-sync.tsx').then((module) => ({ default: module.CartSync })),
);

export function CartHost() {
  const { person } = useSession();
  return (
    <Suspense>
      <CartRestore />
      {person && <CartSync key={person.personId} personId={person.personId} />}
    </Suspense>
  );
}
